import CGtk
import GtkInterop
import LayoutCore

/// The accessible roles and actions of rows.
extension ListView {
  /// The accessible role of an element, which GTK fixes when a widget is made.
  func accessibleRole(of element: ListElement, _ identity: ItemIdentity) -> AccessibleRole {
    templates[identity.template].accessibleRole ?? AccessibleRole(of: element.kind)
  }

  /// Adds accessible actions to a row's widget; they apply to the row that the widget shows at the time.
  func addAccessibleActions(to view: RowView) {
    guard view.kind == .row else { return }
    guard interaction == .rows else {
      gtk_widget_set_focusable(view.widget.pointer, 0)
      return Accessible.setSelected(nil, of: view.widget.pointer)
    }
    /// Calls `body` with the row that the widget shows.
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

  /// Updates the accessible actions of a widget for the row that it was bound to.
  func updateAccessibleActions(of view: RowView) {
    guard case .row(let row)? = view.binding?.element, let painter = view.painter else { return }
    view.accessibleActions?.update(
      hasDetails: painter.layout.accessory.isButton,
      hasAction: delegate?.listView(self, swipeActionFor: row) != nil)
  }

  /// Activates the detail button or custom accessory of the cursor's row, as Alt+Return does.
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
