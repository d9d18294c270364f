import FeedViewerBase
import FeedViewerFeeds
import Glibc

/// The folded texts of consecutive entries in one piece of memory.
///
/// An entry is its title, its authors, its tags and its body, each ended by a byte of its own. Folded text has no control
/// characters, so that no needle is found across such a byte.
final class SearchChunk: Sendable {
  enum Separator {
    static let title: UInt8 = 1
    static let authors: UInt8 = 2
    static let tags: UInt8 = 3
    static let body: UInt8 = 4
    /// Between names of authors, and between tags.
    static let item: UInt8 = 5
  }

  /// The date of an entry without one.
  private static let noDate = Int64.min

  let bytes: FoldedBytes
  /// Where each entry begins, and the end of the last one.
  private let starts: [UInt32]
  private let dates: [Int64]
  let frequencies: ByteFrequencies

  var count: Int { dates.count }

  init(_ bytes: FoldedBytes, starts: [UInt32], dates: [FeedDate?]) {
    precondition(starts.count == dates.count + 1, "Each entry has a beginning and an end.")
    self.bytes = bytes
    self.starts = starts
    self.dates = dates.map { $0?.secondsSinceEpoch ?? Self.noDate }
    frequencies = ByteFrequencies(of: bytes)
  }

  /// The memory of the chunk in bytes.
  var byteCount: Int { bytes.count + FoldedBytes.slack + 4 * starts.capacity + 8 * dates.capacity }

  func date(ofEntry entry: Int) -> FeedDate? {
    dates[entry] == Self.noDate ? nil : FeedDate(secondsSinceEpoch: dates[entry])
  }

  /// The entries among `entries` that have the needle in a field, or in any.
  func entries(
    with scanner: NeedleScanner, in field: SearchField?, among entries: EntrySet
  ) -> EntrySet {
    var found = EntrySet(capacity: count)
    starts.withUnsafeBufferPointer { starts in
      var position = 0
      while let first = entries.first(from: position) {
        position = entries.firstGap(from: first)
        if field == nil, scanner.isSingleByte {
          scanSingleByte(first..<position, with: scanner, starts, &found)
        } else {
          scan(first..<position, with: scanner, in: field, starts, &found)
        }
      }
    }
    return found
  }

  /// Finds consecutive entries, each by itself.
  private func scanSingleByte(
    _ range: Range<Int>, with scanner: NeedleScanner, _ starts: UnsafeBufferPointer<UInt32>,
    _ found: inout EntrySet
  ) {
    var start = Int(starts[range.lowerBound])
    var group = range.lowerBound
    while group < range.upperBound {
      // Bits are collected in a register.
      let groupEnd = min(group + 64, range.upperBound)
      var bits: UInt64 = 0
      for entry in group..<groupEnd {
        let end = Int(starts[entry + 1])
        bits |= (scanner.isIn(bytes.start, from: start, to: end) ? 1 : 0) << UInt64(entry - group)
        start = end
      }
      found.insert(bits, at: group)
      group = groupEnd
    }
  }

  /// Finds consecutive entries. The rest of an entry is not looked at after the first place in it, or in the field.
  ///
  /// All text is read even for a field: memory is read much faster in order than from entry to entry.
  private func scan(
    _ range: Range<Int>, with scanner: NeedleScanner, in field: SearchField?,
    _ starts: UnsafeBufferPointer<UInt32>, _ found: inout EntrySet
  ) {
    let end = Int(starts[range.upperBound])
    var entry = range.lowerBound
    var position = Int(starts[entry])
    while let place = scanner.firstPlace(in: bytes.start, from: position, to: end) {
      entry = Self.entry(at: UInt32(place), from: entry, before: range.upperBound, starts)
      if let field {
        let part = self.range(of: field, inEntryFrom: Int(starts[entry]), to: Int(starts[entry + 1]))
        if place < part.lowerBound {
          position = part.lowerBound
          continue
        }
        if place < part.upperBound { found.insert(entry) }
      } else {
        found.insert(entry)
      }
      entry += 1
      guard entry < range.upperBound else { return }
      position = Int(starts[entry])
    }
  }

  /// The entry whose text holds a place, looked for from `entry` on in growing steps.
  private static func entry(
    at place: UInt32, from entry: Int, before end: Int, _ starts: UnsafeBufferPointer<UInt32>
  ) -> Int {
    var low = entry
    var step = 1
    while low + step < end, starts[low + step] <= place {
      low += step
      step *= 2
    }
    var high = min(low + step, end)
    // The place is at or after `low` and before `high`.
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle } else { high = middle }
    }
    return low
  }

  private func range(of field: SearchField, inEntryFrom start: Int, to end: Int) -> Range<Int> {
    func place(of separator: UInt8, from start: Int) -> Int {
      guard let found = memchr(bytes.start + start, Int32(separator), end - start) else {
        preconditionFailure("Each field ends with its separator.")
      }
      return UnsafeRawPointer(bytes.start).distance(to: UnsafeRawPointer(found))
    }
    let titleEnd = place(of: Separator.title, from: start)
    if field == .title { return start..<titleEnd }
    let authorsEnd = place(of: Separator.authors, from: titleEnd)
    if field == .authors { return titleEnd + 1..<authorsEnd }
    let tagsEnd = place(of: Separator.tags, from: authorsEnd)
    return field == .tags ? authorsEnd + 1..<tagsEnd : tagsEnd + 1..<end - 1
  }
}
