/// A row's height in whole device pixels: guessed until it is measured.
public enum RowHeight: Equatable, Sendable {
  case estimated(Int)
  case measured(Int)

  public var value: Int {
    switch self {
    case .estimated(let height), .measured(let height): height
    }
  }
}

/// What a section consists of.
public struct SectionShape: Equatable, Sendable {
  public var rowCount: Int
  public var hasHeader: Bool
  public var hasFooter: Bool

  public init(rowCount: Int, hasHeader: Bool = false, hasFooter: Bool = false) {
    precondition(rowCount >= 0, "A section can't have \(rowCount) rows.")
    self.rowCount = rowCount
    self.hasHeader = hasHeader
    self.hasFooter = hasFooter
  }

  var elementCount: Int { rowCount + (hasHeader ? 1 : 0) + (hasFooter ? 1 : 0) }
}
