extension ChangeSet {
  /// What changes for a list that shows one section of the list alone, as its only section.
  ///
  /// - Parameter section: The section, by its index before; it is there after the change, too.
  /// - Complexity: O(k) for k moved and reloaded rows.
  public func alone(ofSection section: Int) -> ChangeSet {
    guard let new = newSection(for: section) else {
      preconditionFailure("Section \(section) is not there after the change.")
    }
    // A row that comes from another section, or goes there, is inserted or deleted.
    let moves = rowMoves.bySource.filter { $0.from.section == section && $0.to.section == new }
    return ChangeSet(
      before: [before[section]], after: [after[new]], isReloadData: false,
      reloadedSections: reloadedSections.contains(new) ? [0] : [],
      reloadedRows: Set(
        reloadedRows.lazy.filter { $0.section == new }.map { RowIndexPath(section: 0, row: $0.row) }),
      sections: .none, sectionMoves: .none, rows: rows[new].map { [0: $0] } ?? [:],
      rowMoves: Moves(
        moves.map {
          .init(
            from: RowIndexPath(section: 0, row: $0.from.row), to: RowIndexPath(section: 0, row: $0.to.row))
        }))
  }
}
