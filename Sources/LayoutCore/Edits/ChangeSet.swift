/// A normalised batch of edits, which maps every section and row to its place before and after.
///
/// Batches have the semantics of UITableView's batch updates, whatever the order of the calls: deletes, reloads and the
/// sources of moves are places before the batch, inserts and the destinations of moves are places after it. A moved row
/// keeps what is known about it.
///
/// Caches, ``RowGeometry``, ``ScrollPosition`` and ``RowSelection`` follow the same change set.
public struct ChangeSet: Sendable {
  /// The number of rows of each section before.
  public let before: [Int]
  /// The number of rows of each section after.
  public let after: [Int]
  /// Whether the change is a reload of everything: no row is known to be the same.
  public let isReloadData: Bool
  /// Sections, by their index after, that were reloaded: they stay, but all of their rows are new.
  public let reloadedSections: Set<Int>
  /// Rows, by their place after, that were reloaded: they stay, but must be measured again.
  public let reloadedRows: Set<RowIndexPath>

  /// Sections, by their index after, that stay but lose their header. Edits do not say so: set it where the data source
  /// knows it.
  public var sectionsLosingHeader: Set<Int> = []
  /// Sections, by their index after, that stay but lose their footer. Edits do not say so: set it where the data source
  /// knows it.
  public var sectionsLosingFooter: Set<Int> = []

  let sections: IndexShift
  let sectionMoves: Moves<Int>
  /// The row edits of each section, by its index after; sections without row edits have no entry.
  let rows: [Int: IndexShift]
  let rowMoves: Moves<RowIndexPath>

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

  /// Whether nothing changes. O(1).
  public var isEmpty: Bool {
    !isReloadData && reloadedSections.isEmpty && reloadedRows.isEmpty && sections.isEmpty
      && rows.isEmpty && rowMoves.isEmpty
  }

  /// Whether sections were inserted, deleted or moved.
  public var changesSections: Bool { isReloadData || !sections.isEmpty }

  /// The index after of a section before, or nil if the section was deleted. O(log k) for k edited sections.
  public func newSection(for old: Int) -> Int? {
    if isReloadData { return nil }
    return sectionMoves.destination(of: old) ?? sections.new(for: old)
  }

  /// The index before of a section after, or nil if the section was inserted. O(log k) for k edited sections.
  public func oldSection(for new: Int) -> Int? {
    if isReloadData { return nil }
    return sectionMoves.source(of: new) ?? sections.old(for: new)
  }

  /// The place after of a row before, or nil if it was deleted, or its section was deleted or reloaded. O(log k) for k
  /// edited rows of the section.
  public func newIndexPath(for old: RowIndexPath) -> RowIndexPath? {
    if isReloadData { return nil }
    if let moved = rowMoves.destination(of: old) { return moved }
    guard let section = newSection(for: old.section), !reloadedSections.contains(section) else { return nil }
    guard let shift = rows[section] else { return RowIndexPath(section: section, row: old.row) }
    return shift.new(for: old.row).map { RowIndexPath(section: section, row: $0) }
  }

  /// The place before of a row after, or nil if it was inserted, or its section was inserted or reloaded. O(log k) for
  /// k edited rows of the section.
  public func oldIndexPath(for new: RowIndexPath) -> RowIndexPath? {
    if isReloadData { return nil }
    if let source = rowMoves.source(of: new) { return source }
    guard let section = oldSection(for: new.section), !reloadedSections.contains(new.section) else {
      return nil
    }
    guard let shift = rows[new.section] else { return RowIndexPath(section: section, row: new.row) }
    return shift.old(for: new.row).map { RowIndexPath(section: section, row: $0) }
  }

  /// The place after of a row, header or footer before, or nil if it does not exist any more. Headers and footers move
  /// with their section.
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

  /// The rows that did not exist before, by their place after, in order; with all rows of inserted and reloaded
  /// sections.
  ///
  /// - Complexity: O(n) for the rows after.
  public var insertedRows: [RowIndexPath] {
    after.indices.flatMap { section in
      (0..<after[section]).map { RowIndexPath(section: section, row: $0) }
    }.filter { oldIndexPath(for: $0) == nil }
  }

  /// The first row that was inserted or moved, or the header of the first inserted section if that comes before it, by
  /// places after; nil if there is none, or everything was reloaded.
  ///
  /// - Complexity: O(k) for k sections with edited rows.
  public var firstInsertion: ListElement? {
    if isReloadData { return nil }
    let section = sections.inserts.runs.first?.lowerBound
    let row = rows.compactMap { section, shift in
      shift.inserts.runs.first.map { RowIndexPath(section: section, row: $0.lowerBound) }
    }.min()
    if let section, row.map({ $0.section >= section }) ?? true { return .header(section) }
    return row.map { .row($0) }
  }

  /// The place before of a row after whose height is still valid; nil if the row must be measured.
  public func heightSource(for new: RowIndexPath) -> RowIndexPath? {
    reloadedRows.contains(new) ? nil : oldIndexPath(for: new)
  }
}
