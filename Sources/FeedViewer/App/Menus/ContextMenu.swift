import CGtk
import GtkInterop

/// A context menu, opened with the secondary button, a long press or the Menu key.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
final class ContextMenu {
  private let parent: WidgetPointer
  private var popover: GObjectReference<WidgetPointer>?

  /// - Parameter parent: The parent of the popovers; it needs a layout manager that positions them.
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
      // Destroying the parent also removes the popover.
      if gtk_widget_get_parent(popover) != nil { gtk_widget_unparent(popover) }
    }
    popover = nil
  }
}
