import Expectations
import FeedViewerFeeds
import Foundation
import ProgramRuns
import Testing

@testable import FeedViewer

/// What rows say of their entries, and where their links lead.
struct RowTextsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func rows(_ items: String) throws -> [FeedRow] {
    let path = try folder.write(
      "<rss><channel><title>F</title><link>https://f.example/b/</link>\(items)</channel></rss>",
      to: "feed.xml")
    return FeedLoader.sections(of: try FeedReader.read(contentsOf: path), path: path).flatMap(\.rows)
  }

  @Test func rowsOfEntriesWithoutTextSayWhatTheyConsistOf() throws {
    let rows = try rows(
      "<item><guid>1</guid><description>&lt;img src='https://x/h.jpg' alt='Grey heron'></description></item>"
        + "<item><guid>2</guid><link>https://x/only/link</link></item>"
        + "<item><guid>3</guid><enclosure url='https://x/field-recording.mp3' type='audio/mpeg'/></item>")
    expect(rows.map(\.preview) == ["Grey heron", "https://x/only/link", "field-recording.mp3"])
    var shown: [String] = []
    for row in rows { row.withShownTitle { shown.append(String(decoding: $0, as: UTF8.self)) } }
    expect(shown, equals: rows.map(\.preview))
  }

  @Test func rowsNameAllAuthors() throws {
    let rows = try rows(
      "<item><guid>1</guid><title>t</title><dc:creator>Ann</dc:creator><dc:creator>Ben</dc:creator></item>")
    expect(rows[0].metadata, equals: "\u{2068}Ann, Ben\u{2069}")
  }

  @Test func aRelativeLinkLeadsToTheFileBesideTheFeedElseToTheWeb() async throws {
    try folder.write("here", to: "here.html")
    let body =
      "&lt;a href='here.html#x'>h&lt;/a> &lt;a href='there.html'>t&lt;/a> &lt;a href='../out.html'>o&lt;/a>"
    let rows = try rows(
      "<item><guid>1</guid><link>here.html</link><description>\(body)</description></item>"
        + "<item><guid>2</guid><link>there.html</link><enclosure url='here.html'/><enclosure url='there.mp3'/></item>"
    )
    expect(rows.map(\.link) == ["here.html", "https://f.example/b/there.html"])
    expect(rows[1].webLink == "https://f.example/b/there.html")
    let article = await ArticleLoader.entry(of: rows[0]).source.article()
    expect(
      article.blocks.flatMap(\.runs).map(\.link)
        == ["here.html#x", "https://f.example/b/there.html", "https://f.example/out.html"])
    let files = try require(await rows[1].readEntry()).enclosures.map {
      ArticleEnclosure($0, of: rows[1].path).address
    }
    expect(files[0]?.hasPrefix("file:///") == true && files[1] == "https://f.example/b/there.mp3")
    // The export tells nothing of this computer.
    let export = JSONFeedExport.json(for: try FeedReader.read(contentsOf: rows[0].path.text))
    expect(export.contains("https://f.example/b/here.html") && !export.contains("\"here.html"))
  }
}
