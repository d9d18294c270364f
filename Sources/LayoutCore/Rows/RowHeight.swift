/// A row's height in whole device pixels: estimated until it is measured.
public enum RowHeight: Equatable, Sendable {
  /// A guess, which a measurement may correct.
  case estimated(Int)
  /// The exact height.
  case measured(Int)

  /// The height in device pixels, exact or not.
  public var value: Int {
    switch self {
    case .estimated(let height), .measured(let height): height
    }
  }
}

/// The elements of a section.
public struct SectionShape: Equatable, Sendable {
  /// The number of rows; not negative.
  public var rowCount: Int
  /// Whether the section has a header.
  public var hasHeader: Bool
  /// Whether the section has a footer.
  public var hasFooter: Bool

  /// Creates a shape.
  ///
  /// - Precondition: `rowCount` is not negative.
  public init(rowCount: Int, hasHeader: Bool = false, hasFooter: Bool = false) {
    precondition(rowCount >= 0, "A section can't have \(rowCount) rows.")
    self.rowCount = rowCount
    self.hasHeader = hasHeader
    self.hasFooter = hasFooter
  }

  var elementCount: Int { rowCount + (hasHeader ? 1 : 0) + (hasFooter ? 1 : 0) }
}
