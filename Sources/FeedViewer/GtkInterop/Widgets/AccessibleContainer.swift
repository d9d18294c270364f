import CGtk
import FeedViewerBase

/// Containers that assistive tools do not announce. GTK 4.8 names widgets without a label after their class.
public enum AccessibleContainer {
  /// Makes a widget that is only a group of its children for assistive tools, and so needs no name.
  ///
  /// - Parameter type: The widget's class.
  public static func make(_ type: GType) -> WidgetPointer { make(type, role: GTK_ACCESSIBLE_ROLE_GROUP) }

  /// Makes a widget with another role than its class has.
  public static func make(_ type: GType, role: GtkAccessibleRole) -> WidgetPointer {
    var value = GValue()
    g_value_init(&value, gtk_accessible_role_get_type())
    g_value_set_enum(&value, gint(role.rawValue))
    defer { g_value_unset(&value) }
    return "accessible-role".withCString { name in
      var name: UnsafePointer<CChar>? = name
      return g_object_new_with_properties(type, 1, &name, &value)!.cast()
    }
  }

  /// Hides those pages of a stack from assistive tools that are not shown, now and later. GTK 4.8 does not.
  public static func hideOtherPages(of stack: WidgetPointer) {
    func update() {
      let shown = gtk_stack_get_visible_child(stack.opaque)
      var child = gtk_widget_get_first_child(stack)
      while let current = child {
        Accessible.setHidden(current != shown, of: gtk_stack_get_page(stack.opaque, current).cast())
        child = gtk_widget_get_next_sibling(current)
      }
    }
    Signal.connect(stack, "notify::visible-child") { update() }
    update()
  }

  /// Makes a scrolled window whose scroll bars have names.
  public static func makeScrolledWindow() -> WidgetPointer {
    let widget = gtk_scrolled_window_new()!
    name(gtk_scrolled_window_get_hscrollbar(widget.opaque), localized("Horizontal Scroll Bar"))
    name(gtk_scrolled_window_get_vscrollbar(widget.opaque), localized("Vertical Scroll Bar"))
    return widget
  }

  private static func name(_ scrollBar: WidgetPointer, _ label: String) {
    Accessible.setLabel(label, of: scrollBar)
    // The range is a part of the scroll bar.
    if let range = gtk_widget_get_first_child(scrollBar) { Accessible.setHidden(true, of: range) }
  }
}
