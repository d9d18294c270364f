import CGtk
import Expectations
import FeedViewerBase
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewer
@testable import VirtualList

/// The sidebar of a real window.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct SidebarWindowTests {
  private let fixture: WindowFixture
  private var window: ViewerWindow { fixture.window }

  init() async throws {
    fixture = try await WindowFixture(
      size: WindowSize(width: 1_275, height: 500), [["a", "b"], ["c"], ["d", "e", "f"]])
    let window = window
    try await expect(MainLoop.settle { window.sidebar.shownRows.count == 8 })
  }

  private var rows: [[String]] { SidebarRows.texts(window.sidebar) }

  /// The names of the rows below the smart lists and the heading.
  private var feeds: [String] { rows.dropFirst(5).map { $0[0] } }

  private func shownList() -> String? { Action.state(of: "show-list", in: window.pointer) }

  private var paths: [FilePath] { window.library.files.map(\.path) }

  @Test func listsHaveNamesAndCounts() async throws {
    defer { fixture.close() }
    expect(
      rows,
      equals: [
        ["All Entries"], ["Unread", "6"], ["Starred"], ["Today"], ["Feeds"], ["Feed 0", "2"],
        ["Feed 1", "1"],
        ["Feed 2", "3"],
      ])
    window.activate(RowIndexPath(section: 1, row: 0))
    fixture.activate("toggle-starred")
    try await expect(fixture.settle { rows[2] == ["Starred", "1"] })
    expect(rows[1] == ["Unread", "5"] && rows[6] == ["Feed 1"])
  }

  @Test func feedsOverTheListGoWhenOneIsClicked() async throws {
    defer { fixture.close() }
    expect(window.panes.showsSidebarNow)
    window.sidebar.send(.click)
    expect(window.panes.showsSidebarNow)
    gtk_window_set_default_size(window.pointer, 600, 500)
    try await expect(fixture.settle { !window.panes.showsSidebarNow })
    fixture.activate("sidebar")
    try await expect(fixture.settle { window.panes.arrangement.sidebarIsOver })
    select(paths[2])
    window.sidebar.send(.click)
    try await expect(fixture.settle { !window.panes.showsSidebarNow && fixture.titles == [["d", "e", "f"]] })
    expect(FocusedWidget(inWindowOf: window.panes.widget)?.isInside(window.list.widget.pointer), equals: true)
  }

  private func select(_ path: FilePath) { window.sidebar.send(.show(.list(.feed(path)))) }

  @Test func smartListsShowEntriesOfAllFeeds() async throws {
    defer { fixture.close() }
    window.activate(RowIndexPath(section: 0, row: 0))
    fixture.activate("toggle-starred")
    fixture.activate("show-list", "unread")
    try await expect(fixture.settle { fixture.titles == [["b"], ["c"], ["d", "e", "f"]] })
    expect(window.sidebar.selectedItem?.id == .list(.unread) && shownList() == "unread")
    fixture.activate("show-list", "starred")
    try await expect(fixture.settle { fixture.titles == [["a"]] })
    expect(window.sidebar.selectedItem?.id, equals: .list(.starred))
    expect(Action.state(of: "filter", in: window.pointer), equals: "all")
    for _ in 0..<2 { fixture.activate("next-list") }
    try await expect(fixture.settle { fixture.titles == [["a", "b"]] })
    expect(shownList() == "feed:\(paths[0].text)" && window.sidebar.selectedItem?.path == paths[0])
    fixture.choose("starred", of: "filter")
    try await expect(fixture.settle { fixture.titles == [["a"]] })
    expect(window.sidebar.selectedItem?.path, equals: paths[0])
    // It is suspended in the lists of unread and of starred entries, and stays in all others.
    expect(fixture.isEnabled("filter"))
    for _ in 0..<2 { fixture.activate("previous-list") }
    try await expect(fixture.settle { fixture.titles == [["a"]] && shownList() == "starred" })
    expect(!fixture.isEnabled("filter"))
    fixture.activate("previous-list")
    try await expect(fixture.settle { fixture.titles == [["b"], ["c"], ["d", "e", "f"]] })
    expect(!fixture.isEnabled("filter"))
    fixture.activate("filter", "all")
    expect(Action.state(of: "filter", in: window.pointer), equals: "starred")
    expect(gtk_widget_get_visible(window.filterStrip.widget), equals: 0)
    fixture.activate("previous-list")
    try await expect(fixture.settle { fixture.titles == [["a"]] && shownList() == "all" })
    expect(fixture.isEnabled("filter"))
    expect(gtk_widget_get_visible(window.filterStrip.widget) != 0)
    fixture.choose("all", of: "filter")
    try await expect(fixture.settle { fixture.titles.count == 3 })
    // There is none before it.
    fixture.activate("previous-list")
    expect(shownList(), equals: "all")
    fixture.activate("show-list", "feed:/nowhere")
    fixture.activate("show-list", "tomorrow")
    expect(shownList(), equals: "all")
  }

  @Test func smartListsTellTheirOwnCounts() async throws {
    defer { fixture.close() }
    func subtitle() -> String { window.bars.list.title.text.subtitle }
    window.list.select(RowIndexPath(section: 2, row: 0))
    fixture.activate("toggle-starred")
    fixture.activate("toggle-read")
    try await expect(fixture.settle { subtitle() == "6 entries, 5 unread" })
    fixture.activate("show-list", "starred")
    try await expect(fixture.settle { fixture.titles == [["d"]] && subtitle() == "1 entry, all read" })
    fixture.activate("show-list", "unread")
    try await expect(
      fixture.settle {
        fixture.titles == [["a", "b"], ["c"], ["e", "f"]] && subtitle() == "5 entries"
      })
    // It stays in the list.
    window.list.select(RowIndexPath(section: 1, row: 0))
    fixture.activate("toggle-read")
    try await expect(fixture.settle { subtitle() == "5 entries, 4 unread" })
    // What a search has found is told by the search.
    window.beginSearch()
    window.searchBar.field.text = "f"
    try await expect(fixture.settle { window.search.foundCount != nil && !window.search.isBusy })
    expect(subtitle(), equals: "4 entries")
    window.searchBar.field.close()
    fixture.activate("show-list", "all")
    try await expect(fixture.settle { subtitle() == "6 entries, 4 unread" })
  }

  @Test func theFocusStaysInTheSidebarWhenAListEndsASearch() async throws {
    defer { fixture.close() }
    window.beginSearch()
    window.searchBar.field.text = "title:e"
    try await expect(fixture.settle { fixture.titles == [["e"]] })
    window.sidebar.takeFocus()
    expect(window.keyTarget, equals: .feeds)
    fixture.activate("show-list", "unread")
    try await expect(fixture.settle { !window.searchBar.field.isOpen && shownList() == "unread" })
    expect(window.keyTarget, equals: .feeds)
  }

  @Test func theNextEntryIsSelectedThoughAnotherFileHasChangedBefore() async throws {
    defer { fixture.close() }
    fixture.activate("show-list", "feed:\(paths[2].text)")
    try await expect(fixture.settle { fixture.titles == [["d", "e", "f"]] })
    window.list.select(RowIndexPath(section: 0, row: 1))
    _ = try fixture.folder.write(SampleFeed.rss(title: "Feed 0", entries: ["new"]), to: "0.xml")
    fixture.activate("reload-file", paths[0].text)
    try await expect(fixture.settle { rows[5] == ["Feed 0", "1"] })
    window.list.takeFocus()
    fixture.activate("delete-row")
    try await expect(fixture.settle { fixture.titles == [["d", "f"]] })
    expect(window.list.selectedRow, equals: RowIndexPath(section: 0, row: 1))
  }

  @Test func anUnchangedFileThatWasReadAgainIsSearchedAndMarked() async throws {
    defer { fixture.close() }
    fixture.choose("newest", of: "order")
    window.beginSearch()
    window.searchBar.field.text = "xyzzy"
    try await expect(fixture.settle { window.search.foundCount == 0 && !window.search.isBusy })
    let version = window.library.contentVersion
    fixture.activate("reload")
    try await expect(
      fixture.settle { window.library.contentVersion >= version + 3 && !window.library.isLoading })
    window.searchBar.field.text = "title:e"
    try await expect(fixture.settle { !window.search.isBusy && fixture.titles == [["e"]] })
    fixture.activate("mark-all-read")
    try await expect(fixture.settle { rows[1] == ["Unread", "5"] })
  }

  @Test func previousUnreadGoesOnInAnotherFeedFromTheOnlyUnreadEntry() async throws {
    defer { fixture.close() }
    fixture.activate("show-list", "feed:\(paths[1].text)")
    try await expect(fixture.settle { fixture.titles == [["c"]] })
    window.list.select(RowIndexPath(section: 0, row: 0))
    fixture.activate("previous-unread")
    try await expect(fixture.settle { fixture.titles == [["a", "b"]] && window.article.row?.title == "b" })
  }

  @Test func aSearchOfTodaysEntriesHasAnOrderWithoutACount() async throws {
    defer { fixture.close() }
    fixture.activate("show-list", "today")
    fixture.choose("newest", of: "order")
    window.beginSearch()
    window.searchBar.field.text = "title:e"
    try await expect(fixture.settle { window.search.foundCount == 1 && !window.search.isBusy })
    expect(window.bars.list.title.text.subtitle, equals: "")
  }

  @Test func closingAFeedOnceMoreShowsTheNextOneAgain() async throws {
    defer { fixture.close() }
    fixture.activate("show-list", "feed:\(paths[1].text)")
    try await expect(fixture.settle { fixture.titles == [["c"]] })
    let next = "feed:\(paths[2].text)"
    fixture.activate("close-file", paths[1].text)
    try await expect(fixture.settle { shownList() == next })
    fixture.activate("undo")
    try await expect(fixture.settle { fixture.titles == [["c"]] })
    fixture.activate("redo")
    try await expect(fixture.settle { shownList() == next && fixture.titles == [["d", "e", "f"]] })
  }

  @Test func anEntryThatWasMarkedAsUnreadStaysSoWhenItsRowMoves() async throws {
    defer { fixture.close() }
    (window.pace.readingTime, window.pace.restTime) = (1, 1)
    window.list.select(RowIndexPath(section: 1, row: 0))
    try await expect(fixture.settle { rows[1] == ["Unread", "5"] })
    fixture.activate("toggle-read")
    try await expect(fixture.settle { rows[1] == ["Unread", "6"] })
    fixture.activate("move-feed-up", paths[1].text)
    try await expect(
      MainLoop.settle(lasting: .milliseconds(50)) { window.isComplete && fixture.titles.first == ["c"] })
    expect(window.article.row?.isRead == false && rows[1] == ["Unread", "6"])
  }

  @Test func closingTheFeedOfTheSelectedEntrySelectsNoOtherUntilItComesBack() async throws {
    defer { fixture.close() }
    let place = RowIndexPath(section: 1, row: 0)
    for _ in 0..<2 {
      window.list.select(place)
      try await expect(fixture.settle { window.article.row?.title == "c" })
      fixture.activate("close-feed")
      try await expect(fixture.settle { fixture.titles == [["a", "b"], ["d", "e", "f"]] })
      expect(window.list.selectedRow == nil && !window.article.isShown)
      fixture.activate("undo")
      try await expect(fixture.settle { window.article.row?.title == "c" })
      expect(fixture.titles == [["a", "b"], ["c"], ["d", "e", "f"]] && window.list.selectedRow == place)
    }
    fixture.activate("redo")
    try await expect(fixture.settle { fixture.titles == [["a", "b"], ["d", "e", "f"]] })
    expect(window.list.selectedRow == nil && !window.article.isShown)
  }

  @Test func aListIsMarkedAsReadWithoutBeingShown() async throws {
    defer { fixture.close() }
    window.list.select(RowIndexPath(section: 2, row: 0))
    fixture.activate("toggle-read")
    fixture.activate("mark-list-read", "feed:\(paths[2].text)")
    expect(window.toast.text, equals: "2 entries in “\u{2068}Feed 2\u{2069}” marked as read")
    try await expect(fixture.settle { rows.map { $0.count } == [1, 2, 1, 1, 1, 2, 2, 1] })
    expect(rows[1] == ["Unread", "3"] && shownList() == "all")
    fixture.activate("undo")
    try await expect(fixture.settle { rows[7] == ["Feed 2", "2"] && rows[1] == ["Unread", "5"] })
    window.list.select(RowIndexPath(section: 0, row: 1))
    fixture.activate("toggle-starred")
    fixture.activate("mark-list-read", "starred")
    expect(window.toast.text, equals: "1 entry in “\u{2068}Starred\u{2069}” marked as read")
    try await expect(fixture.settle { rows[5] == ["Feed 0", "1"] })
  }

  /// Chooses two lists by key, of which the second one waits for another key.
  private func chooseByKey() {
    window.sidebar.takeFocus()
    expect(window.keyTarget, equals: .feeds)
    for key in [GDK_KEY_Down, GDK_KEY_End] { _ = window.sidebar.keyPressed(UInt32(key), modifiers: 0) }
    expect(window.shownList == .unread && window.sidebar.selectedItem?.path == paths[2])
  }

  @Test func theListThatWasChosenByKeyIsShownWhenTheFocusLeavesTheSidebar() async throws {
    defer { fixture.close() }
    chooseByKey()
    _ = gtk_widget_child_focus(window.pointer.cast(), GTK_DIR_TAB_FORWARD)
    expect(window.keyTarget != .feeds && window.shownList == .feed(paths[2]))
    try await expect(fixture.settle { fixture.titles == [["d", "e", "f"]] })
    expect(window.sidebar.selectedItem?.path, equals: paths[2])
  }

  @Test func shortcutsActOnTheListThatWasChosenByKey() async throws {
    defer { fixture.close() }
    chooseByKey()
    pressBeforeShortcuts(GDK_KEY_Page_Up, GDK_CONTROL_MASK)
    fixture.activate("previous-list")
    expect(window.shownList, equals: .feed(paths[1]))
    try await expect(fixture.settle { fixture.titles == [["c"]] })
  }

  /// Presses a key, as far as the window sees it before the application's shortcuts.
  private func pressBeforeShortcuts(_ key: Int32, _ modifiers: GdkModifierType) {
    let controllers = gtk_widget_observe_controllers(window.pointer.cast())!
    defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
    for index in 0..<g_list_model_get_n_items(controllers) {
      guard let controller = g_list_model_get_item(controllers, index) else { continue }
      defer { g_object_unref(controller) }
      let instance = controller.assumingMemoryBound(to: GTypeInstance.self)
      if g_type_check_instance_is_a(instance, gtk_shortcut_controller_get_type()) != 0 { return }
      guard g_type_check_instance_is_a(instance, gtk_event_controller_key_get_type()) != 0 else { continue }
      var arguments = [GValue(), GValue(), GValue(), GValue()]
      g_value_init(&arguments[0], gtk_event_controller_key_get_type())
      g_value_set_object(&arguments[0], controller)
      for index in 1...2 { g_value_init(&arguments[index], g_type_from_name("guint")) }
      g_value_set_uint(&arguments[1], guint(key))
      g_value_init(&arguments[3], gdk_modifier_type_get_type())
      g_value_set_flags(&arguments[3], modifiers.rawValue)
      var result = GValue()
      g_value_init(&result, cgtk_type_boolean())
      g_signal_emitv(
        arguments, g_signal_lookup("key-pressed", gtk_event_controller_key_get_type()), 0, &result)
      for index in arguments.indices { g_value_unset(&arguments[index]) }
    }
  }

  @Test func feedsOfTheSameTitleHaveTheirFilesAsASecondLine() async throws {
    defer { fixture.close() }
    window.open([try fixture.folder.write(SampleFeed.rss(title: "Feed 1", entries: ["z"]), to: "new.xml")])
    try await expect(
      fixture.settle {
        rows.dropFirst(5) == [
          ["Feed 0", "2"], ["Feed 1", "1.xml", "1"], ["Feed 2", "3"], ["Feed 1", "new.xml", "1"],
        ]
      })
    let names = window.sidebar.items.map(\.accessibleName)
    expect(Set(names).count == names.count && names.contains("Feed 1, new.xml, 1 unread"))
  }

  /// The widgets that the Tab key stops at, from the selected list on until it is there again.
  private func tabStops() -> [WidgetPointer] {
    window.sidebar.takeFocus()
    var stops: [WidgetPointer] = []
    while stops.count < 100, let focus = gtk_root_get_focus(window.pointer.opaque), focus != stops.first {
      stops.append(focus)
      _ = gtk_widget_child_focus(window.pointer.cast(), GTK_DIR_TAB_FORWARD)
    }
    return stops
  }

  @Test func tabStopsAreAsManyWithManyFeeds() async throws {
    defer { fixture.close() }
    let few = tabStops()
    expect(few.count < 100)
    expect(few.count { gtk_widget_is_ancestor($0, window.sidebar.list) != 0 }, equals: 1)
    window.open(
      try (0..<27).map {
        FilePath(
          try fixture.folder.write(SampleFeed.rss(title: "More \($0)", entries: ["m\($0)"]), to: "m\($0).xml")
        )
      })
    try await expect(fixture.settle { window.library.files.count == 30 && !window.library.isLoading })
    select(paths[4])
    try await expect(fixture.settle { window.sidebar.selectedItem?.path == paths[4] })
    let many = tabStops()
    expect(many.count, equals: few.count)
    expect(
      window.sidebar.selectedPlace.flatMap(window.sidebar.row).map { gtk_widget_get_parent($0.widget) },
      equals: many.first)
  }

  @Test func aFileThatCannotBeReadIsARowWithItsReason() async throws {
    defer { fixture.close() }
    window.open([try fixture.folder.write("<html><body>No feed</body></html>", to: "page.html")])
    try await expect(fixture.settle { rows.last == ["page.html"] })
    let item = try require(window.sidebar.items.last)
    expect(item.status == .failed && item.accessibleName == "page.html, can’t be read")
    guard case .problem(let sentence)? = item.menu else { return expect(Bool(false), "\(item)") }
    expect(SidebarRows.tooltips(window.sidebar).last?.hasPrefix(sentence + "\n/"), equals: true)
  }

  @Test func aFeedIsShownAlone() async throws {
    defer { fixture.close() }
    select(paths[2])
    try await expect(fixture.settle { fixture.titles == [["d", "e", "f"]] })
    expect(gtk_window_get_title(window.pointer).map { String(cString: $0) }, equals: "Feed 2")
    fixture.activate("feed", "1")
    expect(fixture.titles == [["a", "b"]] && fixture.isEnabled("all-feeds"))
    fixture.activate("all-feeds")
    expect(fixture.titles.count == 3 && !fixture.isEnabled("all-feeds"))
    // There is no fourth feed.
    fixture.activate("feed", "4")
    expect(fixture.titles.count, equals: 3)
    // An opened file is shown.
    select(paths[1])
    window.open([try fixture.folder.write(SampleFeed.rss(title: "New", entries: ["z"]), to: "new.xml")])
    try await expect(fixture.settle { fixture.titles.map(\.count) == [1] })
  }

  @Test func closedFeedComesBackByUndo() async throws {
    defer { fixture.close() }
    select(paths[1])
    window.list.select(RowIndexPath(section: 0, row: 0))
    try await expect(fixture.settle { window.article.row?.title == "c" })
    expect(fixture.isEnabled("close-feed"))
    fixture.activate("close-feed")
    // The next feed is shown in its place.
    try await expect(fixture.settle { fixture.titles == [["d", "e", "f"]] && window.toast.isShown })
    expect(window.toast.text, equals: "“\u{2068}Feed 1\u{2069}” closed")
    try await expect(fixture.settle { feeds == ["Feed 0", "Feed 2"] })
    window.list.select(RowIndexPath(section: 0, row: 2))
    fixture.activate("undo")
    try await expect(fixture.settle { feeds == ["Feed 0", "Feed 1", "Feed 2"] })
    try await expect(fixture.settle { window.article.row?.title == "c" })
    expect(shownList() == "feed:\(paths[1].text)" && fixture.titles == [["c"]])
    expect(window.list.selectedRow, equals: RowIndexPath(section: 0, row: 0))
    // That of the other feed was left as it was.
    select(paths[2])
    try await expect(fixture.settle { window.article.row?.title == "f" })
  }

  @Test func aMessageRunsAsTheInterfaceWhateverTheNameInItRunsAs() throws {
    defer { fixture.close() }
    window.toast.show("“\u{2068}יומן טבע\u{2069}” closed")
    let label = try require(
      WidgetTree.widgets(below: window.toast.widget).first {
        g_type_check_instance_is_a($0.cast(), gtk_label_get_type()) != 0
      })
    let line = try require(pango_layout_get_line_readonly(gtk_label_get_layout(label.opaque), 0))
    expect(pango_layout_line_get_resolved_direction(line), equals: PANGO_DIRECTION_LTR)
    expect(window.toast.text, equals: "“\u{2068}יומן טבע\u{2069}” closed")
  }

  @Test func keysOfTheListMoveAndCloseTheSelectedFeed() async throws {
    defer { fixture.close() }
    func press(_ key: Int32, _ modifiers: GdkModifierType...) -> EventResult {
      window.sidebar.keyPressed(UInt32(key), modifiers: modifiers.reduce(0) { $0 | $1.rawValue })
    }
    window.sidebar.takeFocus()
    expect(window.keyTarget == .feeds && !fixture.isEnabled("delete-row"))
    let (first, second, third) = (paths[0], paths[1], paths[2])
    window.show(.feed(second))
    expect(press(GDK_KEY_Up, GDK_ALT_MASK, GDK_SHIFT_MASK), equals: .handled)
    expect(paths == [second, first, third] && fixture.titles == [["c"]])
    try await expect(fixture.settle { feeds == ["Feed 1", "Feed 0", "Feed 2"] })
    expect(press(GDK_KEY_Delete), equals: .handled)
    expect(paths, equals: [first, third])
    try await expect(fixture.settle { window.keyTarget == .feeds })
    expect(fixture.isEnabled("undo") && fixture.isEnabled("undo-edit"))
    fixture.activate("undo")
    expect(paths == [second, first, third] && fixture.isEnabled("redo"))
    fixture.activate("redo")
    expect(paths, equals: [first, third])
    expect(press(GDK_KEY_Escape), equals: .handled)
    expect(window.keyTarget, equals: .other)
  }

  @Test func feedsLieOverANarrowWindowUntilTheyAreLeft() async throws {
    defer { fixture.close() }
    let window = window
    gtk_window_set_default_size(window.pointer, 500, 500)
    try await expect(
      MainLoop.settle {
        window.panes.arrangement.list?.start == 0 && !window.panes.arrangement.isSplit && window.isComplete
      })
    expect(!window.panes.showsSidebarNow)
    fixture.activate("sidebar")
    expect(window.panes.arrangement.sidebarIsOver && window.keyTarget == .feeds)
    select(paths[0])
    window.sidebar.send(.leave)
    expect(!window.panes.showsSidebarNow && fixture.titles == [["a", "b"]] && window.keyTarget == .other)
    try await expect(fixture.settle())
    fixture.activate("sidebar")
    expect(window.panes.showsSidebarNow)
    fixture.activate("sidebar")
    expect(!window.panes.showsSidebarNow && window.keyTarget == .other)
    try await expect(fixture.settle())
  }
}
