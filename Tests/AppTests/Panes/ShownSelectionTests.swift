import CGtk
import Expectations
import FeedViewerBase
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing
import WidgetTesting

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
    defer { fixture.close() }
    try await resize(to: 500, isSplit: false)
    window.list.select(place(7))
    try await expect(fixture.settle { !window.article.isShown })
    try await resize(to: 1_000, isSplit: true)
    try await expect(fixture.settle { window.article.row?.title == "entry 7" })
    expect(window.list.selectedRow, equals: place(7))
  }

  @Test(arguments: [("density", "comfortable"), ("zoom-in", nil)])
  func theEntryStaysWhenItsRowLooksDifferent(action: String, value: String?) async throws {
    defer { fixture.close() }
    window.pace.readingTime = 50
    window.list.select(place(7))
    try await expect(fixture.settle { window.article.row?.isRead == true && window.article.isComplete })
    fixture.activate("toggle-read")
    if let value { fixture.choose(value, of: action) } else { fixture.activate(action) }
    expect(window.list.selectedRow == place(7) && window.article.row?.title == "entry 7")
    try await waitForReadingTime()
    expect(window.article.row?.isRead, equals: false)
  }

  @Test(arguments: ["toggle-read", "undo"])
  func anEntryThatIsMarkedAsUnreadWhileItIsShownStaysSo(action: String) async throws {
    defer { fixture.close() }
    window.pace.readingTime = 200
    window.list.select(place(7))
    expect(window.article.row?.title, equals: "entry 7")
    fixture.activate("toggle-read")
    fixture.activate(action)
    try await waitForReadingTime()
    expect(!window.entries[place(7)].isRead)
  }

  @Test func theEntryAfterOneThatIsRemovedIsNotReadAtOnce() async throws {
    defer { fixture.close() }
    window.pace.readingTime = 60_000
    window.list.select(place(3))
    fixture.activate("delete-row")
    try await expect(fixture.settle { window.article.row?.title == "entry 4" })
    expect(window.list.selectedRow == place(3) && window.library.sections[0].unreadCount == 59)
  }

  @Test func anEntryThatComesBackIsShownWhateverWasSelectedSince() async throws {
    defer { fixture.close() }
    window.list.select(place(3))
    fixture.activate("delete-row")
    window.list.select(place(20))
    fixture.activate("undo")
    fixture.activate("redo")
    window.list.select(place(30))
    fixture.activate("undo")
    try await expect(fixture.settle { window.article.row?.title == "entry 3" })
    expect(window.list.selectedRow, equals: place(3))
  }

  @Test func theEntryAfterOneThatASearchHidesIsTheFirstResult() async throws {
    defer { fixture.close() }
    window.list.select(place(7))
    window.activate(place(7))
    try await expect(fixture.settle { window.isReading })
    window.beginSearch()
    window.searchBar.field.text = "\"entry 12\""
    try await expect(fixture.settle { window.search.foundCount != nil && fixture.titles == [["entry 12"]] })
    expect(window.article.row?.title == "entry 7" && window.article.pinned.reason == .search)
    expect(fixture.isEnabled("next-article"))
    window.turn(.next)
    try await expect(fixture.settle { window.article.row?.title == "entry 12" })
  }

  @Test func anEntryThatASearchHasFoundIsNotShownBesideAnotherList() async throws {
    defer { fixture.close() }
    let other = FilePath(
      try fixture.folder.write(SampleFeed.rss(title: "Other", entries: ["a", "b"]), to: "other.xml"))
    window.open([other])
    try await expect(fixture.settle { window.library.files.count == 2 })
    window.show(.all)
    try await expect(fixture.settle { window.entries.sections.count == 2 })
    window.list.select(place(7))
    window.beginSearch()
    window.searchBar.field.text = "entry"
    try await expect(fixture.settle { window.search.foundCount == 60 && !window.entries.isBusy })
    expect(window.article.row?.title == "entry 7" && window.list.selectedRow == place(7))
    window.show(.feed(other))
    try await expect(fixture.settle { window.entries.sections.map(\.rows.count) == [2] })
    expect(window.list.selectedRow == nil && !window.article.isShown && !window.searchBar.field.isOpen)
  }

  @Test func anEntryThatASearchFindsAgainInItsNewFileStaysSelected() async throws {
    defer { fixture.close() }
    let path = try require(window.library.files.first?.path)
    window.beginSearch()
    window.searchBar.field.text = "entry"
    try await expect(fixture.settle { window.search.foundCount == 60 && !window.entries.isBusy })
    window.list.select(place(7))
    try await expect(fixture.settle { window.article.row?.title == "entry 7" })
    let items = (0..<60).map {
      "<item><guid>entry \($0)</guid><title>entry \($0)</title><description>Another text.</description></item>"
    }
    try fixture.folder.write(
      "<rss version=\"2.0\"><channel><title>Feed 0</title>\(items.joined())</channel></rss>", to: "0.xml")
    window.library.reload(path)
    try await expect(
      fixture.settle {
        let document = window.article.view.document
        return !window.search.isBusy && !window.entries.isBusy
          && (0..<document.count).contains { document.row(at: $0).text == "Another text." }
      })
    expect(window.list.selectedRow == place(7) && window.article.row?.title == "entry 7")
    expect(window.article.pinned.reason == nil && window.search.foundCount == 60)
  }
}
