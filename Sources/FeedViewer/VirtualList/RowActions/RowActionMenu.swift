import CGtk
import GtkInterop

/// The default context menu of a row: it offers the row's action.
final class RowActionMenu {
  private static let group = "row-action"
  private static let name = "perform"

  private var menu: ContextMenu?

  /// Opens the menu at a point of the list, in logical pixels.
  ///
  /// - Parameter onClose: Called when it has closed.
  func open(
    _ action: RowAction, x: Double, y: Double, in list: WidgetPointer, onClose: @escaping () -> Void,
    onChoice: @escaping () -> Void
  ) {
    close()
    let actions = GObjectReference(adopting: g_simple_action_group_new()!)
    Action.add(Self.name, to: actions.pointer, perform: onChoice)
    gtk_widget_insert_action_group(list, Self.group, actions.pointer.opaque)
    let menu = ContextMenu(parent: list, onClose: onClose)
    self.menu = menu
    menu.popUp([.action(action.title, "\(Self.group).\(Self.name)")], x: x, y: y, in: list)
  }

  /// Whether the menu is open.
  var isOpen: Bool { menu?.isOpen ?? false }

  /// Positions the menu; the list has no layout manager that would.
  func allocate() { menu?.allocate() }

  func close() { menu?.close() }

  /// The list is going away: the menu closes and gives the focus to nothing.
  func end() { menu = nil }
}
