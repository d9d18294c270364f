import Expectations
import FeedViewerBase
import FeedViewerReadingState
import LayoutCore
import ProgramRuns
import Testing
import VirtualList

@testable import FeedViewer

/// An archive that is shown alone is read only where the list shows it, as among others.
struct ArchiveAloneTests {
  private static let count = 600
  private let folder: TemporaryFolder
  private let fixture: LibraryFixture
  private let list: SearchedList
  private var library: FeedLibrary { list.library }

  init() throws {
    folder = try TemporaryFolder()
    fixture = LibraryFixture(holdingFilesMarkedIn: ReadingState(), head: 20)
    list = SearchedList(fixture.library)
  }

  private static func feed(_ numbers: some Sequence<Int>, title: String) -> String {
    let items = numbers.map { "<item><title>\(title) \($0)</title><guid>g\($0)</guid></item>" }
    return "<rss><channel><title>\(title)</title>\(items.joined())</channel></rss>"
  }

  /// Opens two files, and shows the second one alone.
  private func open() async throws -> (first: String, second: String) {
    let first = try folder.write(Self.feed(0..<Self.count, title: "First"), to: "a.xml")
    let second = try folder.write(Self.feed(0..<Self.count, title: "Second"), to: "b.xml")
    library.open([first, second])
    try await expect(
      MainLoop.settle { library.isArchive(first) && library.isArchive(second) && !library.isLoading })
    list.entries.show(Arrangement(scope: .feed(FilePath(second))))
    try await expect(MainLoop.settle { list.isComplete && list.shown.count == 1 })
    return (first, second)
  }

  private var isRight: Bool { list.agrees && list.shown == [Array(0..<Self.count)] }

  @Test func onlyWhatIsShownIsRead() async throws {
    let (first, second) = try await open()
    expect(isRight && library.isArchive(first) && library.isArchive(second) && !list.entries.isPlain)
    let place = RowIndexPath(section: 0, row: 444)
    expect(list.entries.row(at: place) == nil && list.entries.libraryPlace(of: place)?.section == 1)
    list.entries.need([place])
    try await expect(MainLoop.settle { list.entries.row(at: place) != nil })
    expect(list.entries.row(at: place)?.title == "Second 444" && list.entries[place].path == second)
    expect(list.read.contains(place) && library.row(at: place)?.isPlaceholder == true)
    // What is read of the other file is not told.
    library.need([RowIndexPath(section: 0, row: 300)])
    try await expect(MainLoop.settle { library.sections[0].rows[300].isPlaceholder == false })
    expect(!list.read.contains(RowIndexPath(section: 0, row: 300)) && isRight)
    expect(list.entries.shownPlace(of: RowIndexPath(section: 0, row: 300)) == nil)
    expect(
      list.entries.shownPlace(of: RowIndexPath(section: 1, row: 7)), equals: RowIndexPath(section: 0, row: 7))
    list.entries.show(Arrangement())
    try await expect(MainLoop.settle { list.isComplete && list.shown.count == 2 })
    expect(list.agrees && library.isArchive(second) && list.entries.isPlain)
  }

  @Test func theListFollowsItsFileAndNoOther() async throws {
    let (first, second) = try await open()
    // The other file is in front of it.
    library.close(first)
    try await expect(MainLoop.settle { list.isComplete && library.sections.count == 1 })
    expect(isRight && library.isArchive(second))
    let third = try folder.write(Self.feed(0..<50, title: "Third"), to: "c.xml")
    library.open([third])
    try await expect(MainLoop.settle { !library.isLoading && library.sections.count == 2 })
    expect(isRight && library.isArchive(second))
    try await expect(
      MainLoop.settle { library.files[0].loaded?.known?.fingerprints != nil && !library.isLoading })
    _ = try folder.write(
      Self.feed(Array(0..<300) + Array(1_000..<1_005) + Array(300..<Self.count), title: "Second"), to: "b.xml"
    )
    fixture.change(second)
    try await expect(
      MainLoop.settle {
        !library.isLoading && list.shown.first?.count == Self.count + 5 && list.isComplete
      })
    expect(list.agrees && list.shown.count == 1 && library.isArchive(second))
    let place = RowIndexPath(section: 0, row: 302)
    list.entries.need([place])
    try await expect(MainLoop.settle { list.entries.row(at: place)?.title == "Second 1002" })
    library.close(second)
    try await expect(MainLoop.settle { list.isComplete && list.shown.isEmpty })
    list.entries.show(Arrangement())
    try await expect(MainLoop.settle { list.isComplete && list.agrees && list.shown.count == 1 })
  }

  @Test func aSearchAndAnotherOrderBeginAndEndThere() async throws {
    let (first, second) = try await open()
    list.search.search("second 41")
    try await expect(MainLoop.settle { list.isComplete && list.search.foundCount != nil })
    expect(
      list.agrees && list.shown == [(0..<Self.count).filter { "\($0)".contains("41") }]
        && library.isArchive(second))
    list.search.end()
    try await expect(MainLoop.settle { list.isComplete && isRight })
    expect(list.last?.oldIndexPath(for: RowIndexPath(section: 0, row: 412))?.row, equals: 6)
    list.entries.show(Arrangement(order: .title, scope: .feed(FilePath(second))))
    try await expect(MainLoop.settle { list.isComplete })
    expect(library.isArchive(second) && library.isArchive(first) && isRight && list.entries.isArranged)
    list.entries.show(Arrangement(scope: .feed(FilePath(second))))
    try await expect(MainLoop.settle { list.isComplete && isRight })
  }
}
