import LayoutCore

/// Rows found in the order of the list, over headers, footers and empty sections.
extension RowGeometry {
  /// The next row with a height in a direction.
  ///
  /// - Parameter step: 1 towards the end, -1 towards the start.
  func row(from start: ListElement, step: Int) -> RowIndexPath? {
    var element = step > 0 ? self.element(after: start) : self.element(before: start)
    while let current = element {
      if case .row(let row) = current, height(of: current).value > 0 { return row }
      element = step > 0 ? self.element(after: current) : self.element(before: current)
    }
    return nil
  }

  /// The first row of the list.
  ///
  /// - Complexity: O(sections).
  var firstRow: RowIndexPath? {
    (0..<sectionCount).first { rowCount(inSection: $0) > 0 }.map { RowIndexPath(section: $0, row: 0) }
  }

  /// The last row of the list.
  ///
  /// - Complexity: O(sections).
  var lastRow: RowIndexPath? {
    (0..<sectionCount).last { rowCount(inSection: $0) > 0 }
      .map { RowIndexPath(section: $0, row: rowCount(inSection: $0) - 1) }
  }
}
