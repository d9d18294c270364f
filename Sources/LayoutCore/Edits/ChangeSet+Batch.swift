extension ChangeSet {
  /// Normalises and validates a batch of edits.
  ///
  /// - Parameters:
  ///   - edits: The edits in the order of the calls, which does not matter.
  ///   - before: The number of rows of each section before the batch.
  ///   - after: The number of rows of each section after it.
  /// - Throws: `ChangeSetError` if edits contradict each other or the row counts; it names the place and the counts.
  /// - Complexity: O(k log k) for k edited places, and O(s) for s sections.
  public init(_ edits: [ListEdit], before: [Int], after: [Int]) throws(ChangeSetError) {
    for case .reloadData in edits {
      self.init(
        before: before, after: after, isReloadData: true, reloadedSections: [], reloadedRows: [],
        sections: .none, sectionMoves: .none, rows: [:], rowMoves: .none)
      return
    }
    var batch = Batch(before: before, after: after)
    for edit in edits { try batch.add(edit) }
    self = try batch.changeSet()
  }
}

/// The edits of a batch by kind, collected while they are checked one by one.
///
/// They are kept in arrays: most batches are a single edit, for which sets would take longer than everything else.
private struct Batch {
  let before: [Int]
  let after: [Int]
  private var deletedSections: [Int] = []
  private var insertedSections: [Int] = []
  private var reloadedSections: [Int] = []
  private var sectionMoves: [ChangeSet.Moves<Int>.Move] = []
  private var deletedRows: [RowIndexPath] = []
  private var insertedRows: [RowIndexPath] = []
  private var reloadedRows: [RowIndexPath] = []
  private var rowMoves: [ChangeSet.Moves<RowIndexPath>.Move] = []

  init(before: [Int], after: [Int]) {
    self.before = before
    self.after = after
  }

  mutating func add(_ edit: ListEdit) throws(ChangeSetError) {
    switch edit {
    case .reloadData: break
    case .insertSections(let sections):
      for section in sections { try check(section, isIn: after, "insert section") }
      insertedSections += sections
    case .deleteSections(let sections):
      for section in sections { try check(section, isIn: before, "delete section") }
      deletedSections += sections
    case .reloadSections(let sections):
      for section in sections { try check(section, isIn: before, "reload section") }
      reloadedSections += sections
    case .moveSection(let from, let to):
      try add(.deleteSections([from]))
      try add(.insertSections([to]))
      sectionMoves.append(.init(from: from, to: to))
    case .insertRows(let rows):
      for row in rows { try check(row, isIn: after, "insert row") }
      insertedRows += rows
    case .deleteRows(let rows):
      for row in rows { try check(row, isIn: before, "delete row") }
      deletedRows += rows
    case .reloadRows(let rows):
      for row in rows { try check(row, isIn: before, "reload row") }
      reloadedRows += rows
    case .moveRow(let from, let to):
      try add(.deleteRows([from]))
      try add(.insertRows([to]))
      rowMoves.append(.init(from: from, to: to))
    }
  }

  mutating func changeSet() throws(ChangeSetError) -> ChangeSet {
    try sort()
    let expected = before.count + insertedSections.count - deletedSections.count
    guard expected == after.count else {
      throw ChangeSetError(
        "\(before.count) sections before, \(insertedSections.count) inserted and \(deletedSections.count) "
          + "deleted make \(expected), but there are \(after.count) after.")
    }
    return try withRows(
      shift: IndexShift(
        deletes: IndexRuns(deletedSections), inserts: IndexRuns(insertedSections)))
  }

  /// Sorts the places, so that repeated ones are neighbours, and reports them.
  private mutating func sort() throws(ChangeSetError) {
    if let section = Self.sort(&deletedSections) {
      throw ChangeSetError("Section \(section) is deleted or moved twice.")
    }
    if let section = Self.sort(&insertedSections) {
      throw ChangeSetError("Section \(section) is inserted twice.")
    }
    if let row = Self.sort(&deletedRows) { throw ChangeSetError("Row \(row) is deleted or moved twice.") }
    if let row = Self.sort(&insertedRows) { throw ChangeSetError("Row \(row) is inserted twice.") }
    for section in reloadedSections where Self.isIn(deletedSections, section) {
      throw ChangeSetError("Section \(section) is both reloaded and deleted or moved.")
    }
    for row in reloadedRows where Self.isIn(deletedRows, row) {
      throw ChangeSetError("Row \(row) is both reloaded and deleted or moved.")
    }
  }

  /// - Returns: A place that occurs twice, if there is one.
  private static func sort<Place: Comparable>(_ places: inout [Place]) -> Place? {
    guard places.count > 1 else { return nil }
    places.sort()
    return zip(places, places.dropFirst()).first { $0 == $1 }?.0
  }

  private static func isIn<Place: Comparable>(_ sorted: [Place], _ place: Place) -> Bool {
    let index = sorted.partitionPoint { $0 < place }
    return index < sorted.count && sorted[index] == place
  }

  private func withRows(shift: IndexShift) throws(ChangeSetError) -> ChangeSet {
    let sectionMoves = ChangeSet.Moves(sectionMoves)
    func newSection(for old: Int) -> Int? { sectionMoves.destination(of: old) ?? shift.new(for: old) }
    func oldSection(for new: Int) -> Int? { sectionMoves.source(of: new) ?? shift.old(for: new) }
    let reloadedAfter = Set(reloadedSections.compactMap(newSection(for:)))
    // Row edits in deleted, inserted or reloaded sections are implied by the edit of the section.
    var rows: [Int: IndexShift] = [:]
    Self.forEachSection(of: deletedRows) { old, deletes in
      guard let section = newSection(for: old), !reloadedAfter.contains(section) else { return }
      rows[section, default: .none].deletes = deletes
    }
    Self.forEachSection(of: insertedRows) { section, inserts in
      guard oldSection(for: section) != nil, !reloadedAfter.contains(section) else { return }
      rows[section, default: .none].inserts = inserts
    }
    for (section, count) in after.enumerated() where !reloadedAfter.contains(section) {
      guard let old = oldSection(for: section) else { continue }
      let edits = rows[section]
      let inserted = edits?.inserts.count ?? 0
      let deleted = edits?.deletes.count ?? 0
      guard before[old] + inserted - deleted == count else {
        throw ChangeSetError(
          "Section \(section): \(before[old]) rows before, \(inserted) inserted and \(deleted) deleted make "
            + "\(before[old] + inserted - deleted), but there are \(count) after.")
      }
    }
    var change = ChangeSet(
      before: before, after: after, isReloadData: false, reloadedSections: reloadedAfter,
      reloadedRows: [], sections: shift, sectionMoves: sectionMoves, rows: rows,
      rowMoves: ChangeSet.Moves(rowMoves))
    if !reloadedRows.isEmpty {
      change = change.reloading(Set(reloadedRows.compactMap { change.newIndexPath(for: $0) }))
    }
    return change
  }

  /// Calls `body` with each section that has places, and its rows in order.
  private static func forEachSection(of sorted: [RowIndexPath], _ body: (Int, IndexRuns) -> Void) {
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end].section == sorted[start].section { end += 1 }
      body(sorted[start].section, IndexRuns(sorted[start..<end].lazy.map(\.row)))
      start = end
    }
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
