import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import FeedViewer
@testable import VirtualList

/// Beside the list, the article is that of the selected row, and what is shown for a while counts as read.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ShownSelectionTests {
  private let fixture: WindowFixture
  private var window: ViewerWindow { fixture.window }

  init() async throws {
    fixture = try await WindowFixture(
      size: WindowSize(width: 1_000, height: 500), [(0..<60).map { "entry \($0)" }])
  }

  private func place(_ row: Int) -> RowIndexPath { RowIndexPath(section: 0, row: row) }

  private func resize(to width: Int, isSplit: Bool) async throws {
    gtk_window_set_default_size(window.pointer, Int32(width), 500)
    try await expect(fixture.settle { window.panes.arrangement.isSplit == isSplit })
  }

  /// Waits for longer than an entry must be shown to count as read.
  private func waitForReadingTime() async throws {
    var isOver = false
    let timeout = TimeoutSource(milliseconds: window.pace.readingTime + 1) {
      isOver = true
      return .done
    }
    try await expect(fixture.settle { isOver })
    withExtendedLifetime(timeout) {}
  }

  @Test func theSelectedEntryIsShownOnceThereIsRoomForIt() async throws {
    try await resize(to: 500, isSplit: false)
    window.list.select(place(7))
    try await expect(fixture.settle { !window.article.isShown })
    try await resize(to: 1_000, isSplit: true)
    try await expect(fixture.settle { window.article.row?.title == "entry 7" })
    expect(window.list.selectedRow, equals: place(7))
  }
  @Test func marksStayAsTheReaderLeavesThem() async throws {
    // When the row of the entry looks different.
    window.pace.readingTime = 50
    for (row, action, value) in [(7, "density", "comfortable"), (8, "zoom-in", nil)] {
      window.list.select(place(row))
      try await expect(
        fixture.settle {
          window.article.row?.title == "entry \(row)" && window.article.row?.isRead == true
            && window.article.isComplete
        })
      fixture.activate("toggle-read")
      if let value { fixture.choose(value, of: action) } else { fixture.activate(action) }
      expect(
        window.list.selectedRow == place(row) && window.article.row?.title == "entry \(row)", "\(action)")
      try await waitForReadingTime()
      expect(window.article.row?.isRead, equals: false, "\(action)")
    }
    // When it is marked as unread while it is shown.
    window.pace.readingTime = 200
    for (row, action) in [(9, "toggle-read"), (10, "undo")] {
      window.list.select(place(row))
      expect(window.article.row?.title, equals: "entry \(row)")
      fixture.activate("toggle-read")
      fixture.activate(action)
      try await waitForReadingTime()
      expect(!window.entries[place(row)].isRead, "\(action)")
    }
    // When the entry before it is removed.
    window.pace.readingTime = 60_000
    window.list.select(place(3))
    fixture.activate("delete-row")
    try await expect(fixture.settle { window.article.row?.title == "entry 4" })
    expect(window.list.selectedRow == place(3) && window.library.sections[0].unreadCount == 59)
  }
}
