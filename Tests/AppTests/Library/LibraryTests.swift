import Expectations
import FeedViewerFeeds
import LayoutCore
import Testing

@testable import FeedViewer

/// Opening, failing and reloading files.
struct LibraryTests {
  private let fixture = LibraryFixture()
  private var library: FeedLibrary { fixture.library }

  @Test func rowsAppearWhileTheFileIsBeingRead() async {
    library.open(["/a"])
    expect(ContentState(of: library), equals: .loading(["a"]))
    let heading = LibraryFixture.heading("Feed A", "/a")
    await fixture.report(.part(heading, [LibraryFixture.section(["1", "2"], path: "/a")]), of: "/a")
    expect(fixture.keys, equals: [["1", "2"]])
    expect(library.isLoading)
    expect(ContentState(of: library), equals: .rows)
    await fixture.report(
      .part(heading, [LibraryFixture.section(["3"], path: "/a")]), .finished(heading), of: "/a")
    expect(fixture.keys, equals: [["1", "2", "3"]])
    expect(!library.isLoading)
    expect(fixture.titles, equals: ["Feed A"])
    expect(fixture.edits, equals: [.insertSections([0]), .insertRows([RowIndexPath(section: 0, row: 2)])])
  }

  @Test func aFeedMayNameSeveralSections() async {
    library.open(["/a"])
    let heading = LibraryFixture.heading(nil, "/a")
    await fixture.report(
      .part(
        heading,
        [
          LibraryFixture.section(["1"], title: "First", path: "/a"),
          LibraryFixture.section(["2"], title: "Second", path: "/a"),
        ]),
      .part(heading, [LibraryFixture.section(["3"], title: "Second", path: "/a")]), .finished(heading),
      of: "/a")
    expect(fixture.titles, equals: ["First", "Second"])
    expect(fixture.keys, equals: [["1"], ["2", "3"]])
    expect(fixture.listAgrees)
  }

  @Test func sectionsAreInTheOrderInWhichFilesWereOpened() async {
    library.open(["/a", "/b", "/c"])
    await fixture.finish("/c", title: "C", ["3"])
    await fixture.finish("/a", title: "A", ["1"])
    await fixture.finish("/b", title: "B", ["2"])
    expect(fixture.titles, equals: ["A", "B", "C"])
    expect(fixture.listAgrees)
    expect(fixture.revealed.isEmpty)
  }

  @Test func openingAnotherFileScrollsToIt() async {
    await fixture.open("/a", title: "A", ["1"])
    await fixture.open("/b", title: "B", ["2"])
    expect(fixture.revealed, equals: [1])
  }

  @Test func anOpenFileIsReadAgainOnlyIfItCouldNotBeRead() async {
    await fixture.open("/a", title: "A", ["1", "2"])
    await fixture.open("/b", title: "B", ["3"])
    library.open(["/a"])
    expect(library.files.map(\.path) == ["/a", "/b"] && !library.isLoading)
    expect(fixture.revealed, equals: [1])
    library.open(["/c"])
    await fixture.report(.failed(FeedError(file: "/c", reason: .empty)), of: "/c")
    library.open(["/c", "/a"])
    expect(library.isLoading("/c") && !library.isLoading("/a") && library.files.count == 3)
    await fixture.finish("/c", title: "C", ["4"])
    expect(fixture.keys == [["1", "2"], ["3"], ["4"]] && fixture.listAgrees)
  }

  @Test func aFailedFileStaysOnTheShelfAndKeepsTheOthers() async {
    await fixture.open("/a", title: "A", ["1"])
    library.open(["/b"])
    let error = FeedError(file: "/b", line: 3, column: 7, reason: .webPage)
    await fixture.report(.failed(error), of: "/b")
    expect(fixture.keys, equals: [["1"]])
    expect(ContentState(of: library), equals: .rows)
    // Until the reader closes it.
    expect(library.files.map(\.path) == ["/a", "/b"] && library.error(ofFile: "/b") == error)
  }

  @Test func missingPermissionIsReported() async {
    let error = FeedError(file: "/a/secret.xml", reason: .isNotPermitted)
    library.open(["/a/secret.xml"])
    await fixture.report(.failed(error), of: "/a/secret.xml")
    expect(ContentState(of: library), equals: .unreadable("/a/secret.xml", error))
    let page = ContentState(of: library).page
    expect(page?.title, equals: "Can’t Read secret.xml")
    expect(page?.description, equals: "No permission to read this file.")
    expect(
      page?.buttons.map(\.command.action), equals: ["win.reload-file", "win.locate-file", "win.close-file"])
    expect(page?.buttons.allSatisfy { $0.target == "/a/secret.xml" }, equals: true)
    await fixture.open("/a/open.xml", title: "Open", ["1"])
    expect(ContentState(of: library), equals: .rows)
    expect(library.error(ofFile: "/a/secret.xml"), equals: error)
  }

  @Test func repairsAreReportedAndTheFileStaysOpen() async {
    library.open(["/a/blog.xml"])
    var heading = LibraryFixture.heading("Blog", "/a/blog.xml")
    heading.repairs = FeedRepairs(
      count: 3, places: [FeedWarning(line: 120, column: 7, found: "a bare “&”", repair: "kept as text")])
    await fixture.report(
      .part(heading, [LibraryFixture.section(["1"], path: "/a/blog.xml")]), .finished(heading),
      of: "/a/blog.xml")
    expect(
      library.files.map(\.reportedRepairs?.description),
      equals: [
        "3 errors repaired, the first at line 120, column 7: a bare “&”; kept as text."
      ])
    expect(library.problems.isEmpty && library.entryCount == 1)
  }

