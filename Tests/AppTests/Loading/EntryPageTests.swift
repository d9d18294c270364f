import Expectations
import FeedViewerFeeds
import FeedViewerReadingState
import Foundation
import ProgramRuns
import Testing

@testable import FeedViewer

/// Rows whose texts are forgotten and read again.
struct EntryPageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func rows(_ path: String) async -> [FeedRow] {
    var rows: [FeedRow] = []
    for await event in FeedLoader.events(path: path, state: ReadingState(), sizes: LoadingSizes(reread: 0)) {
      if case .part(_, let sections) = event { rows += sections.flatMap(\.rows) }
    }
    return rows
  }

  private func feed(_ count: Int, long: Int? = nil) -> String {
    let items = (0..<count).map { index in
      let text = String(repeating: "Text of \(index). ", count: index == long ? 20_000 : 3)
      return "<item><guid>\(index % 90)</guid>\(index % 5 == 0 ? "" : "<title>Title \(index)</title>")"
        + "<pubDate>Sun, 01 Feb 2026 0\(index % 10):00:00 GMT</pubDate><link>/p/\(index)</link>"
        + "<description>\(text)</description></item>"
    }
    return "<rss><channel><title>F</title><link>https://f.example/</link>\(items.joined())</channel></rss>"
  }

  /// Forgets all texts that can be read again.
  private func forget(_ rows: [FeedRow]) {
    for row in rows { while !row.page.forgetTexts() {} }
  }

  @Test func textsAreTheSameWhenTheyAreReadAgain() async throws {
    let path = try folder.write(feed(300, long: 123), to: "feed.xml")
    let rows = await rows(path)
    // All entries stay in memory.
    let kept = FeedLoader.sections(of: try FeedReader.read(contentsOf: path), path: path).flatMap(\.rows)
    expect(rows.count == 300 && kept.count == 300)
    expect(Set(rows.map { ObjectIdentifier($0.page) }).count < 20)
    for _ in 0..<2 {
      for (row, other) in zip(rows, kept) {
        expect(row.rowContent, equals: other.rowContent)
        expect(row.stateKey == other.stateKey && row.revision == other.revision)
        expect(row.ordinal, equals: other.ordinal)
        expect(row.link == other.link && row.date == other.date && row.entryKey == other.entryKey)
        expect(row.title, equals: other.title)
        expect(row.page.titleLength(row.index), equals: other.title.utf8.count)
        expect(row.page.previewLength(row.index), equals: other.preview.utf8.count)
        let (entry, same) = (await row.readEntry(), await other.readEntry())
        expect(entry?.contentRevision == same?.contentRevision && entry?.key == same?.key)
      }
      forget(rows)
    }
    let article = await ArticleLoader.entry(of: rows[70]).source
    expect(article.text, equals: await kept[70].readEntry()?.body)
  }

  @Test func rowsOfAFileThatHasChangedSaySo() async throws {
    let path = try folder.write(feed(200), to: "feed.xml")
    let rows = await rows(path)
    forget(rows)
    let handle = try require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 9_000)
    try handle.close()
    expect(rows[3].preview.hasPrefix("Text of 3."))
    expect(rows[199].title == "Title 199" && rows[199].texts.title == "Title 199")
    expect(rows[199].metadata.contains("Changed on disk"))
    // One without a title shows how its text began.
    expect(rows[195].texts.title.hasPrefix("Text of 195.") && rows[195].metadata.contains("Changed on disk"))
    let (gone, present) = (await rows[199].readEntry(), await rows[3].readEntry())
    expect(gone == nil && present != nil)
    // Other entries of the same length are not taken for those that were there.
    forget(rows)
    try feed(200).replacing("Text of 19", with: "Toxt of 19").write(
      toFile: path, atomically: false, encoding: .utf8)
    expect(rows[189].preview.hasPrefix("Text of 189."))
    expect(rows[199].metadata.contains("Changed on disk"))
  }

  /// The file is still open.
  @Test func rowsOfAReplacedFileKeepTheirTexts() async throws {
    let path = try folder.write(feed(150), to: "feed.xml")
    let rows = await rows(path)
    forget(rows)
    try FileManager.default.removeItem(atPath: path)
    try folder.write("gone", to: "feed.xml")
    expect(rows[149].preview.hasPrefix("Text of 149."))
  }

  @Test func pagesThatWereNotAskedForAreForgottenFirst() async throws {
    let path = try folder.write(feed(640), to: "feed.xml")
    let pages = await rows(path).reduce(into: [EntryPage]()) { if $0.last !== $1.page { $0.append($1.page) } }
    let loaded = LoadedPages(limit: 100)
    let some = pages.filter { $0.count == EntryPage.capacity }.prefix(4)
    expect(some.count, equals: 4)
    for page in some { while !page.forgetTexts() {} }
    for page in some.prefix(3) { loaded.loaded(page, size: 30) }
    _ = some[0].texts(0)
    loaded.loaded(some[3], size: 30)
    // The first one was asked for: it goes to the end, and the second one is forgotten.
    expect(loaded.count, equals: 3)
    loaded.loaded(some[3], size: 200)
    expect(loaded.count, equals: 1)
    // What was asked for last is forgotten too if there is no room for it.
    for page in some { while !page.forgetTexts() {} }
    let others = LoadedPages(limit: 1_000)
    for page in some { others.loaded(page, size: 30) }
    _ = some[2].texts(0)
    others.shrink(to: 40, sparing: [])
    expect(others.count == 1 && some[2].isLoaded)
    others.shrink(to: 0, sparing: [some[2]])
    expect(others.count == 1 && some[2].isLoaded)
    others.shrink(to: 0, sparing: [])
    expect(others.count == 0 && !some[2].isLoaded)
  }
}
