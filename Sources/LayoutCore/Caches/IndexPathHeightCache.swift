/// Heights of rows, headers and footers by place in the list; they follow its edits.
///
/// A query of a row that was never stored allocates nothing. Rows keep their heights at several widths. Edits
/// move only the numbers under which heights are stored: four bytes a row, in chunks.
public struct IndexPathHeightCache: Sendable {
  /// Whether edits change the cache.
  public private(set) var automaticallyInvalidates = true

  private var numbers = ElementSlotMap()
  private var store: HeightStore

  /// - Parameter keepsWidths: At least 1.
  public init(keepsWidths: Int = 3) {
    precondition(keepsWidths > 0, "A height cache must keep at least one width of each row.")
    store = HeightStore(width: keepsWidths)
  }

  /// From here on edits do not change the cache: its owner keeps it in step. There is no way back, since the edits that
  /// were not followed can't be made up for.
  public mutating func stopInvalidatingAutomatically() { automaticallyInvalidates = false }

  /// How many widths are kept of each row, header or footer.
  public var keepsWidths: Int { store.width }
  /// Rows, headers and footers with at least one height.
  public var count: Int { store.count }

  /// The height of a row in device pixels, or nil if it was never computed under these conditions. O(1),
  /// as long as a section's chunks are about equally long.
  public func height(at row: RowIndexPath, for key: HeightKey) -> Int? {
    numbers[row].flatMap { store.height(of: $0, for: key) }
  }

  /// The same for a row, header or footer.
  public func height(of element: ListElement, for key: HeightKey) -> Int? {
    numbers[element].flatMap { store.height(of: $0, for: key) }
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
    let item = numbers[element] ?? add(element)
    store.store(height, of: item, for: key)
  }

  private mutating func add(_ element: ListElement) -> Int {
    let item = store.add()
    numbers.set(item, of: element)
    return item
  }

  /// Forgets the heights of a row. O(1).
  public mutating func invalidate(at row: RowIndexPath) { invalidate(.row(row)) }

  /// Forgets the heights of a row, header or footer. O(1).
  public mutating func invalidate(_ element: ListElement) {
    if let item = numbers.set(nil, of: element) { store.remove(item) }
  }

  /// Forgets the heights of a section, its header and its footer. O(n) for its rows.
  public mutating func invalidateSection(_ section: Int) {
    numbers.removeSection(section) { store.remove($0) }
  }

  public mutating func invalidateAll() {
    numbers = ElementSlotMap()
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
    numbers.apply(change) { store.remove($0) }
  }
}
