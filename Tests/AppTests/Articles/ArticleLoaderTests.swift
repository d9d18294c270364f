import Expectations
import FeedViewerFeeds
import Foundation
import ProgramRuns
import Testing

@testable import FeedViewer

struct ArticleLoaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func rows(_ path: String) throws -> [FeedRow] {
    FeedLoader.sections(of: try FeedReader.read(contentsOf: path), path: path).flatMap(\.rows)
  }

  @Test func articlesAreReadFromTheFileAgain() async throws {
    let items = (0..<3).map {
      "<item><guid>\($0)</guid><link>http://x/\($0)/</link><description>&lt;p>Text &lt;a href='a'>\($0)&lt;/a>&lt;p>More"
        + "</description></item>"
    }
    let path = try folder.write("<rss><channel>\(items.joined())</channel></rss>", to: "feed.xml")
    let rows = try rows(path)
    let article = await ArticleLoader.entry(of: rows[1]).source.article()
    expect(article.blocks.map(\.text), equals: ["Text 1", "More"])
    expect(article.blocks[0].runs.map(\.link) == ["http://x/1/a"])
    // If the file was replaced or deleted, the plain text remains.
    try folder.write("<rss><channel>\(items[0])\(items[2])</channel></rss>", to: "feed.xml")
    let words = await ArticleLoader.entry(of: rows[1]).source.article()
    expect(words.blocks.map(\.text), equals: ["Text 1", "More"])
    expect(words.blocks[0].runs.isEmpty)
    try FileManager.default.removeItem(atPath: path)
    await expect(ArticleLoader.entry(of: rows[1]).source.article(), equals: words)
  }
}
