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

  /// A feed that is read as a whole, or as an archive.
  private final class Sizes { var now = LoadingSizes.whole }

  /// A library with a feed, the next page of which is being read.
  private func pageBeingRead(
    _ sizes: Sizes
  ) async throws -> (library: FeedLibrary, path: String, page: Task<NextPage, Never>) {
    let library = FeedLibrary(
      load: { FeedLoader.events(path: $0, state: ReadingState(), sizes: sizes.now, since: $1) },
      watch: { _, _ in NSObject() })
    try folder.write(page((0..<100).map { "page one \($0)" }, next: "two.xml"), to: "one.xml")
    try folder.write(page((0..<20_000).map { "page two \($0)" }, next: nil), to: "two.xml")
    let path = folder.path + "/one.xml"
    library.open([path])
    try await expect(MainLoop.settle { !library.isLoading })
    let page = Task { await library.loadNextPage(of: path) }
    while !library.files[0].pages.isLoading { await Task.yield() }
    return (library, path, page)
  }

  @Test func aPageIsReadAgainIfItsFileIsReadAgainMeanwhile() async throws {
    let (library, path, page) = try await pageBeingRead(Sizes())
    library.reload()
    await expect(page.value, equals: .busy)
    try await expect(MainLoop.settle { !library.isLoading })
    expect(library.sections.map(\.rows.count), equals: [100])
    await expect(library.loadNextPage(of: path), equals: .loaded(rows: 20_000))
    expect(Set(library.sections[0].rows.map(\.key)).count, equals: 20_100)
  }

  /// Its entries have rows that wait, which no others follow.
  @Test func pagesAreLeftOutWhileTheirFileIsAnArchive() async throws {
    let sizes = Sizes()
    let (library, path, page) = try await pageBeingRead(sizes)
    sizes.now = .holding(head: 20)
    library.reload()
    await expect(page.value, equals: .busy)
    try await expect(MainLoop.settle { library.isArchive(path) && !library.isLoading })
    for _ in 0..<2 {
      expect(library.entryCount == 100 && library.growingSections.isEmpty)
      sizes.now = .whole
      library.reload()
      try await expect(MainLoop.settle { !library.isArchive(path) && !library.isLoading })
      await expect(library.loadNextPage(of: path), equals: .loaded(rows: 20_000))
      sizes.now = .holding(head: 20)
      library.reload()
      try await expect(MainLoop.settle { library.isArchive(path) && !library.isLoading })
    }
  }

  /// All is known of its feed then, such as where it goes on.
  @Test func anArchiveThatHasChangedHasNoLaterPagesEither() async throws {
    let fixture = LibraryFixture(holdingFilesMarkedIn: ReadingState(), head: 20)
    let library: FeedLibrary = fixture.library
    let path = folder.path + "/one.xml"
    for count in [200, 201] {
      try folder.write(page((0..<count).map { "page one \($0)" }, next: "two.xml"), to: "one.xml")
      try folder.write(page(["page two"], next: nil), to: "two.xml")
      if count == 200 { library.open([path]) } else { fixture.change(path) }
      try await expect(
        MainLoop.settle {
          library.isArchive(path) && !library.isLoading && library.entryCount == count
            && library.files[0].loaded?.known?.fingerprints != nil
        })
    }
    expect(library.nextPage(of: path) != nil && library.growingSections.isEmpty)
    await expect(library.loadNextPage(of: path), equals: .busy)
    expect(library.entryCount == 201 && fixture.listAgrees)
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
