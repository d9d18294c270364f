/// Lines that belong together when a text is divided into pages: a paragraph, a heading, a row of a table.
public struct PageBlock: Sendable, Equatable {
  /// The lines from top to bottom; not empty.
  public var lines: [PageLine]
  /// The distance from the block before; dropped at the top of a page.
  public var spaceAbove: Int
  /// Whether the next block begins on the page on which this one ends, as the text after a heading does.
  public var keepsWithNext: Bool
  /// Whether the block is divided only if it is higher than a page.
  public var keepsTogether: Bool
  /// The index of an earlier block that is repeated at the top of a page that begins with this block or inside it: the
  /// header of a table.
  public var header: Int?

  /// Creates a block.
  public init(
    lines: [PageLine], spaceAbove: Int = 0, keepsWithNext: Bool = false, keepsTogether: Bool = false,
    header: Int? = nil
  ) {
    precondition(!lines.isEmpty, "A block of a page needs a line.")
    self.lines = lines
    self.spaceAbove = spaceAbove
    self.keepsWithNext = keepsWithNext
    self.keepsTogether = keepsTogether
    self.header = header
  }

  /// The sum of the lines' heights.
  public var height: Int { lines.reduce(0) { $0 + $1.height } }
}

/// A line of a text, or anything else that is not divided, such as a picture.
public struct PageLine: Sendable, Equatable {
  /// Not negative.
  public var height: Int
  /// The footnotes that the line refers to, by number.
  public var notes: [Int]
  /// Whether the line goes on with the one before, from which it is divided only if there is no other place: a line of
  /// code that was too long.
  public var continuesLine: Bool

  /// Creates a line.
  public init(height: Int, notes: [Int] = [], continuesLine: Bool = false) {
    precondition(height >= 0, "The height of a line must not be negative.")
    self.height = height
    self.notes = notes
    self.continuesLine = continuesLine
  }
}
