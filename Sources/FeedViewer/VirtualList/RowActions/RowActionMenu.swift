import CGtk
import GtkInterop

/// The default context menu of a row: it offers the row's action.
final class RowActionMenu {
  private static let group = "row-action"
  private static let name = "perform"

  private var popover: WidgetPointer?

  /// Opens the menu at a point of the list, in logical pixels.
  func open(_ action: RowAction, x: Double, y: Double, in list: WidgetPointer, onChoice: @escaping () -> Void)
  {
    close()
    let actions = GObjectReference(adopting: g_simple_action_group_new()!)
    Action.add(Self.name, to: actions.pointer, perform: onChoice)
    gtk_widget_insert_action_group(list, Self.group, actions.pointer.opaque)
    let popover = Menu.make([.action(action.title, "\(Self.group).\(Self.name)")]).use {
      gtk_popover_menu_new_from_model($0.cast())!
    }
    gtk_widget_set_parent(popover, list)
    self.popover = popover
    var point = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
    gtk_popover_set_pointing_to(popover.cast(), &point)
    gtk_popover_set_has_arrow(popover.cast(), 0)
    gtk_widget_set_halign(popover, GTK_ALIGN_START)
    gtk_popover_popup(popover.cast())
  }

  /// Whether the menu is open.
  var isOpen: Bool { popover.map { gtk_widget_get_mapped($0) != 0 } ?? false }

  /// Places the menu. A widget must do this for popovers among its children when it is laid out.
  func allocate() {
    if let popover { gtk_popover_present(popover.cast()) }
  }

  func close() {
    guard let open = popover else { return }
    popover = nil
    // A popover that is unparented while it is open would keep its grab of all input.
    gtk_popover_popdown(open.cast())
    gtk_widget_unparent(open)
  }
}
