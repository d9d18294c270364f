extension ChangeSet {
  /// Normalises and validates a batch of edits.
  ///
  /// - Parameters:
  ///   - before: Rows of each section before the batch.
  ///   - after: Rows of each section after it.
  /// - Throws: `ChangeSetError`, which names the contradiction with its counts.
  public init(_ edits: [ListEdit], before: [Int], after: [Int]) throws(ChangeSetError) {
    if edits.contains(.reloadData) {
      self.init(
        before: before, after: after, isReloadData: true, reloadedSections: [], reloadedRows: [],
        sections: .none, sectionMoves: Moves(), rows: [:], rowMoves: Moves())
      return
    }
    var batch = Batch(before: before, after: after)
    for edit in edits { try batch.add(edit) }
    self = try batch.changeSet()
  }
}

/// The edits of a batch, sorted by kind while they are checked one by one.
private struct Batch {
  let before: [Int]
  let after: [Int]
  private var deletedSections: Set<Int> = []
  private var insertedSections: Set<Int> = []
  private var reloadedSections: Set<Int> = []
  private var sectionMoves = ChangeSet.Moves<Int>()
  private var deletedRows: Set<RowIndexPath> = []
  private var insertedRows: Set<RowIndexPath> = []
  private var reloadedRows: Set<RowIndexPath> = []
  private var rowMoves = ChangeSet.Moves<RowIndexPath>()

  init(before: [Int], after: [Int]) {
    self.before = before
    self.after = after
  }

  mutating func add(_ edit: ListEdit) throws(ChangeSetError) {
    switch edit {
    case .reloadData: break
    case .insertSections(let sections):
      for section in sections {
        try check(section, isIn: after, "insert section")
        guard insertedSections.insert(section).inserted else {
          throw ChangeSetError("Section \(section) is inserted twice.")
        }
      }
    case .deleteSections(let sections):
      for section in sections {
        try check(section, isIn: before, "delete section")
        guard deletedSections.insert(section).inserted else {
          throw ChangeSetError("Section \(section) is deleted or moved twice.")
        }
      }
    case .reloadSections(let sections):
      for section in sections {
        try check(section, isIn: before, "reload section")
        reloadedSections.insert(section)
      }
    case .moveSection(let from, let to):
      try add(.deleteSections([from]))
      try add(.insertSections([to]))
      sectionMoves.add(from: from, to: to)
    case .insertRows(let rows):
      for row in rows {
        try check(row, isIn: after, "insert row")
        guard insertedRows.insert(row).inserted else { throw ChangeSetError("Row \(row) is inserted twice.") }
      }
    case .deleteRows(let rows):
      for row in rows {
        try check(row, isIn: before, "delete row")
        guard deletedRows.insert(row).inserted else {
          throw ChangeSetError("Row \(row) is deleted or moved twice.")
        }
      }
    case .reloadRows(let rows):
      for row in rows {
        try check(row, isIn: before, "reload row")
        reloadedRows.insert(row)
      }
    case .moveRow(let from, let to):
      try add(.deleteRows([from]))
      try add(.insertRows([to]))
      rowMoves.add(from: from, to: to)
    }
  }

  func changeSet() throws(ChangeSetError) -> ChangeSet {
    for section in reloadedSections where deletedSections.contains(section) {
      throw ChangeSetError("Section \(section) is both reloaded and deleted or moved.")
    }
    for row in reloadedRows where deletedRows.contains(row) {
      throw ChangeSetError("Row \(row) is both reloaded and deleted or moved.")
    }
    let expected = before.count + insertedSections.count - deletedSections.count
    guard expected == after.count else {
      throw ChangeSetError(
        "\(before.count) sections before, \(insertedSections.count) inserted and \(deletedSections.count) "
          + "deleted make \(expected), but there are \(after.count) after.")
    }
    let shift = IndexShift(deletes: deletedSections.sorted(), inserts: insertedSections.sorted())
    return try withRows(shift: shift)
  }

  private func newSection(for old: Int, _ shift: IndexShift) -> Int? {
    sectionMoves.forward[old] ?? shift.new(for: old)
  }

  private func withRows(shift: IndexShift) throws(ChangeSetError) -> ChangeSet {
    var deletes: [Int: [Int]] = [:]
    var inserts: [Int: [Int]] = [:]
    // Edits of rows inside deleted, inserted or reloaded sections say nothing that the section does not.
    for row in deletedRows where !reloadedSections.contains(row.section) {
      guard let section = newSection(for: row.section, shift) else { continue }
      deletes[section, default: []].append(row.row)
    }
    let reloadedAfter = Set(reloadedSections.compactMap { newSection(for: $0, shift) })
    for row in insertedRows where !reloadedAfter.contains(row.section) {
      guard sectionMoves.backward[row.section] ?? shift.old(for: row.section) != nil else { continue }
      inserts[row.section, default: []].append(row.row)
    }
    var rows: [Int: IndexShift] = [:]
    for section in Set(deletes.keys).union(inserts.keys) {
      rows[section] = IndexShift(
        deletes: deletes[section, default: []].sorted(), inserts: inserts[section, default: []].sorted())
    }
    for (section, count) in after.enumerated() where !reloadedAfter.contains(section) {
      guard let old = sectionMoves.backward[section] ?? shift.old(for: section) else { continue }
      let inserted = rows[section]?.inserts.count ?? 0
      let deleted = rows[section]?.deletes.count ?? 0
      guard before[old] + inserted - deleted == count else {
        throw ChangeSetError(
          "Section \(section): \(before[old]) rows before, \(inserted) inserted and \(deleted) deleted make "
            + "\(before[old] + inserted - deleted), but there are \(count) after.")
      }
    }
    var change = ChangeSet(
      before: before, after: after, isReloadData: false, reloadedSections: reloadedAfter,
      reloadedRows: [], sections: shift, sectionMoves: sectionMoves, rows: rows, rowMoves: rowMoves)
    let reloaded = Set(reloadedRows.compactMap { change.newIndexPath(for: $0) })
    if !reloaded.isEmpty { change = change.reloading(reloaded) }
    return change
  }

  private func check(_ section: Int, isIn counts: [Int], _ verb: String) throws(ChangeSetError) {
    guard counts.indices.contains(section) else {
      throw ChangeSetError("Can't \(verb) \(section): there are \(counts.count) sections.")
    }
  }

  private func check(_ row: RowIndexPath, isIn counts: [Int], _ verb: String) throws(ChangeSetError) {
    guard counts.indices.contains(row.section) else {
      throw ChangeSetError("Can't \(verb) \(row): there are \(counts.count) sections.")
    }
    guard row.row >= 0, row.row < counts[row.section] else {
      throw ChangeSetError("Can't \(verb) \(row): section \(row.section) has \(counts[row.section]) rows.")
    }
  }
}

extension ChangeSet {
  /// The same change, with these rows of the state after to be measured again.
  func reloading(_ rows: Set<RowIndexPath>) -> ChangeSet {
    ChangeSet(
      before: before, after: after, isReloadData: isReloadData, reloadedSections: reloadedSections,
      reloadedRows: rows, sections: sections, sectionMoves: sectionMoves, rows: self.rows,
      rowMoves: rowMoves)
  }
}
