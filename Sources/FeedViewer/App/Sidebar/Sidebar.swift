import CGtk
import FeedViewerBase
import GtkInterop
import LayoutCore
import VirtualList

/// The pane at the side: lists to choose from. It shows values, and tells what the reader does as values.
final class Sidebar {
  enum Action: Equatable {
    /// An item was selected: its list is to be shown.
    case show(SidebarItem.ID)
    /// An item was clicked, after it was selected.
    case click
    /// The keyboard goes on to the list that was selected.
    case leave
    /// A feed that is not open was clicked or entered. To select it is not enough.
    case open(FilePath)
    /// The items in an item are to be shown, or not any more.
    case expand(Scope, Bool)
    case close(SidebarItem.ID)
    /// - Parameter by: The number of places, negative for up.
    case move(FilePath, by: Int)
  }

  /// The pane: a vertical box, which may have a header bar above the items.
  let widget = AccessibleContainer.make(gtk_box_get_type())
  /// Called when the reader does something.
  var send: (Action) -> Void = { _ in }
  /// Whether entries of a feed were removed that can come back. Asked when a menu opens: the answer takes time.
  var hasRemovedEntries: (FilePath) -> Bool = { _ in false }
  /// How many feeds a folder names with its subfolders that are not open. Asked when a menu opens: there may be very many.
  var closedFeedCount: (Scope) -> Int = { _ in 0 }

  let list = AccessibleContainer.make(gtk_list_view_get_type(), role: GTK_ACCESSIBLE_ROLE_TREE)
  private(set) var items: [SidebarItem] = []
  let choices = ChoiceDelay()
  let typeahead = Typeahead()
  var reordering = SidebarReordering()
  private(set) var menu: ContextMenu?
  /// All items that are shown, at whatever level. A GtkTreeListModel would have to be told of each change below each item in a list
  /// model of its own, and makes the objects of rows anew when an item is expanded; the sidebar is shown as one value, of which
  /// the difference is found anyway.
  private let model: OpaquePointer = g_list_store_new(gtk_string_object_get_type())
  private let selection: OpaquePointer
  /// What the model has for each item: GTK keeps the row, the selection and the focus of an object that has moved.
  private var objects: [SidebarItem.ID: GObjectReference<OpaquePointer>] = [:]
  /// The selection that was shown last.
  private var shownSelection: SidebarItem.ID?
  private let tabStop: TabStop
  /// The rows that GtkListView has made, by their GtkListItem.
  private var rows: [UnsafeMutableRawPointer: SidebarRow] = [:]
  private var isUpdating = false
  private var refocusing: IdleSource?
  private var following: IdleSource?
  private var motions = PointerMotions()

