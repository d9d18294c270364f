import Expectations
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewerRows
@testable import FeedViewer
@testable import VirtualList

/// An entry that has left the list while it is read beside it.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct PinnedEntryTests {
  private let fixture: WindowFixture
  private var window: ViewerWindow { fixture.window }

  init() async throws {
    fixture = try await WindowFixture(
      size: WindowSize(width: 1_100, height: 500),
      [["alder 1", "birch 2", "alder 3", "birch 4"], ["alder 5"]])
    fixture.window.pace.restTime = 1
  }

  private func read(_ row: Int) async throws {
    let place = RowIndexPath(section: 0, row: row)
    window.list.select(place)
    try await expect(fixture.settle { window.article.row == window.entries.row(at: place) })
  }

  private func expectReason(_ reason: PinnedStrip.Reason?) async throws {
    try await expect(
      fixture.settle { !window.search.isBusy && window.article.pinned.reason == reason },
      "\(window.article.pinned.reason.debugDescription)")
  }

  @Test func theStripTellsWhatHidesTheEntry() async throws {
    defer { fixture.close() }
    try await read(0)
    fixture.choose("starred", of: "filter")
    try await expectReason(.filter(.starred))
    window.beginSearch()
    window.searchBar.field.text = "birch"
    try await expectReason(.search)
    // The search finds it: ending that would not show it.
    window.searchBar.field.text = "alder"
    try await expectReason(.filter(.starred))
    fixture.activate("show-in-list")
    try await expectReason(nil)
    expect(window.searchBar.field.isOpen && fixture.titles == [["alder 1", "alder 3"], ["alder 5"]])
    expect(window.list.selectedRow, equals: RowIndexPath(section: 0, row: 0))
  }

  @Test(arguments: ["show-in-list", "search-mode"])
  func itIsShownOnWhenTheSearchEnds(action: String) async throws {
    defer { fixture.close() }
    try await read(3)
    window.beginSearch()
    window.searchBar.field.text = "\"alder 5\""
    try await expectReason(.search)
    let generation = window.article.view.dataSource.generation
    fixture.activate(action)
    expect(window.article.row?.title, equals: "birch 4")
    try await expectReason(nil)
    try await expect(
      MainLoop.settle(lasting: .milliseconds(20)) {
        window.isComplete && window.list.selectedRow == RowIndexPath(section: 0, row: 3)
          && window.article.row?.title == "birch 4"
      })
    expect(window.article.view.dataSource.generation, equals: generation)
  }

  @Test(arguments: [false, true])
  func theEntryThatWasChosenFromResultsStaysWhenTheSearchEnds(isOfAllFeeds: Bool) async throws {
    defer { fixture.close() }
    if isOfAllFeeds {
      window.show(.feed(window.library.files[0].path))
      try await expect(fixture.settle { fixture.titles.count == 1 })
    }
    try await read(3)
    window.beginSearch()
    window.searchBar.field.text = "\"alder 1\""
    try await expectReason(.search)
    if isOfAllFeeds { fixture.activate("search-all") }
    try await read(0)
    window.searchBar.field.text = "xyzzy"
    try await expectReason(.search)
    window.searchBar.field.close()
    try await expectReason(nil)
    expect(window.article.row?.title == "alder 1" && fixture.titles.count == (isOfAllFeeds ? 1 : 2))
    expect(window.list.selectedRow, equals: RowIndexPath(section: 0, row: 0))
  }

  @Test func itGetsMarksByKeyFromTheList() async throws {
    defer { fixture.close() }
    try await read(0)
    window.beginSearch()
    window.searchBar.field.text = "birch"
    try await expectReason(.search)
    window.list.takeFocus()
    try await expect(fixture.settle { fixture.isEnabled("toggle-starred") })
    fixture.activate("toggle-starred")
    expect(window.article.row?.isStarred, equals: true)
    expect(window.library.starredCount, equals: 1)
  }

  @Test(arguments: [("next-article", "alder 3"), ("previous-article", "alder 1"), ("next-unread", "alder 3")])
  func theReaderGoesOnFromWhereItWas(action: String, title: String) async throws {
    defer { fixture.close() }
    try await read(1)
    window.entries.set(.read, true, of: [try require(window.article.row)])
    fixture.choose("unread", of: "filter")
    try await expectReason(.filter(.unread))
    fixture.activate(action)
    try await expect(fixture.settle { window.article.row?.title == title })
    try await expectReason(nil)
  }
}
