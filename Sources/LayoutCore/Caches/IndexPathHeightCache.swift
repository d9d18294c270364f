/// Heights of rows, headers and footers by place in the list; they follow its edits.
///
/// A query of a row that was never stored allocates nothing. Rows keep their heights at several widths. Edits
/// move only the numbers under which heights are stored: four bytes a row, in chunks.
public struct IndexPathHeightCache: Sendable {
  /// Whether edits change the cache; once off it stays off.
  public var automaticallyInvalidates = true

  /// The items of a section's elements.
  private struct Section: Sendable {
    var rows = ItemNumbers()
    var header: Int?
    var footer: Int?
  }

  private var sections: [Section] = []
  private var store: HeightStore

  /// - Parameter keepsWidths: At least 1.
  public init(keepsWidths: Int = 3) {
    precondition(keepsWidths > 0, "A height cache must keep at least one width of each row.")
    store = HeightStore(width: keepsWidths)
  }

  /// How many widths are kept of each row, header or footer.
  public var keepsWidths: Int { store.width }
  /// Rows, headers and footers with at least one height.
  public var count: Int { store.count }

  /// The height of a row in device pixels, or nil if it was never computed under these conditions. O(1),
  /// as long as a section's chunks are about equally long.
  public func height(at row: RowIndexPath, for key: HeightKey) -> Int? {
    guard row.section < sections.count, let item = sections[row.section].rows[row.row] else { return nil }
    return store.height(of: item, for: key)
  }

  /// The same for a row, header or footer.
  public func height(of element: ListElement, for key: HeightKey) -> Int? {
    item(of: element).flatMap { store.height(of: $0, for: key) }
  }

  /// - Parameters:
  ///   - height: Device pixels, at most `Int32.max`.
  ///   - key: Its width must be positive.
  /// - Complexity: O(1), amortised; the first height of a section, at its row n, is O(n).
  public mutating func store(_ height: Int, at row: RowIndexPath, for key: HeightKey) {
    store(height, of: .row(row), for: key)
  }

  /// The same for a row, header or footer.
  public mutating func store(_ height: Int, of element: ListElement, for key: HeightKey) {
    while sections.count <= element.section { sections.append(Section()) }
    let item = item(of: element) ?? add(element)
    store.store(height, of: item, for: key)
  }

  private func item(of element: ListElement) -> Int? {
    guard element.section < sections.count else { return nil }
    return switch element {
    case .row(let row): sections[row.section].rows[row.row]
    case .header(let section): sections[section].header
    case .footer(let section): sections[section].footer
    }
  }

  private mutating func add(_ element: ListElement) -> Int {
    let item = store.add()
    set(item, of: element)
    return item
  }

  private mutating func set(_ item: Int?, of element: ListElement) {
    switch element {
    case .row(let row): sections[row.section].rows.set(item, at: row.row)
    case .header(let section): sections[section].header = item
    case .footer(let section): sections[section].footer = item
    }
  }

  /// Forgets the heights of a row. O(1).
  public mutating func invalidate(at row: RowIndexPath) { invalidate(.row(row)) }

  /// Forgets the heights of a row, header or footer. O(1).
  public mutating func invalidate(_ element: ListElement) {
    guard let item = item(of: element) else { return }
    set(nil, of: element)
    store.remove(item)
  }

  /// Forgets the heights of a section, its header and its footer. O(n) for its rows.
  public mutating func invalidateSection(_ section: Int) {
    guard section < sections.count else { return }
    sections[section].rows.forEachItem { store.remove($0) }
    for item in [sections[section].header, sections[section].footer] {
      if let item { store.remove(item) }
    }
    sections[section] = Section()
  }

  public mutating func invalidateAll() {
    sections = []
    store.removeAll()
  }

  /// Follows a batch of edits: kept and moved rows keep their heights, as do headers and footers with their sections.
  ///
  /// - Complexity: For each edited row O(c + n/c) small steps among n rows in chunks of c (at most 1024): about a
  ///   microsecond at 100,000 rows. If sections came, went or moved, O(s) for s sections, and O(n) for the rows
  ///   of those that went.
  public mutating func apply(_ change: ChangeSet) {
    guard automaticallyInvalidates, !change.isEmpty else { return }
    if change.isReloadData { return invalidateAll() }
    var arriving: [RowIndexPath: Int] = [:]
    for (to, from) in change.rowMoves.backward {
      if let item = take(from) { arriving[to] = item }
    }
    removeRows(change)
    for section in change.reloadedSections {
      if let before = change.oldSection(for: section) { invalidateSection(before) }
    }
    if change.changesSections { arrangeSections(change) }
    insertRows(change, arriving: &arriving)
    // What is left goes to sections all of whose rows are new.
    for (row, item) in arriving {
      while sections.count <= row.section { sections.append(Section()) }
      sections[row.section].rows.set(item, at: row.row)
    }
    for row in change.reloadedRows { invalidate(at: row) }
  }

  /// Takes a row's item away without forgetting its heights.
  private mutating func take(_ row: RowIndexPath) -> Int? {
    guard row.section < sections.count else { return nil }
    return sections[row.section].rows.set(nil, at: row.row)
  }

  private mutating func removeRows(_ change: ChangeSet) {
    for (section, shift) in change.rows {
      guard let before = change.oldSection(for: section), before < sections.count else { continue }
      for run in shift.deletes.runs.reversed() {
        sections[before].rows.remove(run) { store.remove($0) }
      }
    }
  }

  private mutating func arrangeSections(_ change: ChangeSet) {
    for section in sections.indices where change.newSection(for: section) == nil {
      invalidateSection(section)
    }
    let old = sections
    sections = change.after.indices.map { section in
      guard let before = change.oldSection(for: section), before < old.count else { return Section() }
      return old[before]
    }
  }

  private mutating func insertRows(_ change: ChangeSet, arriving: inout [RowIndexPath: Int]) {
    for (section, shift) in change.rows where section < sections.count {
      for run in shift.inserts.runs {
        let items =
          arriving.isEmpty
          ? Array(repeating: nil, count: run.count)
          : run.map { arriving.removeValue(forKey: RowIndexPath(section: section, row: $0)) }
        sections[section].rows.insert(items, at: run.lowerBound)
      }
    }
  }
}
