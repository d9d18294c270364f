import CGtk
import GtkInterop

/// The menu of what is under the pointer, opened by the secondary button, a long press or the Menu key.
@MainActor  // said again for the isolated deinit: release builds forget the module's default
final class ContextMenu {
  private let parent: WidgetPointer
  private var popover: GObjectReference<WidgetPointer>?

  /// - Parameter parent: The widget that popovers are attached to; one with a layout manager, which places them.
  init(parent: WidgetPointer) { self.parent = parent }

  isolated deinit { close() }

  /// Opens the menu at a point of `widget`.
  func popUp(_ items: [Menu.Item], x: Double, y: Double, in widget: WidgetPointer) {
    close()
    let popover = Menu.make(items).use { gtk_popover_menu_new_from_model($0.cast())! }
    gtk_widget_set_parent(popover, parent)
    self.popover = GObjectReference(retaining: popover)
    var parentX = 0.0
    var parentY = 0.0
    gtk_widget_translate_coordinates(widget, parent, x, y, &parentX, &parentY)
    var point = GdkRectangle(x: Int32(parentX), y: Int32(parentY), width: 1, height: 1)
    gtk_popover_set_pointing_to(popover.cast(), &point)
    gtk_popover_set_has_arrow(popover.cast(), 0)
    gtk_widget_set_halign(popover, GTK_ALIGN_START)
    gtk_popover_popup(popover.cast())
  }

  private func close() {
    popover?.use { popover in
      // A parent that went away has taken it along.
      if gtk_widget_get_parent(popover) != nil { gtk_widget_unparent(popover) }
    }
    popover = nil
  }
}
