import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing
import VirtualList

@testable import FeedViewer

/// The names and keys of the window's commands.
struct WindowCommandTests {
  /// Other programs know the commands by these names.
  private static let names = """
    open reload close open-recent clear-recent open-samples stop-loading close-feed open-feed-page close-file
    move-feed-up move-feed-down open-page locate-file copy-path reload-file restore-removed show-in-files feed-info
    remove-missing-files restore-all-removed state-details dismiss-remarks show-list next-list previous-list all-feeds feed
    mark-list-read mark-all-read clean-up open-all-feeds expand-all collapse-all order grouping filter density section-index search search-mode search-all
    find-or-search read-entry toggle-read toggle-starred mark-above-read mark-below-read copy-rows copy-link open-link
    open-feed copy-feed-address show-in-feed delete-row undo redo undo-edit back find find-next find-previous
    next-article previous-article next-unread previous-unread entry-starred entry-unread show-in-list copy-entry-link
    read-as-text wrap-code print print-preview save-pdf save-html zoom-in zoom-out zoom-normal line-length sidebar
    focus-content next-pane previous-pane move-division fullscreen preferences shortcuts about style statistics cache-mode debug-log
    """

  @Test func commandsKeepTheirNamesAndNoKeyPerformsTwo() {
    // Commands keep the names by which other programs know them.
    expect(
      WindowCommand.allCases.map(\.name),
      equals: Self.names.split(whereSeparator: \.isWhitespace).map(String.init))
    // No key performs two commands.
    var known: Set<String> = []
    for command in WindowCommand.allCases {
      for key in "\(command.keys) \(command.singleKeys)".split(separator: " ") {
        expect(known.insert(String(key)).inserted, "\(command.name): \(key)")
      }
      for key in command.singleKeys.split(separator: " ") {
        expect(WindowCommand(singleKey: String(key)), equals: command)
      }
    }
    expect(WindowCommand(singleKey: "x") == nil && WindowCommand(singleKey: "<Shift>n") == nil)
  }
}

/// The window's commands in its actions, menus, buttons and keys.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct WindowCommandUseTests {
  private let fixture: WindowFixture
  private var window: ViewerWindow { fixture.window }

  init() async throws {
    fixture = try await WindowFixture(size: WindowSize(width: 600, height: 500), [["a", "b"], ["c"]])
  }

  @Test func everyCommandIsAnActionOfTheWindowAndTheReverse() async throws {
    let list = g_action_group_list_actions(window.pointer.opaque)!
    defer { g_strfreev(list) }
    var actions: Set<String> = []
    var next = list
    while let name = next.pointee {
      actions.insert(String(cString: name))
      next += 1
    }
    expect(actions, equals: Set(WindowCommand.allCases.map(\.name)))
    expect(!fixture.isEnabled("open-samples"), "there are none")
    // The key of one that can't be used does nothing.
    window.list.select(nil)
    var activated = 0
    let action = g_action_map_lookup_action(window.pointer.opaque, "toggle-starred")!
    Signal.connect(action, "activate") { activated += 1 }
    expect(!window.isEnabled(.toggleStarred))
    expect(window.keyPressed(UInt32(GDK_KEY_s), modifiers: 0), equals: .handled)
    expect(activated, equals: 0)
    window.list.select(RowIndexPath(section: 0, row: 0))
    try await expect(fixture.settle())
    expect(window.keyPressed(UInt32(GDK_KEY_s), modifiers: 0), equals: .handled)
    expect(activated, equals: 1)
    expect(window.keyPressed(UInt32(GDK_KEY_s), modifiers: GDK_SHIFT_MASK.rawValue), equals: .unhandled)
    expect(activated, equals: 1)
  }

  @Test func aCommandThatCannotBeUsedIsInsensitiveInMenuButtonAndKeyAlike() async throws {
    let box = window.listPage
    let buttons = WindowCommand.allCases.map { command -> (WindowCommand, WidgetPointer) in
      let button: WidgetPointer = gtk_button_new()
      command.connect(button, target: target(of: command))
      gtk_box_append(box.cast(), button)
      return (command, button)
    }
    let items = WindowCommand.allCases.map { Menu.Item.command($0.name, $0, target: target(of: $0)) }
    let popover = Menu.make([.section(nil, items)]).use { gtk_popover_menu_new_from_model($0.cast())! }
    gtk_widget_set_parent(popover, box)
    defer { gtk_widget_unparent(popover) }
    var states: Set<[Bool]> = []
    func check(_ state: String) async throws {
      try await expect(
        fixture.settle {
          WindowCommand.allCases.allSatisfy { fixture.isEnabled($0.name) == window.isEnabled($0) }
        },
        "\(state)")
      var menuItems: [String: WidgetPointer] = [:]
      for widget in WidgetTree.widgets(below: popover)
      where String(cString: g_type_name_from_instance(widget.cast())) == "GtkModelButton" {
        if let name = ObjectProperty.string("text", of: widget) { menuItems[name] = widget }
      }
      states.insert(WindowCommand.allCases.map(window.isEnabled))
      for (command, button) in buttons {
        let isEnabled = window.isEnabled(command)
        let item = menuItems[command.name]
        expect(gtk_widget_get_sensitive(button) != 0, equals: isEnabled, "\(state): button \(command.name)")
        expect(
          item.map { gtk_widget_get_sensitive($0) != 0 }, equals: isEnabled, "\(state): menu \(command.name)")
      }
    }
    window.list.select(nil)
    try await check("a list")
    window.list.select(RowIndexPath(section: 0, row: 1))
    try await expect(fixture.settle())
    try await check("a selected entry")
    window.activate(RowIndexPath(section: 0, row: 1))
    try await expect(fixture.settle { window.isReading })
    try await check("an article")
    fixture.activate("search")
    try await expect(fixture.settle { window.keyTarget == .textEntry })
    try await check("a text entry")
    for path in window.library.files.map(\.path) { window.closeFeed(path) }
    try await expect(fixture.settle { window.contentState == .nothingOpen && window.panes.isEmpty })
    try await check("nothing open")
    expect(states.count, equals: 5)
  }

  @Test func otherProgramsCannotChangeTheStateOfACommandThatCannotBeUsed() async throws {
    fixture.choose("unread", of: "show-list")
    try await expect(fixture.settle { !fixture.isEnabled("filter") })
    fixture.choose("starred", of: "filter")
    expect(window.entries.arrangement.filter, equals: .all)
    expect(Action.state(of: "filter", in: window.pointer), equals: "all")
    fixture.choose("all", of: "show-list")
    try await expect(fixture.settle { fixture.isEnabled("filter") })
    for path in window.library.files.map(\.path) { window.closeFeed(path) }
    try await expect(
      fixture.settle {
        window.contentState == .nothingOpen && !fixture.isEnabled("search-mode") && !isOn("sidebar")
      })
    window.setState(true, of: .searchMode)
    window.setState(true, of: .sidebar)
    expect(!window.searchBar.field.isOpen && !isOn("search-mode") && !isOn("sidebar"))
  }

  private func isOn(_ action: String) -> Bool {
    let state = g_action_group_get_action_state(window.pointer.opaque, action)!
    defer { g_variant_unref(state) }
    return g_variant_get_boolean(state) != 0
  }

  /// A text for the actions that take one.
  private func target(of command: WindowCommand) -> String? {
    g_action_group_get_action_parameter_type(window.pointer.opaque, command.name) == nil ? nil : "x"
  }
}
