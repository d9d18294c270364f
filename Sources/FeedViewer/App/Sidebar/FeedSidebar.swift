import CGtk
import FeedViewerBase
import GtkInterop

/// The open feeds in a list at the side of the window, all feeds first.
final class FeedSidebar {
  let widget: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  /// Called when a feed is selected; nil stands for all feeds.
  var onSelect: (FilePath?) -> Void = { _ in }
  /// Called when a feed was clicked, after it is selected.
  var onClick: () -> Void = {}
  /// Called when a feed is chosen with Return.
  var onActivate: (FilePath?) -> Void = { _ in }
  /// Called when Escape leaves the list.
  var onLeave: () -> Void = {}
  /// Called to close a feed.
  var onClose: (FilePath) -> Void = { _ in }
  /// Whether entries of a feed were removed that can come back.
  var hasRemovedEntries: (FilePath) -> Bool = { _ in false }
  /// Called to move a feed by a number of places.
  var onMove: (_ path: FilePath, _ distance: Int) -> Void = { _, _ in }

  /// The paths of the files; an empty string stands for all feeds.
  private let model: OpaquePointer
  private let selection: OpaquePointer
  private let list: WidgetPointer
  private var items: [FeedItem] = []
  private var itemsByPath: [FilePath: FeedItem] = [:]
  private var unread = UnreadCount()
  /// The rows that GtkListView has made, by their GtkListItem.
  private var rows: [UnsafeMutableRawPointer: FeedSidebarRow] = [:]
  private var isUpdating = false
  private var dragged: FilePath?
  private var refocusing: IdleSource?
  private var following: IdleSource?
  private var menu: ContextMenu?

