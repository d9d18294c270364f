import Expectations
import Testing

@testable import FeedViewerFeeds

/// Checks that an article has these texts, and its preview their words.
func expectShown(_ texts: [String], of html: String, sourceLocation: SourceLocation = #_sourceLocation) {
  let found = ArticleReader.article(html: html).blocks.map(\.text)
  expect(found, equals: texts, "\(html)", sourceLocation: sourceLocation)
  var scanner = HTMLText()
  var source = html
  let preview = source.withUTF8 { scanner.text(of: $0, style: .blocks)?.string ?? "" }
  expect(
    preview.filter { !$0.isWhitespace }, equals: texts.joined().filter { !$0.isWhitespace },
    "the preview of \(html)", sourceLocation: sourceLocation)
}
