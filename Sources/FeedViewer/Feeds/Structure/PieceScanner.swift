import Glibc

/// Scans a piece of a file in memory of its own. Not for use by two threads at a time.
final class PieceScanner<Scanner: ItemScanner>: @unchecked Sendable {
  /// How many spaces seem to follow a file.
  private static var padding: Int { 64 }
  /// The most bytes that are read after a piece for an entry that begins in it; if they are not enough, more are read.
  private static var marginLimit: Int { 16 << 10 }

  private let scanner: Scanner
  private let marker: [UInt8]
  private var memory = TextMemory(capacity: 1_024)

  /// - Parameters:
  ///   - scanner: Not used by another thread.
  ///   - marker: The bytes with which an entry begins.
  init(_ scanner: Scanner, marker: [UInt8]) {
    self.scanner = scanner
    self.marker = marker
  }

  /// Scans the entries that begin in a piece.
  ///
  /// - Parameters:
  ///   - range: The piece, where the file holds the text.
  ///   - isCertain: Whether the piece starts between two entries. Otherwise its first entry is looked for.
  ///   - isLast: Whether the file ends with the piece. Otherwise a scanner that wants to see what follows an entry must find
  ///     it in the file.
  /// - Returns: Nil if no entry seems to begin there.
  func scan(_ range: Range<Int>, of text: FeedText, isCertain: Bool, isLast: Bool = false) -> ScannedPiece? {
    var count = 0
    var isPadded = !isLast
    func readOn(_ more: Int) -> Bool {
      if count + more > memory.capacity {
        let larger = TextMemory(capacity: 2 * (count + more))
        memcpy(larger.start, memory.start, count)
        memory = larger
      }
      let target = UnsafeMutableRawBufferPointer(start: memory.start + count, count: more)
      let added = text.upcoming(into: target, at: range.lowerBound + count)
      count += added
      if added == 0, !isPadded {
        memset(memory.start + count, Int32(UInt8(ascii: " ")), Self.padding)
        count += Self.padding
        isPadded = true
        return true
      }
      return added > 0
    }
    let margin = min(max(Self.padding, range.count / 32), Self.marginLimit)
    guard readOn(range.count + margin) else { return nil }
    guard
      let first = isCertain
        ? 0 : MarkerSearch.place(of: marker, from: 0, before: range.count, in: memory.start, count)
    else { return nil }
    var found: [Range<Int>] = []
    let origin = range.lowerBound + first
    var position = first
    while true {
      // What is looked for is the entry itself; before it may be a separator.
      let isAtEntry = found.isEmpty && !isCertain
      var step = isAtEntry ? .at(first) : scanner.beginning(after: position, in: memory.start, count)
      if case .at(let start) = step {
        if start >= range.count {
          return ScannedPiece(start: origin, entries: found, next: range.lowerBound + start)
        }
        step = scanner.end(ofItemAt: start, in: memory.start, count)
        if case .at(let end) = step {
          found.append(start - first..<end - first)
          position = end
          continue
        }
      }
      guard case .needsMore = step, count - position < StructureCollector.entryLimit,
        readOn(max(margin, count - position))
      else {
        // Only the end of an entry is a place to go on from.
        return isAtEntry ? nil : ScannedPiece(start: origin, entries: found, next: nil)
      }
    }
  }
}