  init() {
    let factory = gtk_signal_list_item_factory_new()!
    model = CStringArray.withConstants([""]) { gtk_string_list_new($0) }
    // Both take over the reference to what they show.
    selection = gtk_single_selection_new(model)
    list = gtk_list_view_new(selection, factory)
    gtk_widget_add_css_class(list, "navigation-sidebar")
    gtk_widget_add_css_class(widget, "feeds-pane")
    Accessible.setLabel(localized("Feeds"), of: list)
    let scroller = AccessibleContainer.makeScrolledWindow()
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scroller.opaque, list)
    gtk_widget_set_vexpand(scroller, 1)
    gtk_box_append(widget.cast(), scroller)
    connect(factory)
    Signal.connect(selection, "notify::selected") { [weak self] in self?.selectionChanged() }
    Signal.connect(list, "activate") { [weak self] arguments in
      guard let self else { return .unhandled }
      self.onActivate(self.path(at: Int(arguments.uint(0))))
      return .unhandled
    }
    addKeys()
    menu = ContextMenu(parent: widget)
  }

  /// Shows these feeds.
  ///
  /// - Parameter selected: The path of the selected one; nil for all feeds.
  /// - Complexity: O(n) for n feeds.
  func show(_ new: [FeedItem], selected: FilePath?) {
    isUpdating = true
    defer { isUpdating = false }
    let hadFocus = FocusedWidget(inWindowOf: list)?.isInside(list) ?? false
    if new != items {
      let old = items.map(\.path)
      items = new
      itemsByPath = Dictionary(new.map { ($0.path, $0) }) { first, _ in first }
      unread = new.reduce(UnreadCount()) { $0 + $1.unread }
      replace(old, by: new.map(\.path))
      for row in rows.values { row.show(row.path.flatMap { itemsByPath[$0] }, ofAll: unread) }
    }
    let place = selected.flatMap { path in items.firstIndex { $0.path == path } }.map { $0 + 1 } ?? 0
    if gtk_single_selection_get_selected(selection) != guint(place) {
      gtk_single_selection_set_selected(selection, guint(place))
    }
    if hadFocus { takeFocusLater() }
  }

  /// Gives the keyboard focus to the selected feed.
  func takeFocus() {
    let selected = path(at: Int(gtk_single_selection_get_selected(selection)))
    let row = rows.values.first { $0.path == selected && gtk_widget_get_mapped($0.widget) != 0 }
    if let row, let item = gtk_widget_get_parent(row.widget), gtk_widget_grab_focus(item) != 0 { return }
    gtk_widget_grab_focus(list)
  }

  /// The rows of feeds that were moved get their widgets in the next layout. The reader may have left the list by then.
  private func takeFocusLater() {
    refocusing = IdleSource { [weak self] in
      guard let self else { return .done }
      let focused = FocusedWidget(inWindowOf: self.list)
      if focused?.isInside(self.list) ?? true { self.takeFocus() }
      return .done
    }
  }

  private func path(at index: Int) -> FilePath? {
    index > 0 && index <= items.count ? items[index - 1].path : nil
  }

  private func selectionChanged() {
    guard !isUpdating else { return }
    onSelect(path(at: Int(gtk_single_selection_get_selected(selection))))
  }

  /// Replaces the part of the model that differs.
  private func replace(_ old: [FilePath], by new: [FilePath]) {
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var end = 0
    while end < min(old.count, new.count) - start, old[old.count - 1 - end] == new[new.count - 1 - end] {
      end += 1
    }
    guard start + end < max(old.count, new.count) else { return }
    CStringArray.withConstants(new[start..<(new.count - end)].map(\.text)) {
      gtk_string_list_splice(model, guint(start + 1), guint(old.count - start - end), $0)
    }
  }

  // MARK: Rows

  private func connect(_ factory: OpaquePointer) {
    Signal.connect(factory, "setup") { [weak self] arguments in
      if let self, let item = arguments.object(0) { self.setUp(item) }
      return .unhandled
    }
    Signal.connect(factory, "bind") { [weak self] arguments in
      guard let self, let item = arguments.object(0), let row = self.rows[item] else { return .unhandled }
      let path = self.path(at: Int(gtk_list_item_get_position(item.opaque)))
      row.show(path.flatMap { self.itemsByPath[$0] }, ofAll: self.unread)
      return .unhandled
    }
    Signal.connect(factory, "teardown") { [weak self] arguments in
      if let item = arguments.object(0) { self?.rows[item] = nil }
      return .unhandled
    }
  }

  private func setUp(_ item: UnsafeMutableRawPointer) {
    let row = FeedSidebarRow()
    rows[item] = row
    gtk_list_item_set_child(item.opaque, row.widget)
    row.onClose = { [weak self] in self?.onClose($0) }
    row.onMenu = { [weak self, weak row] path, x, y in
      if let self, let row { self.popUpMenu(of: path, x: x, y: y, in: row.widget) }
    }
    row.onClick = { [weak self] in self?.clicked() }
    row.onDrag = { [weak self] in self?.dragged = $0 }
    row.onDrop = { [weak self, weak row] in self?.drop(on: row?.path, isBelow: $0) ?? false }
  }

  /// The row around the widget selects itself only after the widget has got the click.
  private func clicked() {
    following = IdleSource { [weak self] in
      self?.onClick()
      return .done
    }
  }

  /// Moves the dragged feed before or behind the one that it was dropped on.
  private func drop(on path: FilePath?, isBelow: Bool) -> Bool {
    guard let dragged, let from = items.firstIndex(where: { $0.path == dragged }) else { return false }
    var to = 0
    if let path, let target = items.firstIndex(where: { $0.path == path }) {
      // Missing files follow the feeds.
      to = min(isBelow ? target + 1 : target, items.prefix { $0.kind == .feed }.count)
    }
    // The feed itself is taken out first.
    if from < to { to -= 1 }
    if to != from { onMove(dragged, to - from) }
    return true
  }

  private func popUpMenu(of path: FilePath, x: Double, y: Double, in widget: WidgetPointer) {
    guard let item = itemsByPath[path] else { return }
    menu?.popUp(
      item.kind == .feed
        ? Self.menuItems(of: path, hasPage: item.hasPage, hasRemoved: hasRemovedEntries(path))
        : Self.menuItems(ofMissing: item),
      x: x, y: y, in: widget)
  }

  /// The menu of missing files.
  static func menuItems(ofMissing item: FeedItem) -> [Menu.Item] {
    let own: [Menu.Item] =
      item.kind == .missingFiles
      ? [] : [.action(localized("Copy _Path"), "win.copy-path", target: item.path.text)]
    let close: [Menu.Item] =
      item.kind == .missingFiles
      ? [] : [.action(localized("_Close Feed"), "win.close-file", target: item.path.text)]
    return [
      .section(nil, [.action(localized("_Reload"), "win.reload-file", target: item.path.text)] + own),
      .section(nil, close + [.action(localized("Remove _Missing Files"), "win.remove-missing-files")]),
    ]
  }

  /// The menu of a feed.
  ///
  /// - Parameters:
  ///   - hasPage: Whether the feed names a page of its website.
  ///   - hasRemoved: Whether entries were removed that can come back.
  static func menuItems(of path: FilePath, hasPage: Bool = false, hasRemoved: Bool = false) -> [Menu.Item] {
    let page: [Menu.Item] =
      hasPage ? [.action(localized("Open Feed’s Pa_ge"), "win.open-page", target: path.text)] : []
    return [
      .section(nil, page),
      .section(
        nil,
        [
          .action(localized("_Reload"), "win.reload-file", target: path.text),
          .action(localized("Copy _Path"), "win.copy-path", target: path.text),
          // There is no action of the other name, so the item is insensitive.
          .action(
            localized("Re_store Removed Entries"), hasRemoved ? "win.restore-removed" : "win.none",
            target: path.text),
        ]),
      .section(
        nil,
        [
          .action(localized("Move _Up"), "win.move-feed-up", target: path.text),
          .action(localized("Move Do_wn"), "win.move-feed-down", target: path.text),
        ]),
      .section(nil, [.action(localized("_Close Feed"), "win.close-file", target: path.text)]),
    ]
  }

  // MARK: Keys

  /// The keys of the list, for the shortcuts window.
  static var keys: [(keys: String, title: String)] {
    [
      ("<Alt>1...9", localized("Show a feed")), ("Return", localized("Go to the entries of the feed")),
      ("<Alt><Shift>Up", localized("Move the feed up")),
      ("<Alt><Shift>Down", localized("Move the feed down")),
      ("Delete", localized("Close the feed")), ("<Shift>F10", localized("Menu of the feed")),
      ("Escape", localized("Back to the entries")),
    ]
  }

  private func addKeys() {
    KeyPresses.connect(to: list, phase: GTK_PHASE_CAPTURE) { [weak self] key, modifiers in
      self?.keyPressed(key, modifiers: modifiers) ?? .unhandled
    }
  }

  func keyPressed(_ key: UInt32, modifiers: UInt32) -> EventResult {
    let isShift = modifiers & GDK_SHIFT_MASK.rawValue != 0
    let isMove = isShift && modifiers & GDK_ALT_MASK.rawValue != 0
    let path = path(at: Int(gtk_single_selection_get_selected(selection)))
    switch Int32(key) {
    case GDK_KEY_Escape: onLeave()
    case GDK_KEY_Up where isMove: if let path { onMove(path, -1) }
    case GDK_KEY_Down where isMove: if let path { onMove(path, 1) }
    case GDK_KEY_Delete, GDK_KEY_KP_Delete: if let path { onClose(path) }
    case GDK_KEY_Menu: popUpMenuOfSelection()
    case GDK_KEY_F10 where isShift: popUpMenuOfSelection()
    default: return .unhandled
    }
    return .handled
  }

  private func popUpMenuOfSelection() {
    guard let path = path(at: Int(gtk_single_selection_get_selected(selection))),
      let row = rows.values.first(where: { $0.path == path })
    else { return }
    popUpMenu(of: path, x: 12, y: Double(gtk_widget_get_height(row.widget)), in: row.widget)
  }
}
