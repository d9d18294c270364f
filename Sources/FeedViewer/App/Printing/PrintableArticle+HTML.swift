import FeedViewerBase
import FeedViewerFeeds
import FeedViewerRows

extension PrintableArticle {
  /// The article as an HTML document, which contains its pictures and refers to nothing else but by links.
  ///
  /// - Parameter feed: The title of the feed.
  func html(feed: String) async -> String {
    await Self.html(row, document, title: ArticleFileName.title(of: row, feed: feed), feed: feed)
  }

  /// The same on the calling thread, which the disk may block.
  func writtenHTML(feed: String) -> String {
    Self.page(row, document, title: ArticleFileName.title(of: row, feed: feed), feed: feed)
  }

  @concurrent
  private nonisolated static func html(
    _ row: FeedRow, _ document: ArticleDocument, title: String, feed: String
  ) async -> String { page(row, document, title: title, feed: feed) }

  private nonisolated static func page(
    _ row: FeedRow, _ document: ArticleDocument, title: String, feed: String
  ) -> String {
    let entry = row.entry
    return ArticleHTML.page(
      document,
      ArticleHTML.Head(
        title: title, feed: feed, author: row.author, date: entry.date.map(day), address: row.webLink)
    ) { image in
      let source = image.source(columnWidth: pictureWidth)
      if image.isData(source.reference) { return source.reference }
      return try? LocalReference.file(source.reference, of: row.path.text)
    }
  }

  /// A date as in `datetime` of HTML.
  private nonisolated static func day(_ date: FeedDate) -> String {
    date.isDay ? String(date.iso8601UTC.prefix(10)) : date.iso8601UTC
  }
}
