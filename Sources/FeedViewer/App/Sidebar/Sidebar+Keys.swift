import CGtk
import GtkInterop
import LayoutCore

/// The keys of the sidebar. They are taken before GtkListView gets them, which would move the focus to the heading, too.
extension Sidebar {
  func addKeys() {
    let keys = gtk_event_controller_key_new()!
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    Signal.connect(keys, "key-pressed") { [weak self] arguments in
      self?.keyPressed(arguments.uint(0), modifiers: arguments.flags(2)) ?? .unhandled
    }
    gtk_widget_add_controller(list, keys)
    typeahead.cursor = { [weak self] in
      self?.selectedPlace.map { RowIndexPath(section: 0, row: $0) }
    }
    typeahead.rowCounts = { [weak self] in [self?.items.count ?? 0] }
    typeahead.text = { [weak self] place in
      guard let self, self.canSelect(place.row) else { return nil }
      return self.items[place.row].name
    }
    typeahead.onEnd = { [weak self] found in if let found { self?.select(found.row) } }
  }

  func keyPressed(_ key: UInt32, modifiers: UInt32) -> EventResult {
    let isShift = modifiers & GDK_SHIFT_MASK.rawValue != 0
    let key = Int32(key)
    guard modifiers & (GDK_CONTROL_MASK.rawValue | GDK_SUPER_MASK.rawValue) == 0 else { return .unhandled }
    if modifiers & GDK_ALT_MASK.rawValue != 0 { return isShift ? move(key) : .unhandled }
    if typeahead.keyPressed(UInt32(bitPattern: key), modifiers: modifiers) { return .handled }
    let goesIn = gtk_widget_get_direction(list) == GTK_TEXT_DIR_RTL ? Self.leftKeys : Self.rightKeys
    switch key {
    case GDK_KEY_Up, GDK_KEY_KP_Up: step(by: -1)
    case GDK_KEY_Down, GDK_KEY_KP_Down: step(by: 1)
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: step(by: -pageLength)
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: step(by: pageLength)
    case GDK_KEY_Home, GDK_KEY_KP_Home: step(by: -items.count)
    case GDK_KEY_End, GDK_KEY_KP_End: step(by: items.count)
    case GDK_KEY_Left, GDK_KEY_KP_Left, GDK_KEY_Right, GDK_KEY_KP_Right:
      if goesIn.contains(key) { goIn() } else { goOut() }
    case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter:
      if let feed = selectedItem?.feedToOpen { act(.open(feed)) }
      act(.leave)
    case GDK_KEY_Escape: act(.leave)
    case GDK_KEY_Delete, GDK_KEY_KP_Delete:
      if let item = selectedItem, item.path != nil { act(.close(item.id)) }
    case GDK_KEY_Menu: popUpMenuOfSelection()
    case GDK_KEY_F10 where isShift: popUpMenuOfSelection()
    default: return .unhandled
    }
    return .handled
  }

  private static let leftKeys = [GDK_KEY_Left, GDK_KEY_KP_Left]
  private static let rightKeys = [GDK_KEY_Right, GDK_KEY_KP_Right]

  /// Shows what is in the selected item, or goes to its list if that is shown already.
  private func goIn() {
    if let place = selectedPlace, setExpanded(true, place) { return }
    act(.leave)
  }

  /// Hides what is in the selected item, or goes to the item around it if that is hidden already.
  private func goOut() {
    guard let place = selectedPlace, !setExpanded(false, place) else { return }
    if let parent = items.parent(of: place) { select(parent) }
  }

  private func canSelect(_ place: Int) -> Bool { items[place].id != .heading }

  /// Goes to an item that is some places further, or to the nearest one to it in the same direction; else to the last one.
  private func step(by distance: Int) {
    guard !items.isEmpty else { return }
    let direction = distance.signum()
    let start = selectedPlace ?? (direction > 0 ? -1 : items.count)
    var place = min(max(start + distance, 0), items.count - 1)
    while items.indices.contains(place), !canSelect(place) { place += direction }
    if items.indices.contains(place), place != selectedPlace { select(place) }
  }

  /// The number of items that a page key passes over.
  private var pageLength: Int { max(1, shownRows.count - 1) }

  private func move(_ key: Int32) -> EventResult {
    let distance: Int
    switch key {
    case GDK_KEY_Up, GDK_KEY_KP_Up: distance = -1
    case GDK_KEY_Down, GDK_KEY_KP_Down: distance = 1
    default: return .unhandled
    }
    if let item = selectedItem, item.isMovable, let path = item.path { act(.move(path, by: distance)) }
    return .handled
  }
}
