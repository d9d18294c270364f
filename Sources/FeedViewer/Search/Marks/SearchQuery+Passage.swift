import FeedViewerFeeds

extension SearchQuery {
  /// Only so many bytes of a body are looked at for a passage.
  public static let passageLimit = 4 << 20

  /// The passage of a body that holds the most of the words and phrases that are to be found there, and the first of
  /// several such passages.
  ///
  /// If the part of the body's beginning that is seen holds as many, the beginning is the passage, equal to
  /// `FeedEntry.preview(maximumLength:)`.
  /// Otherwise it begins at a word before the first match.
  ///
  /// - Parameters:
  ///   - body: The body of an entry.
  ///   - maximumLength: The most characters, including the ellipses; at least 2.
  ///   - seenLength: How many characters are seen wherever the passage is shown; at least 2.
  /// - Returns: Nil if nothing is to be found in bodies, or if it is not in the first `passageLimit` bytes of this one.
  /// - Complexity: O(place of the passage + `maximumLength`), about a nanosecond for each byte before the passage.
  public func passage(of body: String, maximumLength: Int, seenLength: Int) -> SearchPassage? {
    precondition(min(maximumLength, seenLength) > 1, "A passage must be at least two characters long.")
    let needles = needles(in: .body)
    guard !needles.isEmpty else { return nil }
    let preview = Self.preview(of: body[...], maximumLength)
    let shown = PassageFinder(needles, span: .max).find(in: String(preview.prefix(seenLength)))
    if let shown, shown.needleCount == needles.count { return passage(preview) }
    guard
      let best = PassageFinder(needles, span: maximumLength * 2 / 3).find(in: body),
      best.needleCount > shown?.needleCount ?? 0
    else { return shown.map { _ in passage(preview) } }
    let start = Self.start(body, before: best.place, context: min(maximumLength / 4, seenLength / 2))
    if start == body.startIndex { return passage(preview) }
    return passage("…" + Self.preview(of: body[start...], maximumLength - 1))
  }

  private func passage(_ text: String) -> SearchPassage {
    SearchPassage(text: text, ranges: ranges(in: text, field: .body))
  }

  /// The beginning of a text, made as a row makes it.
  private static func preview(of text: Substring, _ maximumLength: Int) -> String {
    // Copies no more of a long body than is needed.
    var size = 16 * maximumLength
    while size < text.utf8.count {
      let end = text.index(after: text.utf8.index(text.startIndex, offsetBy: size))
      guard end < text.endIndex else { break }
      let preview = FeedEntry(key: "", content: String(text[..<end])).preview(maximumLength: maximumLength)
      if preview.hasSuffix("…") { return preview }
      size *= 2
    }
    return FeedEntry(key: "", content: String(text)).preview(maximumLength: maximumLength)
  }

  /// The beginning of a word, at most `context` characters before a place; inside a word that is longer.
  private static func start(_ body: String, before place: Int, context: Int) -> String.Index {
    let found = body.utf8.index(body.startIndex, offsetBy: place)
    // Both round down to whole characters.
    var index = body.index(before: body.index(after: found))
    var word: String.Index?
    var rest = context
    var bytes = 64 * context
    while rest > 0, bytes > 0, index > body.startIndex {
      let previous = body.index(before: index)
      if body[previous].isWhitespace { word = index }
      bytes -= body.utf8.distance(from: previous, to: index)
      rest -= 1
      index = previous
    }
    return index == body.startIndex ? index : word ?? index
  }
}
