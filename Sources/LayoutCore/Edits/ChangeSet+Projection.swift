extension ChangeSet {
  /// The same change for a list that shows only some of the sections, in the same order.
  ///
  /// - Parameters:
  ///   - old: The sections that it shows before, ascending.
  ///   - new: Those that it shows after, ascending. One that it did not show before is inserted, one that it does not show any
  ///     more is deleted, whether or not that has happened to the section itself.
  /// - Complexity: O(s log s + k) for s sections, and k moved and reloaded rows.
  public func projected(from old: [Int], to new: [Int]) -> ChangeSet {
    precondition(
      Self.areAscending(old, below: before.count) && Self.areAscending(new, below: after.count),
      "The sections that are shown are not in order, or not there.")
    let oldNumbers = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1, $0) })
    let newNumbers = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($1, $0) })
    func section(_ section: Int) -> Int? {
      newNumbers[section].flatMap { number in
        oldSection(for: section).flatMap { oldNumbers[$0] == nil ? nil : number }
      }
    }
    let moves = sectionMoves.bySource.compactMap { move -> Moves<Int>.Move? in
      guard let from = oldNumbers[move.from], let to = newNumbers[move.to] else { return nil }
      return .init(from: from, to: to)
    }
    let (sources, destinations) = (Set(moves.map(\.from)), Set(moves.map(\.to)))
    let shift = IndexShift(
      deletes: IndexRuns(
        old.indices.filter { place in
          sources.contains(place) || newSection(for: old[place]).flatMap { newNumbers[$0] } == nil
        }),
      inserts: IndexRuns(
        new.indices.filter { destinations.contains($0) || section(new[$0]) == nil }))
    func row(_ row: RowIndexPath) -> RowIndexPath? {
      section(row.section).map { RowIndexPath(section: $0, row: row.row) }
    }
    // A row that comes from a section that is not shown, or goes to one, is inserted or deleted.
    let rowMoves = rowMoves.bySource.compactMap { move -> Moves<RowIndexPath>.Move? in
      guard let from = oldNumbers[move.from.section], let to = row(move.to),
        newSection(for: move.from.section).flatMap({ newNumbers[$0] }) != nil
      else { return nil }
      return .init(from: RowIndexPath(section: from, row: move.from.row), to: to)
    }
    var change = ChangeSet(
      before: old.map { before[$0] }, after: new.map { after[$0] }, isReloadData: isReloadData,
      reloadedSections: Set(reloadedSections.compactMap(section)),
      reloadedRows: Set(reloadedRows.compactMap(row)), sections: shift, sectionMoves: Moves(moves),
      rows: Dictionary(
        uniqueKeysWithValues: rows.compactMap { key, shift in section(key).map { ($0, shift) } }),
      rowMoves: Moves(rowMoves))
    change.sectionsLosingHeader = Set(sectionsLosingHeader.compactMap(section))
    change.sectionsLosingFooter = Set(sectionsLosingFooter.compactMap(section))
    return change
  }

  private static func areAscending(_ sections: [Int], below end: Int) -> Bool {
    zip(sections, sections.dropFirst()).allSatisfy(<) && sections.first ?? 0 >= 0 && sections.last ?? -1 < end
  }
}
