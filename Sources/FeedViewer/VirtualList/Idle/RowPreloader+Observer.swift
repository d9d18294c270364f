import LayoutCore

extension RowPreloader {
  /// Tells the observer of an action, if there is one.
  func tellObserver(of action: RangeController.Action) {
    guard let rangeObserver, let list else { return }
    let postponed = list.postponesEdits
    list.postponesEdits = true
    defer { list.postponesEdits = postponed }
    switch action {
    case .enter(let kind, let elements):
      let rows = Self.rows(of: elements)
      if !rows.isEmpty { rangeObserver.listView(list, didEnter: kind, rows) }
    case .exit(let kind, let elements):
      let rows = Self.rows(of: elements)
      if !rows.isEmpty { rangeObserver.listView(list, didExit: kind, rows) }
    }
  }

  private static func rows(of elements: [ListElement]) -> [RowIndexPath] {
    elements.compactMap { if case .row(let row) = $0 { row } else { nil } }
  }
}
