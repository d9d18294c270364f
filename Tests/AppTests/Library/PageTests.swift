import Expectations
import FeedViewerFeeds
import FeedViewerReadingState
import Foundation
import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewer

/// Pages of a feed in several real files.
struct PageTests {
  private let folder: TemporaryFolder
  private let library = FeedLibrary(watch: { _, _ in NSObject() })

  init() throws { folder = try TemporaryFolder() }

  private func page(_ entries: [String], next: String?) -> String {
    let items = entries.map { "<item><guid isPermaLink='false'>\($0)</guid><title>\($0)</title></item>" }
    let link = next.map { "<atom:link rel='next' href='\($0)'/>" } ?? ""
    return "<rss><channel><title>Feed</title>\(link)\(items.joined())</channel></rss>"
  }

  private var keys: [[String]] { library.sections.map { $0.rows.map(\.entryKey) } }

  private func open(_ name: String) async throws -> String {
    let path = folder.path + "/" + name
    library.open([path])
    try await expect(MainLoop.settle { !library.isLoading })
    return path
  }

  @Test func pagesAreLoadedUntilTheLastOne() async throws {
    try folder.write(page(["1", "2"], next: "two.xml"), to: "one.xml")
    try folder.write(page(["2", "3"], next: "three%20x.xml"), to: "two.xml")
    try folder.write(page(["4"], next: nil), to: "three x.xml")
    let path = try await open("one.xml")
    expect(library.nextPage(of: path), equals: .file(RealPath.of("\(folder.path)/two.xml")))
    await expect(library.loadNextPage(of: path), equals: .loaded(rows: 1))
    expect(keys, equals: [["1", "2", "3"]])
    await expect(library.loadNextPage(of: path), equals: .loaded(rows: 1))
    expect(keys, equals: [["1", "2", "3", "4"]])
    await expect(library.loadNextPage(of: path), equals: .end)
    expect(library.nextPage(of: path) == nil)
  }

  /// A very large file is read only where the list shows it, but all of a page is shown.
  @Test func aVeryLargePageIsReadAsAWhole() async throws {
    let library = FeedLibrary(
      load: { FeedLoader.events(path: $0, state: ReadingState(), sizes: .holding(head: 5), since: $1) },
      watch: { _, _ in NSObject() })
    try folder.write(page(["1"], next: "two.xml"), to: "one.xml")
    try folder.write(page((0..<300).map { "page two \($0)" }, next: nil), to: "two.xml")
    let path = folder.path + "/one.xml"
    library.open([path])
    try await expect(MainLoop.settle { !library.isLoading })
    await expect(library.loadNextPage(of: path), equals: .loaded(rows: 300))
    expect(library.sections.map(\.rows.count), equals: [301])
  }

  @Test func canonicallyEquivalentKeysAreDifferentEntries() async throws {
    try folder.write(page(["\u{E9}"], next: "two.xml"), to: "one.xml")
    try folder.write(page(["e\u{301}"], next: nil), to: "two.xml")
    let path = try await open("one.xml")
    library.setRead(true, at: [RowIndexPath(section: 0, row: 0)])
    await expect(library.loadNextPage(of: path), equals: .loaded(rows: 1))
    expect(library.sections.map { $0.rows.map(\.isRead) }, equals: [[true, false]])
    library.reload()
    try await expect(MainLoop.settle { !library.isLoading })
    expect(library.sections.map { $0.rows.map(\.isRead) }, equals: [[true, false]])
  }

  @Test func circularPageReferencesEnd() async throws {
    try folder.write(page(["1"], next: "two.xml"), to: "one.xml")
    try folder.write(page(["2"], next: "./one.xml"), to: "two.xml")
    let path = try await open("one.xml")
    await expect(library.loadNextPage(of: path), equals: .loaded(rows: 1))
    await expect(library.loadNextPage(of: path), equals: .end)
    try folder.write(page(["5"], next: "self.xml"), to: "self.xml")
    await expect(library.loadNextPage(of: try await open("self.xml")), equals: .end)
  }

  @Test func remotePagesAreReported() async throws {
    try folder.write(page(["1"], next: "http://feed.example/2"), to: "remote.xml")
    try folder.write(page(["1"], next: "nowhere.xml"), to: "missing.xml")
    await expect(library.loadNextPage(of: try await open("remote.xml")) == .remote("http://feed.example/2"))
    let remarks = FileRemarks(of: try require(library.files.last), isWatched: true)
    expect(remarks.sentences == ["Continues online at http://feed.example/2"])
    await expect(library.loadNextPage(of: try await open("missing.xml")), equals: .missing("nowhere.xml"))
    await expect(library.loadNextPage(of: "/not/open"), equals: .end)
  }

  @Test func aPageThatIsNotAFeedFailsOnce() async throws {
    try folder.write(page(["1"], next: "two.xml"), to: "one.xml")
    try folder.write("", to: "two.xml")
    let path = try await open("one.xml")
    guard case .failed(let error) = await library.loadNextPage(of: path) else {
      Issue.record("The page was read.")
      return
    }
    expect(error.reason, equals: .empty)
    await expect(library.loadNextPage(of: path), equals: .end)
  }

  @Test func laterPagesStayWhenTheFileIsReloaded() async throws {
    try folder.write(page(["1"], next: "two.xml"), to: "one.xml")
    try folder.write(page(["2"], next: nil), to: "two.xml")
    let path = try await open("one.xml")
    _ = await library.loadNextPage(of: path)
    try folder.write(page(["0", "1"], next: "two.xml"), to: "one.xml")
    library.reload()
    try await expect(MainLoop.settle { !library.isLoading })
    expect(keys, equals: [["0", "1", "2"]])
    expect(library.nextPage(of: path) == nil)
  }

  @Test func onlyOnePageIsLoadedAtATime() async throws {
    try folder.write(page(["1"], next: "two.xml"), to: "one.xml")
    try folder.write(page(["2"], next: nil), to: "two.xml")
    let path = try await open("one.xml")
    async let first = library.loadNextPage(of: path)
    async let second = library.loadNextPage(of: path)
    let results = await [first, second]
    expect(results.contains(.loaded(rows: 1)) && results.contains(.busy))
    expect(keys, equals: [["1", "2"]])
  }
}
