/// Edits of consecutive rows, of which there may be millions.
extension ChangeSet {
  /// Replaces consecutive rows of a section by others.
  ///
  /// - Parameters:
  ///   - deleted: The places of the old rows before the edit.
  ///   - inserted: The places of the new rows after the edit; they begin where the old ones did.
  ///   - section: The section.
  ///   - before: The number of rows of each section before.
  public init(
    replacing deleted: Range<Int>, with inserted: Range<Int>, inSection section: Int, before: [Int]
  ) {
    precondition(
      before.indices.contains(section) && deleted.lowerBound >= 0 && deleted.upperBound <= before[section]
        && inserted.lowerBound == deleted.lowerBound,
      "Rows \(deleted) can't be replaced by \(inserted) in section \(section).")
    var after = before
    after[section] += inserted.count - deleted.count
    let shift = IndexShift(deletes: IndexRuns(deleted), inserts: IndexRuns(inserted))
    self.init(
      before: before, after: after, isReloadData: false, reloadedSections: [], reloadedRows: [],
      sections: .none, sectionMoves: .none, rows: shift.isEmpty ? [:] : [section: shift], rowMoves: .none)
  }

  /// Inserts consecutive rows into a section: ``ListEdit/insertRows(_:)`` of any number of rows in the time of one.
  ///
  /// - Parameters:
  ///   - rows: Their places after the edit.
  ///   - section: The section.
  ///   - before: The number of rows of each section before.
  public init(inserting rows: Range<Int>, inSection section: Int, before: [Int]) {
    precondition(
      before.indices.contains(section) && rows.lowerBound >= 0 && rows.lowerBound <= before[section],
      "Rows \(rows) can't be inserted in section \(section).")
    var after = before
    after[section] += rows.count
    self.init(
      before: before, after: after, isReloadData: false, reloadedSections: [], reloadedRows: [],
      sections: .none, sectionMoves: .none,
      rows: rows.isEmpty ? [:] : [section: IndexShift(inserts: IndexRuns(rows))], rowMoves: .none)
  }

  /// Deletes consecutive rows of a section: ``ListEdit/deleteRows(_:)`` of any number of rows in the time of one.
  ///
  /// - Parameters:
  ///   - rows: Their places before the edit.
  ///   - section: The section.
  ///   - before: The number of rows of each section before.
  public init(deleting rows: Range<Int>, inSection section: Int, before: [Int]) {
    precondition(
      before.indices.contains(section) && rows.lowerBound >= 0 && rows.upperBound <= before[section],
      "Rows \(rows) can't be deleted in section \(section).")
    var after = before
    after[section] -= rows.count
    self.init(
      before: before, after: after, isReloadData: false, reloadedSections: [], reloadedRows: [],
      sections: .none, sectionMoves: .none,
      rows: rows.isEmpty ? [:] : [section: IndexShift(deletes: IndexRuns(rows))], rowMoves: .none)
  }
}
