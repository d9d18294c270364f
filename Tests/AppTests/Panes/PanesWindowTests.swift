import CGtk
import Expectations
import GtkInterop
import LayoutCore
import TestRuns
import Testing
import WidgetTesting

@testable import FeedViewer
@testable import VirtualList

/// The panes of a real window: side by side, one page at a time, and the way from one to the other.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct PanesWindowTests {
  private let fixture: WindowFixture
  private var window: ViewerWindow { fixture.window }
  private var panes: PaneArrangement { window.panes.arrangement }

  init() async throws {
    fixture = try await WindowFixture(
      size: WindowSize(width: 1_000, height: 500), [(0..<60).map { "entry \($0)" }, ["other", "more"]])
  }

  private func place(_ row: Int) -> RowIndexPath { RowIndexPath(section: 0, row: row) }

  private func read(_ row: Int) async throws {
    window.list.select(place(row))
    window.listView(window.list, didActivate: place(row))
    try await expect(fixture.settle { window.article.isShown && window.article.view.document.count > 0 })
  }

  private func resize(to width: Int) async throws {
    gtk_window_set_default_size(window.pointer, Int32(width), 500)
    try await expect(
      MainLoop.settle {
        // Without a compositor, the window has a border.
        (width - 20...width).contains(Int(gtk_widget_get_width(window.panes.widget))) && window.isComplete
      })
  }

  private func hasFocus(_ widget: WidgetPointer) -> Bool {
    FocusedWidget(inWindowOf: window.panes.widget)?.isInside(widget) ?? false
  }

  private func press(_ key: Int32, shift: Bool = false) -> EventResult {
    window.keyPressed(UInt32(key), modifiers: shift ? GDK_SHIFT_MASK.rawValue : 0)
  }

  private func isShown(_ widget: WidgetPointer) -> Bool { gtk_widget_get_mapped(widget) != 0 }

  @Test func entriesOpenBesideTheListAndADeletedOneMakesRoomForTheNext() async throws {
    expect(panes.isSplit && isShown(window.listPage) && isShown(window.article.widget))
    expect(!window.article.isShown && !fixture.isEnabled("back"))
    try await read(3)
    expect(isShown(window.listPage) && isShown(window.article.view.scroller))
    expect(window.list.selectedRow == place(3) && hasFocus(window.article.widget))
    // Escape leads to the list; the article stays.
    expect(window.article.keyPressed(UInt32(GDK_KEY_Escape), modifiers: 0), equals: .handled)
    expect(window.article.isShown && hasFocus(window.listPage))
    expect(fixture.isEnabled("delete-row") && !fixture.isEnabled("back"))
    expect(isShown(window.article.widget))
    fixture.activate("delete-row")
    try await expect(
      fixture.settle {
        window.article.row?.title == "entry 4" && window.list.selectedRow == place(3)
      })
    fixture.activate("undo")
    try await expect(
      fixture.settle {
        window.article.row?.title == "entry 3" && window.list.selectedRow == place(3)
      })
    fixture.activate("redo")
    try await expect(fixture.settle { window.article.row?.title == "entry 4" })
    // The article is that of the selected row.
    window.list.select(place(10))
    try await expect(fixture.settle { window.article.row?.title == "entry 11" })
    fixture.activate("delete-row")
    try await expect(fixture.settle { window.article.row?.title == "entry 12" })
    window.list.select(place(0))
    window.list.go(to: place(57), .extend)
    fixture.activate("delete-row")
    expect(window.entries.sections[0].rows.isEmpty)
    try await expect(fixture.settle { window.article.row?.title == "other" })
    window.list.selectAll()
    fixture.activate("delete-row")
    expect(!window.article.isShown && window.entries.sections.allSatisfy(\.rows.isEmpty))
    fixture.activate("undo")
    fixture.activate("undo")
    expect(window.entries.sections.map(\.rows.count), equals: [58, 2])
  }

  @Test func keysInTheListGoFromArticleToArticle() async throws {
    window.list.takeFocus()
    window.list.select(place(5))
    expect(press(GDK_KEY_j), equals: .handled)
    expect(window.list.selectedRow, equals: place(6))
    try await expect(fixture.settle { window.article.row?.title == "entry 6" })
    expect(hasFocus(window.list.widget.pointer))
    expect(press(GDK_KEY_k) == .handled && press(GDK_KEY_k) == .handled)
    expect(window.list.selectedRow, equals: place(4))
    try await expect(fixture.settle { window.article.row?.title == "entry 4" })
    // Marks are those of the selected row, which the article is at once.
    window.list.select(place(9))
    expect(press(GDK_KEY_s) == .handled && press(GDK_KEY_m) == .handled)
    expect(window.entries[place(9)].marks, equals: [.read, .starred])
    try await expect(fixture.settle { window.article.row?.title == "entry 9" })
    // A short article ends at once.
    try await expect(fixture.settle { window.article.isComplete })
    expect(press(GDK_KEY_space), equals: .handled)
    try await expect(fixture.settle { window.article.row?.title == "entry 10" })
    expect(press(GDK_KEY_a, shift: true), equals: .handled)
    expect(window.library.sections.allSatisfy { $0.unreadCount == 0 })
  }

  /// Left and Right swap places where panes do.
  @Test(arguments: [false, true]) func arrowKeysGoToThePaneBeside(isMirrored: Bool) async throws {
    let settings = DisplaySettings()
    defer { settings.restore() }
    settings.setRightToLeft(isMirrored)
    let (forward, back) = isMirrored ? (GDK_KEY_Left, GDK_KEY_Right) : (GDK_KEY_Right, GDK_KEY_Left)
    try await resize(to: 1_000)
    window.keeper.settings[ViewerSetting.singleKeyShortcuts] = false
    try await read(3)
    expect(window.article.keyPressed(UInt32(forward), modifiers: 0), equals: .unhandled)
    expect(window.article.keyPressed(UInt32(back), modifiers: 0), equals: .handled)
    expect(hasFocus(window.list.widget.pointer) && window.article.isShown)
    expect(press(back), equals: .handled)
    expect(window.keyTarget, equals: .feeds)
    window.list.takeFocus()
    expect(press(forward), equals: .handled)
    expect(hasFocus(window.article.widget) && window.isReading)
  }

  @Test func keysSelectRowsGoToListsAndAreLettersInTextEntries() async throws {
    // No entry counts as read meanwhile.
    window.pace.readingTime = 60_000
    // In a narrow list they select rows.
    try await resize(to: 500)
    expect(!panes.isSplit)
    window.list.takeFocus()
    expect(press(GDK_KEY_j) == .handled && press(GDK_KEY_j) == .handled && press(GDK_KEY_k) == .handled)
    expect(window.list.selectedRow == place(0) && !window.article.isShown)
    try await resize(to: 1_000)
    // Shift+J and Shift+K go from list to list.
    window.list.takeFocus()
    expect(press(GDK_KEY_j, shift: true), equals: .handled)
    expect(window.shownList, equals: .unread)
    expect(press(GDK_KEY_K, shift: true), equals: .handled)
    expect(window.shownList, equals: .all)
    // Those of marks are those of a text entry while it has the focus.
    window.list.select(place(5))
    expect(fixture.isEnabled("toggle-starred") && fixture.isEnabled("toggle-read"))
    fixture.activate("search")
    try await expect(
      fixture.settle { !fixture.isEnabled("toggle-starred") && !fixture.isEnabled("toggle-read") })
    window.searchBar.field.close()
    // All others are its letters.
    window.list.select(place(5))
    try await expect(fixture.settle { window.article.row?.title == "entry 5" })
    expect(press(GDK_KEY_slash), equals: .handled)
    expect(window.searchBar.field.isOpen && window.keyTarget == .textEntry)
    for key in [GDK_KEY_j, GDK_KEY_m, GDK_KEY_s, GDK_KEY_o, GDK_KEY_space, GDK_KEY_slash, GDK_KEY_question] {
      expect(press(key), equals: .unhandled)
    }
    expect(window.article.row?.title == "entry 5" && window.entries[place(5)].marks.isEmpty)
    // Editing keys are those of the entry too.
    expect(!fixture.isEnabled("delete-row") && !fixture.isEnabled("copy-link"))
    window.searchBar.field.close()
    try await expect(fixture.settle { fixture.isEnabled("delete-row") })
    // Keys with other modifiers are shortcuts.
    expect(window.keyPressed(UInt32(GDK_KEY_s), modifiers: GDK_CONTROL_MASK.rawValue), equals: .unhandled)
    // Finding and searching have their keys.
    try await read(3)
    expect(window.isReading)
    fixture.activate("find-or-search")
    expect(window.article.findBar.field.isOpen && !window.searchBar.field.isOpen)
    window.article.findBar.field.close()
    window.article.focusPage()
    // The article gets the key only if the window leaves it.
    expect(press(GDK_KEY_slash), equals: .handled)
    expect(window.searchBar.field.isOpen && !window.article.findBar.field.isOpen)
    window.searchBar.field.close()
    fixture.activate("back")
    expect(!window.isReading)
    fixture.activate("find-or-search")
    expect(window.searchBar.field.isOpen && !window.article.findBar.field.isOpen)
  }

  @Test
  func resizingOverTheLimitsKeepsEverything() async throws {
    window.list.scroll(to: .row(place(30)), alignment: .top)
    try await expect(fixture.settle { window.list.row(atY: 60) == place(30) })
    try await read(31)
    expect(window.article.keyPressed(UInt32(GDK_KEY_Escape), modifiers: 0), equals: .handled)
    let scroller = window.article.view.scroller
    let (list, article) = (window.list.widget.pointer, window.article.view.list.widget.pointer)
    let top = try require(window.list.row(atY: 60))
    for step in 0..<TestRun.count(30, full: 99) {
      try await resize(to: [600, 700, 1_275][step % 3])
      expect(panes.isSplit, equals: step % 3 != 0)
      expect(hasFocus(list) && window.list.selectedRow == place(31) && !window.isReading)
      expect(window.article.row?.title, equals: "entry 31")
      if panes.isSplit { expect(isShown(scroller)) }
    }
    expect(window.list.row(atY: 60), equals: top)
    expect(window.list.widget.pointer == list && window.article.view.list.widget.pointer == article)
  }

  @Test func anArticleInFrontStaysInFrontOfANarrowWindowAndTheDivisionIsDraggedAndKept() async throws {
    try await read(2)
    try await resize(to: 500)
    expect(isShown(window.article.widget) && !isShown(window.listPage) && window.isListHidden)
    expect(hasFocus(window.article.widget) && fixture.isEnabled("back"))
    try await resize(to: 1_000)
    expect(isShown(window.listPage) && window.article.isShown && hasFocus(window.article.widget))
    try await resize(to: 500)
    fixture.activate("back")
    try await expect(fixture.settle { !window.article.isShown && isShown(window.listPage) })
    expect(hasFocus(window.listPage) && !isShown(window.article.widget))
    try await resize(to: 1_000)
    // The division is dragged and kept.
    window.panes.move(window.panes.division, to: 400)
    expect(panes.list?.width == 400 && window.keeper.settings[ViewerSetting.panePosition] == 400)
    try await expect(fixture.settle { gtk_widget_get_width(window.listPage) == 400 })
    window.panes.move(window.panes.division, to: 5)
    expect(panes.list?.width, equals: PaneArrangement.minimumListWidth)
    window.panes.move(window.panes.division, to: 390)
    try await resize(to: 500)
    try await resize(to: 1_000)
    expect(panes.list?.width, equals: 390)
    window.panes.listWidth = 300
    window.panes.showsSidebar = false
    expect(!window.keeper.settings[ViewerSetting.sidebarVisible])
    try await resize(to: 1_275)
    expect(panes.list?.width == 300 && panes.sidebar == nil)
  }

  @Test func panesAreReachedByKey() async throws {
    try await resize(to: 1_275)
    try await read(0)
    fixture.activate("next-pane")
    expect(hasFocus(window.sidebar.widget))
    fixture.activate("next-pane")
    expect(hasFocus(window.list.widget.pointer))
    fixture.activate("next-pane")
    expect(hasFocus(window.article.widget))
    fixture.activate("previous-pane")
    expect(hasFocus(window.list.widget.pointer))
    fixture.activate("move-division")
    expect(hasFocus(window.panes.division.widget))
    expect(window.panes.division.keyPressed(UInt32(GDK_KEY_Escape)), equals: .handled)
    expect(hasFocus(window.list.widget.pointer))
  }

  @Test func onlyTheEntryAtWhichTheReaderStopsIsMarkedAsRead() async throws {
    window.pace.readingTime = 300
    window.list.select(place(0))
    try await expect(fixture.settle { window.entries[place(0)].isRead })
    for row in 1...20 { window.list.select(place(row)) }
    try await expect(fixture.settle { window.entries[place(20)].isRead })
    expect(window.article.row?.title, equals: "entry 20")
    expect((1..<20).allSatisfy { !window.entries[place($0)].isRead })
  }

  @Test(arguments: [false, true]) func pagesMoveUnlessTheDesktopAsksForNoMotion(isAnimated: Bool) async throws
  {
    let settings = DisplaySettings()
    defer {
      settings.restore()
      fixture.close()
    }
    settings.setAnimations(isAnimated)
    try await resize(to: 500)
    window.listView(window.list, didActivate: place(3))
    expect(window.panes.isMoving == isAnimated && panes.list == nil && panes.article != nil)
    try await expect(fixture.settle { !window.panes.isMoving })
    fixture.activate("back")
    expect(window.panes.isMoving == isAnimated && panes.list != nil)
  }

  @Test func theStripOfTheFilterEndsIt() async throws {
    fixture.choose("unread", of: "filter")
    let widgets = WidgetTree.widgets(below: window.filterStrip.widget)
    let labels = WidgetTree.labels(below: window.filterStrip.widget)
    try await expect(
      fixture.settle {
        isShown(window.filterStrip.widget)
          && labels.map(WidgetTree.text) == ["Unread only", "62 of 62 entries"]
      })
    let button = try require(
      widgets.first { g_type_check_instance_is_a($0.cast(), gtk_button_get_type()) != 0 })
    expect(gtk_widget_activate(button) != 0)
    try await expect(fixture.settle { Action.state(of: "filter", in: window.pointer) == "all" })
    try await expect(fixture.settle { !isShown(window.filterStrip.widget) })
    // There is no other unread entry to go to.
    fixture.activate("mark-all-read")
    fixture.activate("next-unread")
    expect(window.toast.text, equals: "No more unread entries")
  }

  @Test func aListIsShownFromItsTopAndThenAsItWasLeft() async throws {
    window.pace.readingTime = 20
    let feed = window.library.files[0].path
    func first() -> RowIndexPath? { window.list.visibleRows.first }
    window.list.scroll(to: .row(place(50)), alignment: .top)
    window.list.select(place(52))
    try await expect(fixture.settle { (first()?.row ?? 0) > 40 && window.article.row?.title == "entry 52" })
    let ofAll = first()
    window.show(.feed(feed))
    try await expect(fixture.settle { window.shownList == .feed(feed) && first() == place(0) })
    expect(window.list.contentOffset, equals: 0)
    expect(window.list.selectedRow == nil && !window.article.isShown)
    window.list.scroll(to: .row(place(28)), alignment: .top)
    window.list.select(place(30))
    try await expect(fixture.settle { (first()?.row ?? 0) > 20 && window.entries[place(30)].isRead })
    // It is unread again, and stays so.
    fixture.activate("toggle-read")
    let (before, counts) = (first(), window.library.unreadCounts)
    window.show(.starred)
    try await expect(fixture.settle { window.contentState == .noneStarred && !window.article.isShown })
    window.show(.feed(feed))
    try await expect(
      fixture.settle {
        first() == before && window.list.selectedRow == place(30) && window.article.row?.title == "entry 30"
      })
    var isOver = false
    let timeout = TimeoutSource(milliseconds: 200) {
      isOver = true
      return .done
    }
    try await expect(fixture.settle { isOver })
    withExtendedLifetime(timeout) {}
    expect(window.library.unreadCounts, equals: counts)
    window.show(.all)
    try await expect(
      fixture.settle {
        first() == ofAll && window.list.selectedRow == place(52) && window.article.row?.title == "entry 52"
      })
  }

  @Test func whatHappensIsSaid() async throws {
    let announcement = window.announcement
    expect(announcement.name, equals: "All Entries")
    window.toast.show("Entry removed")
    expect(announcement.name, equals: "Entry removed — All Entries")
    let first = announcement.name
    window.toast.show("Entry removed")
    expect(announcement.name != first && announcement.name.hasPrefix("Entry removed — All Entries"))
    Action.setState("unread", of: "show-list", in: window.pointer)
    try await expect(fixture.settle { announcement.name == "Unread, 62 entries — Unread" })
    try await read(2)
    expect(announcement.name, equals: "entry 2 — Unread")
    window.article.focusPage()
    fixture.activate("toggle-starred")
    expect(announcement.name, equals: "starred — entry 2 — Unread")
    fixture.activate("undo")
    expect(announcement.name, equals: "Undone: Entry starred — entry 2 — Unread")
  }

  @Test func anEmptyListIsSaidOnceAndThenItsPage() async throws {
    window.list.takeFocus()
    Action.setState("starred", of: "show-list", in: window.pointer)
    try await expect(fixture.settle { window.contentState == .noneStarred })
    expect(window.announcement.name, equals: "Starred")
    // The scroller around the page has no name to say.
    try await expect(
      fixture.settle {
        gtk_root_get_focus(window.pointer.opaque).map { gtk_widget_has_css_class($0, "status-page") } == 1
      })
  }
}
