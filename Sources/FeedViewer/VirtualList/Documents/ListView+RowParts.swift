import CGtk
import GtkInterop
import LayoutCore

extension ListView {
  /// A row that has a widget; nil for others.
  package func rowOnScreen(_ row: RowIndexPath) -> RowOnScreen? {
    guard let view = pool.view(of: .row(row)), let painter = view.painter else { return nil }
    return RowOnScreen(row, view, painter)
  }

  /// The rows that have widgets, in order: those on screen, and those that are held elsewhere.
  package var rowsWithWidgets: [RowIndexPath] {
    pool.boundElements.compactMap { if case .row(let row) = $0 { row } else { nil } }.sorted()
  }

  /// The rows in the viewport and in as much room as it has above and below it, from the middle outwards.
  ///
  /// - Parameter limit: The most rows.
  package func rowsAround(limit: Int) -> [RowIndexPath] {
    guard pageHeight > 0, let middle = geometry.element(atOffset: contentOffset + pageHeight / 2) else {
      return []
    }
    var found: [RowIndexPath] = []
    func add(_ element: ListElement) { if case .row(let row) = element { found.append(row) } }
    add(middle.element)
    var before = geometry.element(before: middle.element)
    var after = geometry.element(after: middle.element)
    while found.count < limit, before != nil || after != nil {
      if let element = after {
        if geometry.offset(of: element) < contentOffset + 2 * pageHeight { add(element) } else { after = nil }
        after = after.flatMap(geometry.element(after:))
      }
      if let element = before {
        let end = geometry.offset(of: element) + geometry.height(of: element).value
        if end > contentOffset - pageHeight { add(element) } else { before = nil }
        before = before.flatMap(geometry.element(before:))
      }
    }
    return found
  }

  /// The frame of a row that has a widget, in the list's logical pixels; nil for others.
  package func frame(ofRow row: RowIndexPath) -> Rect? { pool.view(of: .row(row)).flatMap { frame(of: $0) } }
}
