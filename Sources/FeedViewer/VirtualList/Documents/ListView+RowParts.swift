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

  /// The frame of a row that has a widget, in the list's logical pixels; nil for others.
  package func frame(ofRow row: RowIndexPath) -> Rect? { pool.view(of: .row(row)).flatMap { frame(of: $0) } }
}
