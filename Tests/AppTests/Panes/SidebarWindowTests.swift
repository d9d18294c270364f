import CGtk
import Expectations
import FeedViewerBase
import GtkInterop
import LayoutCore
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

  @Test func feedsOverTheListGoWhenOneIsClickedOrTheyAreLeft() async throws {
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
    // In a narrow window.
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

  private func select(_ path: FilePath) { window.sidebar.send(.show(.list(.feed(path)))) }

  @Test func theListThatWasChosenByKeyIsShownWhenTheFocusLeavesTheSidebar() async throws {
    chooseByKey()
    _ = gtk_widget_child_focus(window.pointer.cast(), GTK_DIR_TAB_FORWARD)
    expect(window.keyTarget != .feeds && window.shownList == .feed(paths[2]))
    try await expect(fixture.settle { fixture.titles == [["d", "e", "f"]] })
    expect(window.sidebar.selectedItem?.path, equals: paths[2])
  }

  @Test func shortcutsActOnTheListThatWasChosenByKey() async throws {
    chooseByKey()
    pressBeforeShortcuts(GDK_KEY_Page_Up, GDK_CONTROL_MASK)
    fixture.activate("previous-list")
    expect(window.shownList, equals: .feed(paths[1]))
    try await expect(fixture.settle { fixture.titles == [["c"]] })
  }

  /// Chooses two lists by key, of which the second one waits for another key.
  private func chooseByKey() {
    window.sidebar.takeFocus()
    expect(window.keyTarget, equals: .feeds)
    for key in [GDK_KEY_Down, GDK_KEY_End] { _ = window.sidebar.keyPressed(UInt32(key), modifiers: 0) }
    expect(window.shownList == .unread && window.sidebar.selectedItem?.path == paths[2])
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

  @Test func whatIsDoneToAListIsSaid() async throws {
    window.list.select(RowIndexPath(section: 2, row: 0))
    fixture.activate("toggle-read")
    fixture.activate("mark-list-read", "feed:\(paths[2].text)")
    expect(window.toast.text, equals: "2 entries in “\u{2068}Feed 2\u{2069}” marked as read")
    fixture.activate("undo")
    window.list.select(RowIndexPath(section: 0, row: 1))
    fixture.activate("toggle-starred")
    fixture.activate("mark-list-read", "starred")
    expect(window.toast.text, equals: "1 entry in “\u{2068}Starred\u{2069}” marked as read")
    select(paths[1])
    expect(fixture.isEnabled("close-feed"))
    fixture.activate("close-feed")
    try await expect(fixture.settle { fixture.titles == [["d", "e", "f"]] && window.toast.isShown })
    expect(window.toast.text, equals: "“\u{2068}Feed 1\u{2069}” closed")
    // A message runs as the interface, whatever the name in it runs as.
    window.toast.show("“\u{2068}יומן טבע\u{2069}” closed")
    let label = try require(WidgetTree.labels(below: window.toast.widget).first)
    let line = try require(pango_layout_get_line_readonly(gtk_label_get_layout(label.opaque), 0))
    expect(pango_layout_line_get_resolved_direction(line), equals: PANGO_DIRECTION_LTR)
    expect(window.toast.text, equals: "“\u{2068}יומן טבע\u{2069}” closed")
  }

  @Test func feedsOfTheSameTitleHaveTheirFilesAndUnreadableOnesTheirReasons() async throws {
    window.open([try fixture.folder.write(SampleFeed.rss(title: "Feed 1", entries: ["z"]), to: "new.xml")])
    try await expect(
      fixture.settle {
        rows.dropFirst(5) == [
          ["Feed 0", "2"], ["Feed 1", "1.xml", "1"], ["Feed 2", "3"], ["Feed 1", "new.xml", "1"],
        ]
      })
    let names = window.sidebar.items.map(\.accessibleName)
    expect(Set(names).count == names.count && names.contains("Feed 1, new.xml, 1 unread"))
    // A file that can't be read.
    window.open([try fixture.folder.write("<html><body>No feed</body></html>", to: "page.html")])
    try await expect(fixture.settle { rows.last == ["page.html"] })
    let item = try require(window.sidebar.items.last)
    expect(item.status == .failed && item.accessibleName == "page.html, can’t be read")
    guard case .problem(let sentence)? = item.menu else { return expect(Bool(false), "\(item)") }
    expect(SidebarRows.tooltips(window.sidebar).last?.hasPrefix(sentence + "\n/"), equals: true)
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

  @Test func aFeedIsShownAlone() async throws {
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
    // Nor are there such lists.
    for list in ["feed:/nowhere", "tomorrow"] {
      fixture.activate("show-list", list)
      expect(shownList(), equals: "all")
    }
    // An opened file is shown.
    select(paths[1])
    window.open([try fixture.folder.write(SampleFeed.rss(title: "New", entries: ["z"]), to: "new.xml")])
    try await expect(fixture.settle { fixture.titles.map(\.count) == [1] })
  }

  @Test func keysOfTheListMoveAndCloseTheSelectedFeed() async throws {
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
}