  init() {
    // It takes over the reference to the model.
    selection = gtk_single_selection_new(model)
    gtk_single_selection_set_autoselect(selection, 0)
    let scroller = AccessibleContainer.makeScrolledWindow()
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scroller.opaque, list)
    tabStop = TabStop(scroller)
    tabStop.sidebar = self
    gtk_widget_set_vexpand(tabStop.widget, 1)
    gtk_orientable_set_orientation(widget.opaque, GTK_ORIENTATION_VERTICAL)
    gtk_box_append(widget.cast(), tabStop.widget)
    gtk_widget_add_css_class(list, "feed-tree")
    Accessible.setLabel(localized("Feeds"), of: list)
    Signal.connect(selection, "notify::selected") { [weak self] in self?.selectionChanged() }
    // The second click of a double click: GtkListView has it before the row's widget.
    Signal.connect(list, "activate") { [weak self] arguments in
      if let item = self?.item(at: Int(arguments.uint(0))) { self?.toggleExpanded(item) }
      return .unhandled
    }
    choices.sidebar = self
    addRows()
    GObjectReference(adopting: selection).use { gtk_list_view_set_model(list.opaque, $0) }
    addKeys()
    addHighlight()
    addReordering()
    menu = ContextMenu(parent: widget)
  }

  /// Tells assistive tools which widget shows the selected list.
  func setControlled(_ widget: WidgetPointer) {
    Accessible.setRelation(GTK_ACCESSIBLE_RELATION_CONTROLS, to: [widget], of: list)
  }

  /// Shows these items.
  ///
  /// - Complexity: O(n) for n items.
  func show(_ content: SidebarContent) {
    isUpdating = true
    defer { isUpdating = false }
    let hadFocus = FocusedWidget(inWindowOf: list)?.isInside(list) ?? false
    if content.items != items {
      let old = items.map(\.id)
      items = content.items
      replace(old, by: items.map(\.id))
      for (listItem, row) in rows where row.item != nil {
        if let item = item(at: position(of: listItem)) { row.show(item) }
      }
    }
    let isOther = content.selected != shownSelection
    shownSelection = content.selected
    // The reader's next choice is not made yet, or shows nothing.
    if choices.pending == nil, isOther || selectedItem?.feedToOpen == nil {
      let place = items.firstIndex { $0.id == content.selected }
      if place != selectedPlace {
        gtk_single_selection_set_selected(selection, place.map { guint($0) } ?? guint.max)
      }
    }
    if hadFocus { takeFocusLater() }
  }

  /// The item that is selected.
  var selectedItem: SidebarItem? { selectedPlace.flatMap(item) }

  var selectedPlace: Int? {
    let place = Int(gtk_single_selection_get_selected(selection))
    return place < items.count ? place : nil
  }

  private func item(at place: Int) -> SidebarItem? { items.indices.contains(place) ? items[place] : nil }

  /// Replaces the part of the model that differs, by the same objects where items have only moved.
  private func replace(_ old: [SidebarItem.ID], by new: [SidebarItem.ID]) {
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var end = 0
    while end < min(old.count, new.count) - start, old[old.count - 1 - end] == new[new.count - 1 - end] {
      end += 1
    }
    guard start + end < max(old.count, new.count) else { return }
    let added = new[start..<(new.count - end)].map { id in
      objects[id] ?? GObjectReference(adopting: gtk_string_object_new("")!)
    }
    for id in old[start..<(old.count - end)] { objects[id] = nil }
    for (id, object) in zip(new[start...], added) { objects[id] = object }
    var pointers: [gpointer?] = added.map { $0.pointer.raw }
    g_list_store_splice(
      model, guint(start), guint(old.count - start - end), &pointers, guint(pointers.count))
  }

  // MARK: Selection and focus

  private func selectionChanged() {
    guard !isUpdating, let id = selectedItem?.id else { return }
    choices.choose(id)
  }

  /// Shows the items in an item, or no more.
  ///
  /// - Returns: Whether that was possible.
  @discardableResult func setExpanded(_ isExpanded: Bool, _ place: Int) -> Bool {
    guard let list = items[place].id.list, items[place].isExpanded == !isExpanded else { return false }
    // What is selected must be seen.
    if !isExpanded, let selectedPlace, items.descendants(of: place).contains(selectedPlace) { select(place) }
    act(.expand(list, isExpanded))
    return true
  }

  func toggleExpanded(_ item: SidebarItem) {
    guard let isExpanded = item.isExpanded, let place = items.firstIndex(where: { $0.id == item.id }) else {
      return
    }
    setExpanded(!isExpanded, place)
  }

  /// Sends what the reader does, after the choice before it.
  func act(_ action: Action) {
    choices.choosePending()
    send(action)
  }

  /// Selects an item as the reader does, and gives it the keyboard focus.
  func select(_ place: Int) {
    gtk_single_selection_set_selected(selection, guint(place))
    takeFocus()
  }

  /// Gives the keyboard focus to the selected item.
  func takeFocus() {
    if let place = selectedPlace {
      // An item outside of the viewport has no row.
      if row(at: place) == nil {
        gtk_widget_activate_action_variant(list, "list.scroll-to-item", g_variant_new_uint32(guint(place)))
      }
      if let row = row(at: place), let widget = gtk_widget_get_parent(row.widget),
        gtk_widget_grab_focus(widget) != 0
      {
        return
      }
    }
    gtk_widget_grab_focus(list)
  }

  /// The rows of new items get their widgets in the next layout. The reader may have left the list by then.
  private func takeFocusLater() {
    refocusing = IdleSource { [weak self] in
      guard let self else { return .done }
      if FocusedWidget(inWindowOf: self.list)?.isInside(self.list) ?? true { self.takeFocus() }
      return .done
    }
  }

  /// The row of an item; nil if it has none.
  func row(at place: Int) -> SidebarRow? {
    rows.first { $0.value.item != nil && position(of: $0.key) == place }?.value
  }

  /// The rows on screen with the places of their items.
  var shownRows: [(place: Int, row: SidebarRow)] {
    var shown: [(place: Int, row: SidebarRow)] = []
    for (listItem, row) in rows where row.item != nil && gtk_widget_get_mapped(row.widget) != 0 {
      shown.append((position(of: listItem), row))
    }
    return shown.sorted { $0.place < $1.place }
  }

  // MARK: Rows

  private func position(of listItem: UnsafeMutableRawPointer) -> Int {
    Int(gtk_list_item_get_position(listItem.opaque))
  }

  private func addRows() {
    let factory = GObjectReference(adopting: gtk_signal_list_item_factory_new()!)
    factory.use { factory in
      for (signal, handler) in [
        ("setup", { $0.setUp($1) }), ("bind", { $0.bind($1) }),
        ("unbind", { $0.rows[$1]?.clear() }), ("teardown", { $0.rows[$1] = nil }),
      ] as [(String, (Sidebar, UnsafeMutableRawPointer) -> Void)] {
        Signal.connect(factory, signal) { [weak self] arguments in
          if let self, let item = arguments.object(0) { handler(self, item) }
          return .unhandled
        }
      }
      gtk_list_view_set_factory(list.opaque, factory)
    }
  }

  private func bind(_ listItem: UnsafeMutableRawPointer) {
    guard let row = rows[listItem], let item = item(at: position(of: listItem)) else { return }
    let canBeSelected: gboolean = item.id == .heading ? 0 : 1
    gtk_list_item_set_selectable(listItem.opaque, canBeSelected)
    gtk_list_item_set_activatable(listItem.opaque, canBeSelected)
    row.show(item)
  }

  private func setUp(_ listItem: UnsafeMutableRawPointer) {
    let row = SidebarRow(of: self)
    rows[listItem] = row
    gtk_list_item_set_child(listItem.opaque, row.widget)
  }

  /// The row around the widget selects itself only after the widget has got the click.
  func clicked(_ item: SidebarItem) {
    following = IdleSource { [weak self] in
      if let feed = item.feedToOpen { self?.act(.open(feed)) }
      self?.act(.click)
      return .done
    }
  }

  // MARK: Highlight

  /// The style's name of a list that highlights the row under the pointer: GTK would also highlight one that came under a pointer
  /// at rest when a menu has closed over it.
  private static let pointedAt = "pointed-at"

  private func addHighlight() {
    let motion = gtk_event_controller_motion_new()!
    Signal.connect(motion, "motion") { [weak self] arguments in
      self?.pointerMoved(to: Point(x: arguments.double(0), y: arguments.double(1)))
      return .unhandled
    }
    gtk_widget_add_controller(list, motion)
  }

  func pointerMoved(to point: Point) {
    if motions.isMotion(to: point) { gtk_widget_add_css_class(list, Self.pointedAt) }
  }

  /// Highlights no row until the pointer moves after a menu.
  func menuOpened() {
    motions.menuOpened()
    gtk_widget_remove_css_class(list, Self.pointedAt)
  }

  // MARK: Menus

  func popUpMenu(of row: SidebarRow, x: Double, y: Double) {
    guard let item = row.item, let contents = item.menu else { return }
    choices.choosePending()
    menu?.popUp(
      contents.items(
        of: item, among: items, hasRemovedEntries: hasRemovedEntries, closedFeedCount: closedFeedCount), x: x,
      y: y, in: row.widget)
  }

  func popUpMenuOfSelection() {
    guard let row = selectedPlace.flatMap(row) else { return }
    popUpMenu(of: row, x: 12, y: Double(gtk_widget_get_height(row.widget)))
  }
}
