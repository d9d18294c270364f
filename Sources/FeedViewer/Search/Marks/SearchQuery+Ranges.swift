import FeedViewerBase

extension SearchQuery {
  /// What to mark in a text: the words and phrases that are to be found in its field.
  ///
  /// - Parameters:
  ///   - text: The title, one of the authors or tags, the body, or a part of them.
  ///   - field: What the text is.
  /// - Returns: Ranges of whole characters, in bytes of the text's UTF-8, ascending and not overlapping: a match of "e" in
  ///   "é" is all of "é", a match of "f" in "ﬁ" all of "ﬁ".
  /// - Complexity: O(length), about 30 ns for each character of a text with a match, and 1 ns for each byte of one without.
  public func ranges(in text: String, field: SearchField) -> [Range<Int>] {
    let needles = needles(in: field)
    guard !needles.isEmpty, Self.holds(text, anyOf: needles) else { return [] }
    var text = text
    let found = text.withUTF8 { bytes in
      let units = FoldedUnits(bytes, in: 0..<bytes.count)
      return needles.flatMap { needle in
        Self.places(of: needle, in: units.view).map { units.textRange(of: $0) }
      }
    }
    let sorted = found.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    return CharacterBoundaries.characters(touching: sorted, in: text)
  }

  private static func holds(_ text: String, anyOf needles: [Needle]) -> Bool {
    var folder = TextFolder(capacity: text.utf8.count)
    folder.append(text)
    return needles.contains { !places(of: $0, in: folder.view, limit: 1).isEmpty }
  }

  /// The places of a needle in folded text, not overlapping.
  ///
  /// - Parameter text: A view of a `TextFolder`, after which `FoldedBytes.slack` bytes may be read.
  private static func places(
    of needle: Needle, in text: UnsafeBufferPointer<UInt8>, limit: Int = .max
  ) -> [Range<Int>] {
    guard let base = text.baseAddress else { return [] }
    let scanner = NeedleScanner(needle, frequencies: ByteFrequencies())
    var places: [Range<Int>] = []
    var position = 0
    while places.count < limit, let place = scanner.firstPlace(in: base, from: position, to: text.count) {
      position = place + needle.bytes.count
      places.append(place..<position)
    }
    return places
  }
}
