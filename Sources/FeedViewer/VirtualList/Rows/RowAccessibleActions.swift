import CGtk
import GtkInterop
import LayoutCore

/// What can be done with a row, for assistive tools, which find it as the actions `row.activate`, `row.details` and
/// `row.perform` of the row's widget.
final class RowAccessibleActions {
  private static let group = "row"
  private static let activate = "activate"
  private static let details = "details"
  private static let perform = "perform"

  private let actions = GObjectReference(adopting: g_simple_action_group_new()!)

  /// - Parameters:
  ///   - widget: The row's.
  ///   - onActivate: What a click on the row does.
  ///   - onDetails: What a click on its detail button or custom accessory does.
  ///   - onPerform: What a swipe does.
  init(
    of widget: WidgetPointer, onActivate: @escaping () -> Void, onDetails: @escaping () -> Void,
    onPerform: @escaping () -> Void
  ) {
    Action.add(Self.activate, to: actions.pointer, perform: onActivate)
    Action.add(Self.details, to: actions.pointer, perform: onDetails)
    Action.add(Self.perform, to: actions.pointer, perform: onPerform)
    gtk_widget_insert_action_group(widget, Self.group, actions.pointer.opaque)
  }

  /// Offers what the bound row has.
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
