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

  @Test func itIsShownOnWhenTheSearchEnds() async throws {
    for action in ["show-in-list", "search-mode"] {
      try await read(3)
      window.beginSearch()
      window.searchBar.field.text = "\"alder 5\""
      try await expectReason(.search)
      let generation = window.article.view.dataSource.generation
      fixture.activate(action)
      expect(window.article.row?.title, equals: "birch 4", "\(action)")
      try await expectReason(nil)
      try await expect(
        MainLoop.settle(lasting: .milliseconds(20)) {
          window.isComplete && window.list.selectedRow == RowIndexPath(section: 0, row: 3)
            && window.article.row?.title == "birch 4"
        }, "\(action)")
      expect(window.article.view.dataSource.generation, equals: generation, "\(action)")
    }
  }
}
