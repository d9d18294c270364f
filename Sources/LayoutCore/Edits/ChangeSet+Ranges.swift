/// Edits of consecutive rows, of which there may be millions.
extension ChangeSet {
  /// A change that changes nothing.
  ///
  /// - Parameter counts: The number of rows of each section.
  public init(unchanged counts: [Int]) {
    self.init(
      before: counts, after: counts, isReloadData: false, reloadedSections: [], reloadedRows: [],
      sections: .none, sectionMoves: .none, rows: [:], rowMoves: .none)
  }

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

  /// Replaces consecutive rows of a section by others, in several places. Rows that are replaced by as many others stay, and
  /// are measured again.
  ///
  /// - Parameters:
  ///   - replacements: The places of old rows before the edit and of the new ones after it, in order. Between them are the
  ///     same rows before and after it.
  ///   - section: The section.
  ///   - before: The number of rows of each section before.
  public init(
    replacing replacements: [(deleted: Range<Int>, inserted: Range<Int>)], inSection section: Int,
    before: [Int]
  ) {
    var (shift, reloaded) = (IndexShift.none, Set<RowIndexPath>())
    var (old, new) = (0, 0)
    for (deleted, inserted) in replacements {
      precondition(
        deleted.lowerBound >= old && deleted.lowerBound - old == inserted.lowerBound - new,
        "Rows \(deleted) can't be replaced by \(inserted).")
      (old, new) = (deleted.upperBound, inserted.upperBound)
      if deleted.count == inserted.count {
        for row in inserted { reloaded.insert(RowIndexPath(section: section, row: row)) }
      } else {
        shift.deletes.append(deleted)
        shift.inserts.append(inserted)
      }
    }
    precondition(
      before.indices.contains(section) && old <= before[section], "Section \(section) has no row \(old - 1).")
    var after = before
    after[section] += new - old
    self.init(
      before: before, after: after, isReloadData: false, reloadedSections: [], reloadedRows: reloaded,
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

  /// Inserts rows into a section in several places.
  ///
  /// - Parameters:
  ///   - ranges: Their places after the edit, in order.
  ///   - section: The section.
  ///   - before: The number of rows of each section before.
  /// - Complexity: O(n) for n ranges.
  public init(inserting ranges: [Range<Int>], inSection section: Int, before: [Int]) {
    self.init(replacing: Self.rangesWithEmptyOnes(ranges, inserted: true), inSection: section, before: before)
  }

  /// Deletes rows of a section in several places.
  ///
  /// - Parameters:
  ///   - ranges: Their places before the edit, in order.
  ///   - section: The section.
  ///   - before: The number of rows of each section before.
  /// - Complexity: O(n) for n ranges.
  public init(deleting ranges: [Range<Int>], inSection section: Int, before: [Int]) {
    self.init(
      replacing: Self.rangesWithEmptyOnes(ranges, inserted: false), inSection: section, before: before)
  }

  /// The places of rows that are only there on one side of an edit, with those where the other side has none.
  private static func rangesWithEmptyOnes(
    _ ranges: [Range<Int>], inserted: Bool
  ) -> [(deleted: Range<Int>, inserted: Range<Int>)] {
    var count = 0
    return ranges.map { range in
      let place = range.lowerBound - count
      count += range.count
      return inserted ? (place..<place, range) : (range, place..<place)
    }
  }
}