  @Test func truncationIsReportedBeforeRepairs() {
    let repaired = FeedWarning(line: 2, column: 7, found: "a bare “&”", repair: "kept as text")
    let end = FeedWarning(
      line: 9, column: 4, found: "the file ends in the middle", repair: "cut off after 3 complete entries")
    let cut = "The file is incomplete: it ends at line 9, column 4: cut off after 3 complete entries."
    expect(FeedRepairs(count: 1, places: [end], isCutOff: true).description, equals: cut)
    expect(
      FeedRepairs(count: 2, places: [repaired, end], isCutOff: true).description,
      equals: "\(cut) 1 more error repaired, at line 2, column 7: a bare “&”; kept as text.")
    expect(
      FeedRepairs(count: 3, places: [repaired, repaired, end], isCutOff: true).description
        .hasPrefix("\(cut) 2 more errors repaired, the first at line 2"))
    // If there are very many repairs, the last one is not among the places.
    expect(
      FeedRepairs(count: 2_000, places: [repaired], isCutOff: true).description.hasPrefix(
        "2000 errors repaired"))
  }

  @Test func errorsAreThePageIfEveryFileFails() async {
    library.open(["/a"])
    await fixture.report(.failed(FeedError(file: "/a", reason: .empty)), of: "/a")
    library.open(["/b"])
    await fixture.report(
      .failed(FeedError(file: "/b", line: 3, column: 7, reason: .invalidJSON("a comma"))), of: "/b")
    expect(ContentState(of: library), equals: .allUnreadable(count: 2))
    library.close("/a")
    let page = ContentState(of: library).page
    expect(page?.title == "Can’t Read b" && page?.description.hasPrefix("Line 3, column 7: ") == true)
  }

  @Test func aFileThatIsNotThereCanBeLocated() async throws {
    library.open(["/a/gone.xml"])
    await fixture.report(.failed(FeedError(file: "/a/gone.xml", reason: .doesNotExist)), of: "/a/gone.xml")
    let page = try require(ContentState(of: library).page)
    expect(page.title, equals: "gone.xml Was Not Found")
    expect(page.description, equals: "Moved, renamed or deleted: /a/gone.xml")
    expect(
      page.buttons.map(\.command.action), equals: ["win.locate-file", "win.reload-file", "win.close-file"])
  }

  @Test func anOutlineWithoutFeedsSaysSo() async {
    library.open(["/a.opml"])
    var heading = LibraryFixture.heading("A", "/a.opml")
    heading.format = .opml
    await fixture.report(
      .part(heading, [LibraryFixture.section([], path: "/a.opml")]), .finished(heading), of: "/a.opml")
    expect(ContentState(of: library), equals: .noFeeds)
  }

  @Test func anEmptyFeedIsNotAnError() async {
    await fixture.open("/a", title: "A", [])
    expect(ContentState(of: library), equals: .noEntries(feedCount: 1))
    expect(library.problems.isEmpty)
    expect(library.sections.map(\.countText), equals: ["0 entries"])
  }

  @Test func aWindowWithoutFilesShowsItsOwnPage() {
    expect(ContentState(of: library), equals: .nothingOpen)
    expect(TitleText(of: library).title, equals: "Feed Viewer")
  }

  @Test func oldRowsStayUntilTheNewOnesAreRead() async {
    await fixture.open("/a", title: "A", ["1"])
    library.reload()
    await fixture.report(
      .part(LibraryFixture.heading("A", "/a"), [LibraryFixture.section(["2"], path: "/a")]), of: "/a")
    expect(fixture.keys, equals: [["1"]])
  }

  @Test func countsThatWouldGrowWhileAFileIsReadAreNotShown() async {
    await fixture.open("/a", title: "A", ["1"])
    library.open(["/b"])
    let heading = LibraryFixture.heading("B", "/b")
    await fixture.report(.part(heading, [LibraryFixture.section(["2", "3"], path: "/b")]), of: "/b")
    expect(library.entryCount, equals: 3)
    for scope in [.all, .feed("/b")] as [Scope] {
      expect(TitleText(of: library, scope: scope).subtitle, equals: "")
    }
    expect(TitleText(of: library, scope: .feed("/a")).subtitle, equals: "1 entry")
    expect(library.settledUnreadCounts.keys.map(\.text) == ["/a"] && library.unreadCount == nil)
    await fixture.report(
      .part(heading, [LibraryFixture.section(["4"], path: "/b")]), .finished(heading), of: "/b")
    expect(TitleText(of: library).subtitle, equals: "4 entries")
    expect(library.settledUnreadCounts.mapValues(\.unread), equals: ["/a": 1, "/b": 3])
    // A file that is read again keeps its numbers meanwhile.
    library.reload()
    expect(TitleText(of: library).subtitle == "4 entries" && library.unreadCount?.unread == 4)
  }

  @Test func countsAreFormattedWithSeparators() {
    expect(EntryCount.text(0), equals: "0 entries")
    expect(EntryCount.text(1), equals: "1 entry")
    expect(EntryCount.text(9_999), equals: "9999 entries")
    expect(EntryCount.text(1_000_000), equals: "1\u{202F}000\u{202F}000 entries")
  }
}
