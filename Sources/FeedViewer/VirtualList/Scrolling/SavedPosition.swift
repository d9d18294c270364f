import LayoutCore

/// A scroll position by item keys, which stays valid when rows are moved, and after the list is deallocated.
public struct SavedPosition: Equatable, Sendable {
  /// The keys of the row at the viewport's top and of the rows after it. If a row does not exist any more, the next one
  /// replaces it.
  public var keys: [ItemKey]
  /// The distance of the viewport's top below the top of the first row, in logical pixels.
  public var offset: Double

  /// The number of rows that are remembered.
  static let maximumKeyCount = 32

  /// Creates a position.
  public init(keys: [ItemKey], offset: Double) {
    self.keys = keys
    self.offset = offset
  }

  /// Captures a position.
  ///
  /// - Parameters:
  ///   - contentOffset: The viewport's top in the content, in device pixels.
  ///   - scale: Device pixels in a logical pixel.
  ///   - key: The key of a row's item.
  /// - Returns: nil at the top of the list and without rows.
  static func capture(
    atOffset contentOffset: Int, in geometry: RowGeometry, scale: Double, key: (RowIndexPath) -> ItemKey
  ) -> SavedPosition? {
    guard contentOffset > 0, let found = geometry.element(atOffset: contentOffset) else { return nil }
    var row: RowIndexPath?
    if case .row(let first) = found.element {
      row = first
    } else {
      row = geometry.row(from: found.element, step: 1) ?? geometry.row(from: found.element, step: -1)
    }
    guard let first = row else { return nil }
    let offset = contentOffset - geometry.offset(of: .row(first))
    var keys: [ItemKey] = []
    while let current = row, keys.count < maximumKeyCount {
      keys.append(key(current))
      row = geometry.row(from: .row(current), step: 1)
    }
    return SavedPosition(keys: keys, offset: Double(offset) / scale)
  }

  /// Finds the position again.
  ///
  /// - Parameters:
  ///   - geometry: The rows that are searched.
  ///   - scale: Device pixels in a logical pixel.
  ///   - key: The key of a row's item.
  /// - Returns: The scroll position; nil if none of the items exists any more.
  /// - Complexity: O(n) for the rows before the first item.
  func find(in geometry: RowGeometry, scale: Double, key: (RowIndexPath) -> ItemKey) -> ScrollAnchor? {
    var ranks: [ItemKey: Int] = [:]
    for (rank, key) in keys.enumerated() { ranks[key] = rank }
    var best: (row: RowIndexPath, rank: Int)?
    for section in 0..<geometry.sectionCount {
      for number in 0..<geometry.rowCount(inSection: section) {
        let row = RowIndexPath(section: section, row: number)
        guard let rank = ranks[key(row)] else { continue }
        if rank == 0 {
          return ScrollAnchor(element: .row(row), offsetInside: Int((offset * scale).rounded()))
        }
        if rank < best?.rank ?? .max { best = (row, rank) }
      }
    }
    return best.map { ScrollAnchor(element: .row($0.row), offsetInside: 0) }
  }
}
