/// A batch of edits, normalised: where every section and row came from, and where it went.
///
/// Batches have table-view semantics whatever the order of the calls: deletes, reloads and the sources of moves
/// speak of the state before, inserts and the destinations of moves of the state after. A move is a removal and
/// an insertion that keeps what is known about the row.
public struct ChangeSet: Sendable {
  /// Rows of each section before.
  public let before: [Int]
  /// Rows of each section after.
  public let after: [Int]
  /// Whether nothing is known to be the same.
  public let isReloadData: Bool
  /// Sections of the state after whose rows are all new although the section is not.
  public let reloadedSections: Set<Int>
  /// Rows of the state after that kept their place but must be measured again.
  public let reloadedRows: Set<RowIndexPath>

  /// Sections of the state after that stay but have no header any more; whoever makes the change says it.
  public var sectionsLosingHeader: Set<Int> = []
  /// Sections of the state after that stay but have no footer any more; whoever makes the change says it.
  public var sectionsLosingFooter: Set<Int> = []

  let sections: IndexShift
  let sectionMoves: Moves<Int>
  /// By section of the state after; sections without an entry have no row edits.
  let rows: [Int: IndexShift]
  let rowMoves: Moves<RowIndexPath>

  /// Both directions of moves.
  struct Moves<Index: Hashable & Sendable>: Sendable {
    var forward: [Index: Index] = [:]
    var backward: [Index: Index] = [:]

    mutating func add(from: Index, to: Index) {
      forward[from] = to
      backward[to] = from
    }
  }

  init(
    before: [Int], after: [Int], isReloadData: Bool, reloadedSections: Set<Int>,
    reloadedRows: Set<RowIndexPath>, sections: IndexShift, sectionMoves: Moves<Int>,
    rows: [Int: IndexShift], rowMoves: Moves<RowIndexPath>
  ) {
    self.before = before
    self.after = after
    self.isReloadData = isReloadData
    self.reloadedSections = reloadedSections
    self.reloadedRows = reloadedRows
    self.sections = sections
    self.sectionMoves = sectionMoves
    self.rows = rows
    self.rowMoves = rowMoves
  }

  /// Whether the list is the same after it.
  public var isEmpty: Bool {
    !isReloadData && reloadedSections.isEmpty && reloadedRows.isEmpty && sections.isEmpty
      && rows.isEmpty && rowMoves.forward.isEmpty
  }

  /// Whether sections were inserted, deleted or moved.
  public var changesSections: Bool { isReloadData || !sections.isEmpty }

  /// Where a section is after, or nil if it was deleted.
  public func newSection(for old: Int) -> Int? {
    if isReloadData { return nil }
    return sectionMoves.forward[old] ?? sections.new(for: old)
  }

  /// Where a section was before, or nil if it was inserted.
  public func oldSection(for new: Int) -> Int? {
    if isReloadData { return nil }
    return sectionMoves.backward[new] ?? sections.old(for: new)
  }

  /// Where a row is after, or nil if it was deleted or its section was deleted or reloaded.
  public func newIndexPath(for old: RowIndexPath) -> RowIndexPath? {
    if isReloadData { return nil }
    if let moved = rowMoves.forward[old] { return moved }
    guard let section = newSection(for: old.section), !reloadedSections.contains(section) else { return nil }
    guard let shift = rows[section] else { return RowIndexPath(section: section, row: old.row) }
    return shift.new(for: old.row).map { RowIndexPath(section: section, row: $0) }
  }

  /// Where a row was before, or nil if it was inserted or its section was inserted or reloaded.
  public func oldIndexPath(for new: RowIndexPath) -> RowIndexPath? {
    if isReloadData { return nil }
    if let source = rowMoves.backward[new] { return source }
    guard let section = oldSection(for: new.section), !reloadedSections.contains(new.section) else {
      return nil
    }
    guard let shift = rows[new.section] else { return RowIndexPath(section: section, row: new.row) }
    return shift.old(for: new.row).map { RowIndexPath(section: section, row: $0) }
  }

  /// Where a row, header or footer is after, or nil if it is gone; headers and footers go with their section.
  public func newElement(for old: ListElement) -> ListElement? {
    switch old {
    case .row(let row): return newIndexPath(for: row).map { .row($0) }
    case .header(let section):
      guard let new = newSection(for: section), !sectionsLosingHeader.contains(new) else { return nil }
      return .header(new)
    case .footer(let section):
      guard let new = newSection(for: section), !sectionsLosingFooter.contains(new) else { return nil }
      return .footer(new)
    }
  }

  /// The rows of the state after that were not there before, in order; those of inserted and reloaded sections too.
  ///
  /// - Complexity: O(n) for the rows after.
  public var insertedRows: [RowIndexPath] {
    after.indices.flatMap { section in
      (0..<after[section]).map { RowIndexPath(section: section, row: $0) }
    }.filter { oldIndexPath(for: $0) == nil }
  }

  /// Where what is known about a row of the state after comes from: nil if it must be found out anew.
  public func heightSource(for new: RowIndexPath) -> RowIndexPath? {
    reloadedRows.contains(new) ? nil : oldIndexPath(for: new)
  }
}
