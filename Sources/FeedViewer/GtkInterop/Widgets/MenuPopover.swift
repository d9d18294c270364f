import CGtk

/// What every popover of a menu needs besides its items: the keys of windows, and names for assistive tools.
package enum MenuPopover {
  /// Call it once for each popover, before it is opened.
  package static func prepare(_ popover: WidgetPointer) {
    WindowKeys.add(toMenu: popover)
    Signal.connect(popover, "map") { menuOpened(popover) }
    Signal.connect(popover, "unmap") { menuClosed(popover) }
    KeyPresses.connect(to: popover, phase: GTK_PHASE_CAPTURE) { key, _ in activate(key, in: popover) }
    // GTK 4.18 names an item after a label that it hides from assistive tools, which leaves the item without a name.
    guard gtk_get_minor_version() >= 10 else { return }
    Signal.connect(popover, "map") { nameItems(inside: popover) }
  }

  /// Keys that activate the item with the focus; GTK does not ask whether there is one. The first such key moves the focus to
  /// an item.
  static func activate(_ key: UInt32, in popover: WidgetPointer) -> EventResult {
    let keys = [GDK_KEY_Return, GDK_KEY_ISO_Enter, GDK_KEY_KP_Enter, GDK_KEY_space, GDK_KEY_KP_Space]
    guard keys.contains(Int32(bitPattern: key)), let root = gtk_widget_get_root(popover),
      gtk_root_get_focus(root) == nil
    else { return .unhandled }
    gtk_widget_child_focus(popover, GTK_DIR_TAB_FORWARD)
    return .handled
  }

  /// The menus that are open, in windows that have any.
  private static var openMenus: [UnsafeMutablePointer<GtkWindow>: [WidgetPointer]] = [:]

  /// Closes the menus that belong to a widget or to one inside it, those that GTK makes for texts too. Call it when what they
  /// were opened on goes away.
  ///
  /// - Complexity: O(n) for n widgets inside.
  package static func closeMenus(inside widget: WidgetPointer) {
    var menus: [GObjectReference<WidgetPointer>] = []
    collectMenus(inside: widget, into: &menus)
    for menu in menus { menu.use { gtk_popover_popdown($0.cast()) } }
  }

  private static func collectMenus(
    inside widget: WidgetPointer, into menus: inout [GObjectReference<WidgetPointer>]
  ) {
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if g_type_check_instance_is_a(current.cast(), gtk_popover_get_type()) == 0 {
        collectMenus(inside: current, into: &menus)
      } else if gtk_widget_get_visible(current) != 0 {
        menus.append(GObjectReference(retaining: current))
      }
      child = gtk_widget_get_next_sibling(current)
    }
  }

  /// A menu has opened: what it lies over is out of the pointer's reach, as it is for clicks. Otherwise GTK would leave the
  /// tooltip of a widget below over the menu, or show another one.
  private static func menuOpened(_ popover: WidgetPointer) {
    guard let root = gtk_widget_get_root(popover) else { return }
    let window: UnsafeMutablePointer<GtkWindow> = root.cast()
    openMenus[window, default: []].append(popover)
    setTarget(false, window)
    // Takes away the tooltip that is there; without one, GTK would prepare to show one.
    if showsTooltip(window.cast()) { gtk_widget_trigger_tooltip_query(root.cast()) }
  }

  private static func showsTooltip(_ window: WidgetPointer) -> Bool {
    let type = g_type_from_name("GtkTooltipWindow")
    var child = type == 0 ? nil : gtk_widget_get_first_child(window)
    while let current = child {
      if gtk_widget_get_mapped(current) != 0, g_type_check_instance_is_a(current.cast(), type) != 0 {
        return true
      }
      child = gtk_widget_get_next_sibling(current)
    }
    return false
  }

  private static func menuClosed(_ popover: WidgetPointer) {
    guard let root = gtk_widget_get_root(popover) else { return }
    let window: UnsafeMutablePointer<GtkWindow> = root.cast()
    let others = openMenus[window, default: []].filter { $0 != popover }
    openMenus[window] = others.isEmpty ? nil : others
    if others.isEmpty { setTarget(true, window) }
  }

  private static func setTarget(_ isTarget: Bool, _ window: UnsafeMutablePointer<GtkWindow>) {
    for widget in [gtk_window_get_titlebar(window), gtk_window_get_child(window)] {
      if let widget { gtk_widget_set_can_target(widget, isTarget ? 1 : 0) }
    }
  }

  /// Names all items after their texts, those of submenus too.
  private static func nameItems(inside widget: WidgetPointer) {
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if isItem(current), let text = ObjectProperty.string("text", of: current) {
        gtk_accessible_reset_relation(current.opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        Accessible.setLabel(Menu.plainTitle(text), of: current)
      } else {
        nameItems(inside: current)
      }
      child = gtk_widget_get_next_sibling(current)
    }
  }

  /// Whether a widget is an item of a menu, whose type GTK does not declare.
  private static func isItem(_ widget: WidgetPointer) -> Bool {
    let type = g_type_from_name("GtkModelButton")
    return type != 0 && g_type_check_instance_is_a(widget.cast(), type) != 0
  }
}
