/// The place of a row: its section, and its number in the section.
public struct RowIndexPath: Hashable, Comparable, Sendable {
  public var section: Int
  public var row: Int

  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  public static func < (a: RowIndexPath, b: RowIndexPath) -> Bool {
    (a.section, a.row) < (b.section, b.row)
  }
}

/// Anything that has a height in a list.
public enum ListElement: Hashable, Comparable, Sendable {
  case header(Int)
  case row(RowIndexPath)
  case footer(Int)

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

  /// The order inside a section.
  private var rank: Int {
    switch self {
    case .header: -1
    case .row(let row): row.row
    case .footer: Int.max
    }
  }
}
