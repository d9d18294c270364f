/// A table that is being read.
struct OpenTable {
  /// The parts in the order in which they are shown.
  enum Part: Int {
    /// Content outside the cells, which stands before the table.
    case foster
    case caption, head, body, foot
  }

  /// The index in `Article.tables`; nil until the table has a row or caption.
  var number: Int?
  var rowCount = 0
  /// For each column the last row that a cell of an earlier row takes (`rowspan`), counted from 1.
  var lastRows: [Int] = []
  /// Where its parts begin, as indices of blocks.
  var parts: [(start: Int, part: Part)] = []
  var hasHead = false
  var hasFoot = false
  /// Whether foster content is being read, and the row that it interrupts.
  var hasFosterContent = false
  var interruptedRow: ArticleReader.InterruptedRow?
}

/// A table row that is being read.
///
/// Its cells are collected in one text. When the row ends, it becomes one block, or, if the table only serves the
/// layout, the parts of its cells become blocks of their own.
struct RowDraft {
  /// A paragraph, list item and so on of a cell, or an image.
  struct Part {
    /// The block that the part becomes in a layout table, without its text.
    var block: ArticleBlock
    /// Where it starts in the text of the row, with its markers; nil for an image and the like.
    var start: Int?
    /// The length of the markers of items that begin with it. In a row they are part of the text, in a layout of the block.
    var markerLength = 0
  }

  /// Longer cells are layout.
  static let partLimit = 16

  var isActive = false
  /// Whether the next text starts a new part.
  var startsPart = false
  var parts: [Part] = []
  /// The number of parts in the last cell.
  var cellPartCount = 0
  /// Where the text of the last cell starts.
  var cellStart = 0
  /// Includes the empty cells that continue those of earlier rows.
  var cells: [ArticleCell] = []
  /// The number of cells in the source.
  var sourceCellCount = 0
  var hasOnlyHeaders = true
  /// Whether some cell takes several columns.
  var hasSpans = false
  /// The number of columns taken so far.
  var column = 0
  /// Whether the only cell has block elements.
  var hasBlockElements = false
  /// Whether a cell has an image or the like, which is not shown in the row.
  var hasImages = false
  /// The number of cells that have text.
  var textCellCount = 0

  mutating func begin() {
    isActive = true
    startsPart = true
    parts.removeAll(keepingCapacity: true)
    cellPartCount = 0
    cellStart = 0
    cells.removeAll(keepingCapacity: true)
    sourceCellCount = 0
    hasOnlyHeaders = true
    hasSpans = false
    column = 0
    hasBlockElements = false
    hasImages = false
    textCellCount = 0
  }

  mutating func add(_ cell: ArticleCell) {
    cells.append(cell)
    column += cell.span
    if cell.span > 1 { hasSpans = true }
  }
}
