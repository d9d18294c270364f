import CGtk

/// What every popover of a menu needs besides its items: the keys of windows, and names for assistive tools.
package enum MenuPopover {
  /// Call it once for each popover, before it is opened.
  package static func prepare(_ popover: WidgetPointer) {
    WindowKeys.add(toMenu: popover)
    // GTK 4.18 names an item after a label that it hides from assistive tools, which leaves the item without a name.
    guard gtk_get_minor_version() >= 10 else { return }
    Signal.connect(popover, "map") { nameItems(inside: popover) }
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
