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

extension ListView {
  /// Gives a row's widget the actions that assistive tools find; they are those of whatever row it shows.
  func addAccessibleActions(to view: RowView) {
    guard view.kind == .row else { return }
    /// Does something with the row that the widget shows.
    func action(_ body: @escaping (ListView, RowIndexPath) -> Void) -> () -> Void {
      { [weak self, weak view] in
        guard let self, let view, case .row(let row)? = pool.element(of: view) else { return }
        body(self, row)
      }
    }
    view.accessibleActions = RowAccessibleActions(
      of: view.widget.pointer,
      onActivate: action { list, row in
        list.select(row)
        list.delegate?.listView(list, didActivate: row)
      }, onDetails: action { list, row in list.delegate?.listView(list, accessoryActivatedFor: row) },
      onPerform: action { list, row in
        guard let action = list.delegate?.listView(list, swipeActionFor: row) else { return }
        list.delegate?.listView(list, perform: action, on: [row])
      })
  }

  /// Offers the actions of the row that a widget has just been bound to.
  func updateAccessibleActions(of view: RowView) {
    guard case .row(let row)? = view.binding?.element, let painter = view.painter else { return }
    view.accessibleActions?.update(
      hasDetails: painter.layout.accessory.isButton,
      hasAction: delegate?.listView(self, swipeActionFor: row) != nil)
  }

  /// Activates the detail button or custom accessory of the row where the keyboard is, as Alt+Return does.
  ///
  /// - Returns: Whether the row has one.
  func activateAccessoryAtCursor() -> Bool {
    guard let row = selection.cursor ?? selectedRow, let dataSource, let delegate else { return false }
    let element = ListElement.row(row)
    let template = templates[dataSource.listView(self, identityOf: element).template]
    guard template.accessory(ofAny: dataSource.listView(self, contentOf: element)).isButton else {
      return false
    }
    delegate.listView(self, accessoryActivatedFor: row)
    return true
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
