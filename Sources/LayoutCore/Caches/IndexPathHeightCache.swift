/// Heights by place in the list; they follow its edits.
///
/// A query of a row that was never stored allocates nothing. Rows keep their heights at several widths.
public struct IndexPathHeightCache: Sendable {
  /// How many widths are kept of each row.
  public let keepsWidths: Int
  /// Whether edits change the cache; once off it stays off.
  public var automaticallyInvalidates = true
  /// Rows with at least one height.
  public private(set) var count = 0

  private var sections: [[HeightSlots?]] = []

  /// - Parameter keepsWidths: At least 1.
  public init(keepsWidths: Int = 3) {
    precondition(keepsWidths > 0, "A height cache must keep at least one width of each row.")
    self.keepsWidths = keepsWidths
  }

  /// The height of a row, or nil if it was never computed under these conditions. O(1).
  public func height(at row: RowIndexPath, for key: HeightKey) -> Int? {
    guard row.section < sections.count, row.row < sections[row.section].count else { return nil }
    return sections[row.section][row.row]?.height(for: key)
  }

  public mutating func store(_ height: Int, at row: RowIndexPath, for key: HeightKey) {
    precondition(key.width > 0, "A height at width \(key.width) means nothing and can't be cached.")
    grow(to: row)
    if sections[row.section][row.row] == nil {
      sections[row.section][row.row] = HeightSlots()
      count += 1
    }
    sections[row.section][row.row]?.store(height, for: key, keeping: keepsWidths)
  }

  public mutating func invalidate(at row: RowIndexPath) {
    guard row.section < sections.count, row.row < sections[row.section].count else { return }
    if sections[row.section][row.row] != nil { count -= 1 }
    sections[row.section][row.row] = nil
  }

  public mutating func invalidateSection(_ section: Int) {
    guard section < sections.count else { return }
    count -= sections[section].reduce(0) { $0 + ($1 == nil ? 0 : 1) }
    sections[section] = []
  }

  public mutating func invalidateAll() {
    sections = []
    count = 0
  }

  /// Follows a batch of edits: kept and moved rows keep their heights.
  ///
  /// - Complexity: O(rows) of the sections whose rows changed; O(all rows) if sections came, went or were reloaded.
  public mutating func apply(_ change: ChangeSet) {
    guard automaticallyInvalidates, !change.isEmpty else { return }
    if change.isReloadData { return invalidateAll() }
    if change.changesSections || !change.reloadedSections.isEmpty {
      applySectionEdits(change)
    } else {
      applyRowEdits(change)
    }
    for row in change.reloadedRows { invalidate(at: row) }
  }

  private mutating func applySectionEdits(_ change: ChangeSet) {
    let old = sections
    sections = change.after.indices.map { section in
      if change.rows[section] == nil, !change.reloadedSections.contains(section),
        let before = change.oldSection(for: section)
      {
        return before < old.count ? old[before] : []
      }
      return (0..<change.after[section]).map { row in
        guard let source = change.oldIndexPath(for: RowIndexPath(section: section, row: row)),
          source.section < old.count, source.row < old[source.section].count
        else { return nil }
        return old[source.section][source.row]
      }
    }
    count = sections.reduce(0) { $0 + Self.count($1) }
  }

  /// Only rows came, went and moved: just their sections are written.
  private mutating func applyRowEdits(_ change: ChangeSet) {
    let arriving = change.rowMoves.backward.mapValues { slots(at: $0) }
    for (section, shift) in change.rows where section < sections.count || !shift.inserts.isEmpty {
      while sections.count <= section { sections.append([]) }
      count -= Self.count(sections[section])
      var rows: [HeightSlots?] = []
      rows.reserveCapacity(sections[section].count + shift.inserts.count)
      for row in 0..<change.after[section] {
        if let old = shift.old(for: row) {
          rows.append(old < sections[section].count ? sections[section][old] : nil)
        } else {
          rows.append(arriving[RowIndexPath(section: section, row: row)] ?? nil)
        }
      }
      count += Self.count(rows)
      sections[section] = rows
    }
  }

  private func slots(at row: RowIndexPath) -> HeightSlots? {
    guard row.section < sections.count, row.row < sections[row.section].count else { return nil }
    return sections[row.section][row.row]
  }

  private static func count(_ rows: [HeightSlots?]) -> Int { rows.count { $0 != nil } }

  private mutating func grow(to row: RowIndexPath) {
    while sections.count <= row.section { sections.append([]) }
    let missing = row.row + 1 - sections[row.section].count
    if missing > 0 { sections[row.section].append(contentsOf: repeatElement(nil, count: missing)) }
  }
}
