import CGtk
import GtkInterop
import LayoutCore

/// The accessible actions of a row's widget: `row.activate`, `row.details` and `row.perform`.
final class RowAccessibleActions {
  private static let group = "row"
  private static let activate = "activate"
  private static let details = "details"
  private static let perform = "perform"

  private let actions = GObjectReference(adopting: g_simple_action_group_new()!)

  /// - Parameters:
  ///   - widget: The row's widget.
  ///   - onActivate: Called as for a click on the row.
  ///   - onDetails: Called as for a click on its detail button or custom accessory.
  ///   - onPerform: Called as for a swipe.
  init(
    of widget: WidgetPointer, onActivate: @escaping () -> Void, onDetails: @escaping () -> Void,
    onPerform: @escaping () -> Void
  ) {
    Action.add(Self.activate, to: actions.pointer, perform: onActivate)
    Action.add(Self.details, to: actions.pointer, perform: onDetails)
    Action.add(Self.perform, to: actions.pointer, perform: onPerform)
    gtk_widget_insert_action_group(widget, Self.group, actions.pointer.opaque)
  }

  /// Enables the actions that the bound row has.
  func update(hasDetails: Bool, hasAction: Bool) {
    Action.setEnabled(hasDetails, Self.details, in: actions.pointer)
    Action.setEnabled(hasAction, Self.perform, in: actions.pointer)
  }
}

extension Accessory {
  /// Whether it, or a part of it, can be clicked.
  nonisolated var isButton: Bool {
    switch self {
    case .none, .disclosure, .checkmark: false
    case .detail, .detailDisclosure, .custom: true
    }
  }
}
