import FeedViewerSearch
import VirtualList

extension FeedRow {
  /// What a search has found in the texts that the row shows.
  ///
  /// - Parameters:
  ///   - query: What is searched for.
  ///   - passage: The passage that it shows instead of the beginning of its text.
  ///   - feed: The name of the feed that it shows.
  /// - Complexity: O(length of the texts).
  func highlights(of query: SearchQuery, passage: String?, feed: String? = nil) -> [TextHighlight] {
    let content = content(preview: passage, feed: feed)
    // Texts that are empty have no number.
    let texts = [(content.title, SearchField.title), (content.preview, .body)].filter { !$0.0.isEmpty }
    var highlights = texts.enumerated().flatMap { number, text in
      query.ranges(in: text.0, field: text.1).map { Self.highlight(number, $0) }
    }
    let shown = self.texts
    if let author = shown.author, let part = shown.detailParts(naming: feed).firstIndex(of: author) {
      let start = shown.detailLine(naming: feed).starts[part]
      highlights += query.ranges(in: author, field: .authors).map {
        Self.highlight(texts.count, $0.lowerBound + start..<$0.upperBound + start)
      }
    }
    return highlights
  }

  private static func highlight(_ text: Int, _ bytes: Range<Int>) -> TextHighlight {
    TextHighlight(text: text, bytes: bytes, color: .match)
  }
}
