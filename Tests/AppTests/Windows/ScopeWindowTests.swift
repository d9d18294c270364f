import CGtk
import Expectations
import FeedViewerBase
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing
import VirtualList

@testable import FeedViewer

/// Lists of today's entries and of outlines, in a window with two feeds and a file that lists feeds.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ScopeWindowTests {
  private let folder: TemporaryFolder
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>
  private let window: ViewerWindow
  private let paths: [FilePath]
  private let moment = Moment()

  /// In seconds since 1970.
  private final class Moment {
    /// 29 November 2026, 12:00 UTC.
    var now: Int64 = 1_795_953_600
  }

  init() async throws {
    folder = try TemporaryFolder()
    application = try TestDisplay.makeApplication()
    window = ViewerWindow(
      application: application.pointer,
      options: ViewerOptions(picture: "unused.png", size: WindowSize(width: 1_000, height: 600)))
    window.entries.clock = .init(secondsFromUTC: 0)
    window.entries.now = { [moment] in moment.now }
    func feed(_ title: String, _ items: [(String, hour: Int)]) -> String {
      let items = items.map { name, hour in
        let day = 29 + (hour < 0 ? -1 : hour / 24)
        let text = "\(day) Nov 2026 \((hour + 24) % 24):30:00 GMT"
        return "<item><guid>\(name)</guid><title>\(name)</title><pubDate>\(text)</pubDate></item>"
      }
      return "<rss version=\"2.0\"><channel><title>\(title)</title>\(items.joined())</channel></rss>"
    }
    paths = [
      FilePath(try folder.write(feed("A", [("late", 23), ("early", 0), ("before", -1)]), to: "a.xml")),
      FilePath(
        try folder.write(
          """
          <opml version="2.0"><head><title>My feeds</title></head><body>
          <outline text="Late news" xmlUrl="https://feed.example/rss" htmlUrl="https://feed.example/"/>
          <outline text="Second" xmlUrl="b.xml"/><outline text="Gone" xmlUrl="gone.xml"/>
          </body></opml>
          """, to: "list.opml")),
      FilePath(try folder.write(feed("B", [("noon", 12), ("tomorrow", 24)]), to: "b.xml")),
    ]
    window.open(paths)
    window.present()
    let window = window
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 5 })
  }

  private func close() { gtk_window_destroy(window.pointer) }

  private var titles: [[String]] { window.entries.sections.map { $0.rows.map(\.title) } }

  private func settle(until isReached: () -> Bool = { true }) async throws {
    try await expect(MainLoop.settle { window.isComplete && !window.entries.isBusy && isReached() })
  }

  private func show(_ scope: Scope) async throws {
    window.show(scope)
    try await settle()
  }

  private func item(_ scope: Scope) throws -> SidebarItem {
    try require(window.sidebarContent.items.first { $0.id == .list(scope) })
  }

  @Test func todaysEntriesAreMarkedAndListedAsTheDayGoesOn() async throws {
    defer { close() }
    // They are marked as read from the sidebar.
    window.markRead(.today)
    try await settle()
    let read = window.library.sections.flatMap(\.rows).filter(\.isRead).map(\.title)
    expect(Set(read), equals: ["late", "early", "noon"])
    window.send(.undo)
    try await settle { !window.library.sections.flatMap(\.rows).contains(where: \.isRead) }
    // They are counted and listed.
    try expect(item(.today).count, equals: "3")
    try await show(.today)
    expect(titles == [["late", "early"], ["noon"]] && window.bars.list.title.text.title == "Today")
    expect(window.bars.list.title.text.subtitle, equals: "3 entries")
    // One that was read stays until another list is chosen.
    window.entries.set(.read, true, of: [window.entries.sections[0].rows[0]])
    try await settle()
    try expect(titles[0].count == 2 && item(.today).count == "2")
    moment.now += 86_400
    window.entries.dayObserver?.check()
    try await settle { titles == [["tomorrow"]] }
    window.updateSidebar()
    try expect(item(.today).count, equals: "1")
    moment.now += 86_400 * 8
    window.entries.dayObserver?.check()
    try await settle { titles.isEmpty }
    expect(window.contentState == .noneToday && window.contentState.page?.title == "Nothing from Today")
    try expect(item(.today).count, equals: "")
  }

  @Test func anEntryWhoseDayEndsWhileItIsReadStaysShown() async throws {
    defer { close() }
    try await show(.today)
    window.list.select(RowIndexPath(section: 0, row: 0))
    try await settle { window.article.row?.title == "late" }
    moment.now += 86_400
    window.entries.dayObserver?.check()
    try await settle { titles == [["tomorrow"]] }
    expect(window.list.selectedRow == nil && window.article.row?.title == "late")
    expect(window.article.pinned.reason, equals: .today)
    window.send(.showInList)
    try await settle { window.list.selectedRow.flatMap(window.entries.row)?.title == "late" }
    expect(window.shownList == .all && window.article.pinned.reason == nil)
  }

  @Test func outlinesAreInTheirOwnListOnly() async throws {
    defer { close() }
    expect(titles, equals: [["late", "early", "before"], ["noon", "tomorrow"]])
    expect(window.bars.list.title.text.subtitle, equals: "5 entries")
    try expect(item(.unread).count == "5" && item(.feed(paths[1])).count == "2")
    for scope in [Scope.unread, .starred, .today] {
      try await show(scope)
      expect(!titles.joined().contains("Late news"))
    }
    try await show(.all)
    window.searchBar.field.open()
    window.search("late")
    try await settle { window.search.foundCount == 1 }
    expect(titles, equals: [["late"]])
    window.searchBar.field.close()
    try await show(.feed(paths[1]))
    // The list has the open feed that they name, too.
    expect(titles == [["Late news", "Second", "Gone"], ["noon", "tomorrow"]])
    expect(window.bars.list.title.text.subtitle, equals: "2 entries")
    // Nor do they have marks.
    window.list.select(RowIndexPath(section: 0, row: 0))
    try await settle()
    window.send(.toggleRead)
    window.send(.toggleStarred)
    window.markAllRead()
    try await settle { window.library.sections[2].rows.allSatisfy(\.isRead) }
    let marks = window.entries.sections[0].rows.map(\.marks)
    expect(marks.allSatisfy(\.isEmpty) && !window.isEnabled(.entryStarred) && !window.isEnabled(.deleteRow))
    try expect(item(.unread).count, equals: "3")
    _ = window.editor.closeFile(paths[2])
    try await settle { titles.count == 1 }
    expect(window.bars.list.title.text.subtitle, equals: "3 feeds")
  }

  @Test func anOutlineHasAPageInThePlaceOfAnArticle() async throws {
    defer { close() }
    var opened: [String] = []
    window.article.links.launch = { opened.append($0) }
    try await show(.feed(paths[1]))
    func select(_ row: Int) async throws -> [String] {
      window.list.select(RowIndexPath(section: 0, row: row))
      let title = window.entries.sections[0].rows[row].title
      try await settle { window.article.row?.title == title }
      expect(window.windowTitle(of: "x"), equals: "\(title) — x")
      let visible: WidgetPointer = gtk_stack_get_visible_child(window.article.widget.opaque)
      return WidgetTree.texts(below: visible)
    }
    let remote = try await select(0)
    expect(
      remote.contains("Late news") && remote.contains("Copy Address") && remote.contains("Visit Website"))
    expect(remote.contains { $0.contains("https://feed.example/rss") && $0.contains("never goes online") })
    window.send(.copyFeedAddress)
    expect(gdk_clipboard_get_content(gtk_widget_get_clipboard(window.pointer.cast())) != nil)
    window.send(.openLink)
    try await settle { opened == ["https://feed.example/"] }
    let missing = try await select(2)
    expect(missing.contains { $0.contains("File not found.") } && !missing.contains("Open Feed"))
    let local = try await select(1)
    expect(local.contains("In b.xml") && local.contains("Open Feed"))
    window.send(.openFeed)
    try await settle { window.shownList == .feed(paths[2]) }
    expect(titles == [["noon", "tomorrow"]] && window.library.files.count == 3)
  }

  @Test func sectionsAreFoundAloneAndStayThoseOfTheirFeedsOnTheShelf() async throws {
    defer { close() }
    for scope in [Scope.all, .feed(paths[1]), .feed(paths[2]), .today] {
      try await show(scope)
      let entries = window.entries
      expect(
        (0..<entries.sectionCount).map { entries.section(at: $0).key }, equals: entries.sections.map(\.key))
      let end = RowIndexPath(section: entries.sectionCount, row: 0)
      expect(entries.shownRow(at: end) == nil && entries.row(at: end) == nil)
    }
    // They stay those of the feeds when others come, go and move around them.
    try await show(.feed(paths[2]))
    expect(titles == [["noon", "tomorrow"]] && window.entries.whole.indices == [2])
    window.editor.moveFile(paths[2], by: -2)
    try await settle { window.entries.whole.indices == [0] }
    expect(titles, equals: [["noon", "tomorrow"]])
    _ = window.editor.closeFile(paths[0])
    try await settle { window.library.entryCount == 2 }
    expect(titles == [["noon", "tomorrow"]] && window.list.geometry.rowCount(inSection: 0) == 2)
    window.send(.undo)
    try await settle { window.library.entryCount == 5 }
    try await show(.all)
    expect(
      titles == [["noon", "tomorrow"], ["late", "early", "before"]] && window.entries.whole.indices == [0, 1])
    window.editor.moveFile(paths[1], by: -1)
    try await settle { window.entries.whole.indices == [0, 2] }
    expect(titles, equals: [["noon", "tomorrow"], ["late", "early", "before"]])
  }
}
