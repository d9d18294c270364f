/// A table of an article. Its rows are blocks of their own.
public struct ArticleTable: Sendable, Hashable {
  /// From the first to the last block of the table. Blocks that are not part of it may lie between, such as images
  /// of its cells and rows that only serve the layout.
  public var blocks: Range<Int>
  /// The number of columns of the widest row.
  public var columnCount: Int
  /// The index of the caption, a block of the kind `.caption`.
  public var caption: Int?

  public init(blocks: Range<Int> = 0..<0, columnCount: Int = 0, caption: Int? = nil) {
    self.blocks = blocks
    self.columnCount = columnCount
    self.caption = caption
  }
}

/// How a cell of a table row differs from an ordinary one.
public struct ArticleCell: Sendable, Hashable {
  /// HTML's limit on `colspan`.
  public static let spanLimit = 1_000

  /// The side at which the lines of a cell stand.
  public enum Alignment: String, Sendable, Hashable {
    case left, center, right
  }

  private var storedSpan: UInt16
  /// Whether the cell heads a row or column (`<th>`).
  public var isHeader: Bool
  /// The alignment that the cell declares, inherits or has as a `<th>`; nil if the direction of the text decides.
  public var alignment: Alignment?

  /// - Parameter span: The number of columns that the cell takes, 1 to `spanLimit`.
  public init(span: Int = 1, isHeader: Bool = false, alignment: Alignment? = nil) {
    precondition((1...Self.spanLimit).contains(span), "A cell takes 1 to \(Self.spanLimit) columns.")
    storedSpan = UInt16(span)
    self.isHeader = isHeader
    self.alignment = alignment
  }

  /// The number of columns that the cell takes, 1 to `spanLimit`.
  public var span: Int {
    get { Int(storedSpan) }
    set {
      precondition((1...Self.spanLimit).contains(newValue), "A cell takes 1 to \(Self.spanLimit) columns.")
      storedSpan = UInt16(newValue)
    }
  }
}
