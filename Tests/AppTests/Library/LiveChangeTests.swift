import Expectations
import FeedViewerFeeds
import LayoutCore
import Testing

@testable import FeedViewer

/// How the library handles changes of open files on the disk.
struct LiveChangeTests {
  private let fixture = LibraryFixture()
  private var library: FeedLibrary { fixture.library }

  @Test func aChangedFileIsReloadedAndOnlyDifferencesAreApplied() async {
    await fixture.open("/a", title: "A", ["1", "2", "3"])
    library.setRead(true, at: [RowIndexPath(section: 0, row: 1)])
    fixture.change("/a")
    await fixture.finish("/a", title: "A", ["0", "1", "2"])
    expect(fixture.keys, equals: [["0", "1", "2"]])
    expect(fixture.listAgrees)
    expect(library.row(at: RowIndexPath(section: 0, row: 2))?.isRead, equals: true)
    let change = fixture.changes.last
    expect(
      change?.newIndexPath(for: RowIndexPath(section: 0, row: 0)), equals: RowIndexPath(section: 0, row: 1))
    expect(change?.reloadedRows.isEmpty, equals: true)
    expect(fixture.revealed.isEmpty)
  }

  @Test func anUnreadableFileKeepsItsRows() async {
    await fixture.open("/a", title: "A", ["1"])
    fixture.change("/a")
    await fixture.report(.failed(FeedError(file: "/a", reason: .doesNotExist)), of: "/a")
    expect(fixture.keys, equals: [["1"]])
    expect(
      library.problems.map(\.message),
      equals: [
        "“\u{2068}a\u{2069}” was moved or deleted. Showing the last version read."
      ])
    fixture.change("/a")
    await fixture.finish("/a", title: "A", ["1", "2"])
    expect(library.problems.isEmpty)
    expect(fixture.keys, equals: [["1", "2"]])
  }

  @Test func aTruncatedFileKeepsItsRows() async {
    await fixture.open("/a", title: "A", ["1", "2"])
    var heading = LibraryFixture.heading("A", "/a")
    heading.completeCount = 1
    fixture.change("/a")
    await fixture.report(
      .part(heading, [LibraryFixture.section(["1"], path: "/a")]), .finished(heading), of: "/a")
    expect(fixture.keys, equals: [["1", "2"]])
    expect(
      library.problems.map(\.message),
      equals: [
        "“\u{2068}a\u{2069}” is now incomplete. Showing the last version read."
      ])
    // Opening the file explicitly shows its current content.
    library.reload()
    await fixture.report(
      .part(heading, [LibraryFixture.section(["1"], path: "/a")]), .finished(heading), of: "/a")
    expect(fixture.keys, equals: [["1"]])
  }

  @Test func aChangeWhileReadingCausesAnotherReading() async {
    await fixture.open("/a", title: "A", ["1"])
    library.reload()
    fixture.change("/a")
    fixture.change("/a")
    await fixture.finish("/a", title: "A", ["1", "2"])
    expect(library.isLoading)
    await fixture.finish("/a", title: "A", ["1", "2", "3"])
    expect(!library.isLoading)
    expect(fixture.keys, equals: [["1", "2", "3"]])
  }

  @Test func repairsAreThoseOfTheFileAsItIs() async {
    var heading = LibraryFixture.heading("A", "/a")
    let place = FeedWarning(line: 1, column: 1, found: "x", repair: "y")
    library.open(["/a"])
    for count in 1...3 {
      let repairs = count < 3 ? FeedRepairs(count: count, places: [place]) : nil
      heading.repairs = repairs
      if count > 1 { fixture.change("/a") }
      await fixture.report(.finished(heading), of: "/a")
      expect(library.files[0].reportedRepairs, equals: repairs)
    }
    expect(library.problems.isEmpty)
  }

  @Test func aNoteTakesThePlaceOfOneOfItsKind() async {
    var heading = LibraryFixture.heading("A", "/a")
    heading.notes = [.largeFile(bytes: 500_000_000)]
    library.open(["/a"])
    // As soon as the first rows of the file are read.
    await fixture.report(.part(heading, [LibraryFixture.section(["1"], path: "/a")]), of: "/a")
    expect(library.files[0].reportedNotes, equals: heading.notes)
    await fixture.report(.finished(heading), of: "/a")
    expect(library.files[0].reportedNotes == heading.notes && library.entryCount == 1)
    for count in [3, 4] {
      heading.notes = [.entriesOmitted(count: count, limit: 9), .largeFile(bytes: 600_000_000 + count)]
      fixture.change("/a")
      await fixture.report(.finished(heading), of: "/a")
      expect(library.files[0].reportedNotes, equals: heading.notes.reversed())
    }
  }

  @Test func aFileCreatedLaterIsOpened() async {
    library.open(["/a"])
    await fixture.report(.failed(FeedError(file: "/a", reason: .doesNotExist)), of: "/a")
    fixture.change("/a")
    await fixture.finish("/a", title: "A", ["1"])
    expect(library.problems.isEmpty)
    expect(fixture.keys, equals: [["1"]])
  }

  @Test func closedFilesAreNotWatched() async {
    library.open(["/a"])
    await fixture.report(.failed(FeedError(file: "/a", reason: .empty)), of: "/a")
    library.close("/a")
    fixture.change("/a")
    expect(library.files.isEmpty && !library.isLoading)
    expect(library.watches.isEmpty)
  }
}
