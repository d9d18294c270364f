import CGtk
import LayoutCore

/// Carries out the actions that keys and the pointer ask for.
extension ListView {
  /// - Returns: Whether the action could be performed: there is a row with such an accessory or action.
  @discardableResult
  func perform(_ action: ListAction) -> Bool {
    switch action {
    case .stay: break
    case .focus(let row, let change, let reveal): go(to: row, change, revealing: reveal)
    case .scroll(let distance): scroll(by: distance)
    case .activateHeader(let section): delegate?.listView(self, didActivateHeaderOf: section)
    case .selectAll: selectAll()
    case .clearSelection: select(nil)
    case .activate(let row, let selects):
      if selects { select(row) }
      delegate?.listView(self, didActivate: row)
    case .activateAccessory(let row): delegate?.listView(self, accessoryActivatedFor: row)
    case .activateAccessoryAtCursor: return activateAccessoryAtCursor()
    case .delete: return performDestructiveActionOfSelection()
    case .openMenuOfSelection: openMenuOfSelection()
    case .openMenu(let row, let selects, let x, let y):
      if selects, let row { select(row) }
      delegate?.listView(self, wantsMenuFor: row, x: x, y: y)
    case .openHeaderMenu(let section, let x, let y):
      delegate?.listView(self, wantsMenuForHeaderOf: section, x: x, y: y)
    case .middleClick(let row): delegate?.listView(self, didMiddleClick: row)
    }
    return true
  }

  /// Opens the menu of the selected row, which is scrolled into view.
  func openMenuOfSelection() {
    guard let row = selectedRow, let conditions else {
      delegate?.listView(self, wantsMenuFor: nil, x: 24, y: 24)
      return
    }
    let element = ListElement.row(row)
    scroll(to: element)
    // The row's widget moves in the next layout only.
    let top = geometry.offset(of: element) - contentOffset
    let middle = Double(top + geometry.height(of: element).value / 2) / conditions.environment.scale
    let end = Double(gtk_widget_get_height(widget.pointer) - 1)
    var bounds = graphene_rect_t()
    if let view = pool.view(of: element) {
      _ = gtk_widget_compute_bounds(view.widget.pointer, widget.pointer, &bounds)
    }
    delegate?.listView(
      self, wantsMenuFor: row, x: Double(bounds.origin.x) + 24, y: max(min(middle, end), 0))
  }
}
