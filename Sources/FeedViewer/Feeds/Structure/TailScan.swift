/// Finds the last entries of a file before those in its middle are counted.
///
/// Where the first of them begins is guessed by the bytes with which entries begin, and the number of those in the middle by
/// the length of others. That is enough to show the end of an archive at once; what was guessed must be compared with what is
/// counted.
struct TailScan {
  /// How many pieces in the middle are looked at, to guess the number of entries there.
  private static var sampleCount: Int { 16 }
  /// Fewer entries at the end might not fill a window.
  private static var wantedCount: Int { 64 }
  /// More after the last entry than this is no usual end of a feed.
  private static var restLimit: Int { 64 << 10 }

  private let tools: ScanTools
  private let context: any EntryContext

  /// - Parameters:
  ///   - tools: Find entries in the file.
  ///   - context: The state in which entries are read.
  init(_ tools: ScanTools, _ context: any EntryContext) {
    self.tools = tools
    self.context = context
  }

  /// Adds the entries of the rest of a file: those in the middle by a guess of their number.
  ///
  /// - Parameters:
  ///   - index: The entries before the rest.
  ///   - start: The offset at which the rest begins.
  ///   - end: The size of the file.
  ///   - size: How much of the end is looked at, in bytes; more if entries are long.
  ///   - limit: The most entries to add.
  /// - Returns: Those in the middle are unknown. Nil if nothing is found at the end that seems to be entries.
  /// - Complexity: O(`size`), read from the disk.
  func estimate(after index: EntryIndex, from start: Int, to end: Int, size: Int, limit: Int) -> EntryIndex? {
    guard let tail = tail(after: start, to: end, size: size) else { return nil }
    // Long entries are not seen less often than short ones if those count that begin in a piece.
    var (bytes, count) = (0, 0)
    let middle = start..<tail.start
    let sampleSize = max(1, 2 * size / Self.sampleCount)
    for number in 0..<Self.sampleCount {
      let place = middle.lowerBound + middle.count * number / Self.sampleCount
      guard place + sampleSize <= middle.upperBound else { continue }
      bytes += sampleSize
      count += tools.scan(place..<place + sampleSize, isCertain: false)?.entries.count ?? 0
    }
    let mean =
      count == 0 ? Double(end - tail.start) / Double(tail.entries.count) : Double(bytes) / Double(count)
    let unknown = Int((Double(middle.count) / mean).rounded())
    guard unknown + tail.entries.count <= limit else { return nil }
    var estimate = index
    estimate.appendUnknown(unknown)
    estimate.append(tail.entries, from: tail.start, context)
    return estimate
  }

  private func tail(after start: Int, to end: Int, size: Int) -> ScannedPiece? {
    var found: ScannedPiece?
    var size = size
    while (found?.entries.count ?? 0) < Self.wantedCount, size <= StructureCollector.entryLimit,
      end - size > start
    {
      let piece = tools.scan(end - size..<end, isCertain: false, isLast: true)
      if let piece, !piece.entries.isEmpty, end - piece.end <= Self.restLimit { found = piece }
      size *= 4
    }
    return found
  }
}
