/// The place of a row: the index of its section, and its index in the section. Index paths are in the order of the
/// list.
public struct RowIndexPath: Hashable, Comparable, Sendable {
  /// The index of the section, from 0.
  public var section: Int
  /// The index of the row in its section, from 0.
  public var row: Int

  /// Creates an index path.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  public static func < (a: RowIndexPath, b: RowIndexPath) -> Bool {
    (a.section, a.row) < (b.section, b.row)
  }
}

/// A row, header or footer of a list. Elements are in the order of the list.
public enum ListElement: Hashable, Comparable, Sendable {
  /// The header of the section with this index.
  case header(Int)
  /// The row at this index path.
  case row(RowIndexPath)
  /// The footer of the section with this index.
  case footer(Int)

  /// The index of the element's section.
  public var section: Int {
    switch self {
    case .header(let section), .footer(let section): section
    case .row(let row): row.section
    }
  }

  public static func < (a: ListElement, b: ListElement) -> Bool {
    if a.section != b.section { return a.section < b.section }
    return a.rank < b.rank
  }

  /// The order within a section.
  private var rank: Int {
    switch self {
    case .header: -1
    case .row(let row): row.row
    case .footer: Int.max
    }
  }
}

extension RowIndexPath: CustomStringConvertible {
  /// "SECTION:ROW", both counted from 0.
  public var description: String { "\(section):\(row)" }
}

extension ListElement: CustomStringConvertible {
  public var description: String {
    switch self {
    case .header(let section): "header of section \(section)"
    case .row(let row): "row \(row)"
    case .footer(let section): "footer of section \(section)"
    }
  }
}
