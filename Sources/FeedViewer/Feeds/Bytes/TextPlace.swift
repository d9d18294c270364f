import FeedViewerCByteScans

/// A place in the text of a file, as people are told of it.
struct TextPlace: Equatable {
  var offset = 0
  /// Counted from 1.
  var line = 1
  /// In Unicode scalars, counted from 1.
  var column = 1
  /// Whether the line and the column are known: lines are not counted in text that was not checked.
  var isKnown = true

  /// The place after more text.
  ///
  /// - Complexity: O(n) for n bytes.
  func after(_ bytes: UnsafeBufferPointer<UInt8>) -> TextPlace {
    var place = self
    if let lastLineFeed = bytes.lastIndex(of: 0x0A) {
      place.line += Self.countLineFeeds(bytes)
      place.column =
        1
        + Self.count(UnsafeBufferPointer(rebasing: bytes[(lastLineFeed + 1)...])) { $0 & 0xC0 != 0x80 }
    } else {
      place.column += Self.count(bytes) { $0 & 0xC0 != 0x80 }
    }
    place.offset += bytes.count
    return place
  }

  /// The place after more text.
  ///
  /// - Parameter end: The end of that text, counted from its beginning.
  func after(_ end: TextPlace) -> TextPlace {
    TextPlace(
      offset: offset + end.offset, line: line + end.line - 1,
      column: end.line > 1 ? end.column : column + end.column - 1, isKnown: isKnown && end.isKnown)
  }

  private static func countLineFeeds(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    if WideScans.areAvailable, let base = bytes.baseAddress { return countOf(0x0A, base, bytes.count) }
    return count(bytes) { $0 == 0x0A }
  }

  /// How many bytes satisfy a condition.
  @inline(__always)
  static func count(_ bytes: UnsafeBufferPointer<UInt8>, _ isCounted: (UInt8) -> Bool) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var total = 0
    var index = 0
    while index < bytes.count {
      // A byte can count up to 255, and byte-sized counters fill whole vectors.
      let blockEnd = min(bytes.count, index + 255)
      var block: UInt8 = 0
      while index < blockEnd {
        block &+= isCounted(base[index]) ? 1 : 0
        index += 1
      }
      total += Int(block)
    }
    return total
  }
}
