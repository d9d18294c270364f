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

  /// Follows a batch of edits: kept and moved rows keep their heights. O(rows) of the sections that changed.
  public mutating func apply(_ change: ChangeSet) {
    guard automaticallyInvalidates, !change.isEmpty else { return }
    if change.isReloadData { return invalidateAll() }
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
    // Rows that moved into a section that was inserted whole.
    for (to, from) in change.rowMoves.backward where change.oldSection(for: to.section) == nil {
      guard from.section < old.count, from.row < old[from.section].count,
        let slots = old[from.section][from.row]
      else { continue }
      grow(to: to)
      sections[to.section][to.row] = slots
    }
    for row in change.reloadedRows where row.row < sections[row.section].count {
      sections[row.section][row.row] = nil
    }
    count = sections.reduce(0) { $0 + $1.reduce(0) { $0 + ($1 == nil ? 0 : 1) } }
  }

  private mutating func grow(to row: RowIndexPath) {
    while sections.count <= row.section { sections.append([]) }
    let missing = row.row + 1 - sections[row.section].count
    if missing > 0 { sections[row.section].append(contentsOf: repeatElement(nil, count: missing)) }
  }
}
