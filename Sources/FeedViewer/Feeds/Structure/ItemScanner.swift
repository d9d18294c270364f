/// Finds where consecutive entries of a feed begin and end, without reading them.
protocol ItemScanner: SendableMetatype {
  /// Finds the beginning of the next entry.
  ///
  /// - Parameter position: An offset between two entries.
  func beginning(after position: Int, in text: UnsafePointer<UInt8>, _ end: Int) -> ScanStep

  /// Finds the end of the entry that begins at an offset.
  func end(ofItemAt start: Int, in text: UnsafePointer<UInt8>, _ end: Int) -> ScanStep

  /// A scanner with the same results, for another thread.
  func copy() -> Self

  /// The bytes with which entries like this one begin; nil if there are none.
  ///
  /// - Parameter item: An entry that was found.
  func marker(of item: UnsafeBufferPointer<UInt8>) -> [UInt8]?
}

/// What a step of a scanner has found.
enum ScanStep {
  /// The offset at which to go on.
  case at(Int)
  /// The text ends before.
  case needsMore
  /// Something that the reader must look at.
  case unusual
}

extension ItemScanner {
  /// Finds entries that follow each other.
  ///
  /// - Parameters:
  ///   - text: Starts between two entries, and must be readable up to 32 bytes past its end.
  ///   - limit: The most entries to find.
  ///   - found: Takes their ranges.
  /// - Complexity: O(`count`), some bytes per nanosecond.
  func scan(
    _ text: UnsafePointer<UInt8>, count: Int, limit: Int, into found: inout [Range<Int>]
  ) -> StructureCollector.ScanOutcome {
    var position = 0
    var left = limit
    while left > 0 {
      let start: Int
      switch beginning(after: position, in: text, count) {
      case .at(let offset): start = offset
      case .needsMore: return .needsMore
      case .unusual: return .stopped
      }
      switch end(ofItemAt: start, in: text, count) {
      case .at(let offset): position = offset
      case .needsMore: return .needsMore
      case .unusual: return .stopped
      }
      found.append(start..<position)
      left -= 1
    }
    return .stopped
  }
}
