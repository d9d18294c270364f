/// Where the content of a row comes from, in twelve bytes: an article may have millions of rows.
nonisolated struct ArticleRowSource: Sendable {
  /// The index of the block; -1 for a row that is no part of the text.
  private let block: Int32
  /// The first byte of the piece, or the index of the row.
  private let start: UInt32
  /// The length of the piece in bytes, times eight, plus the number of its separator.
  private let lengthAndSeparator: UInt32

  /// - Precondition: The piece begins in the first 4 GB of its block and is shorter than 512 MB.
  init(_ piece: ArticlePiece) {
    block = Int32(piece.block)
    start = UInt32(piece.range.lowerBound)
    let separator: UInt32 =
      switch piece.separator {
      case nil: 0
      case .lineFeed?: 1
      case .space?: 3
      case .ideographicSpace?: 4
      default: 2
      }
    lengthAndSeparator = UInt32(piece.range.count) << 3 | separator
  }

  /// - Parameter row: The index of a row that is no part of the text.
  init(row: Int) {
    block = -1
    start = UInt32(row)
    lengthAndSeparator = 0
  }

  /// The index of the row that is no part of the text.
  var row: Int {
    precondition(block < 0, "The content of a piece is that of its block.")
    return Int(start)
  }

  /// The piece of the text; nil for a row that is no part of it.
  var piece: ArticlePiece? {
    guard block >= 0 else { return nil }
    let separator: ArticleText.Separator? =
      switch lengthAndSeparator & 7 {
      case 0: nil
      case 1: .lineFeed
      case 3: .space
      case 4: .ideographicSpace
      default: ArticleText.Separator.none
      }
    return ArticlePiece(
      block: Int(block), range: Int(start)..<Int(start) + Int(lengthAndSeparator >> 3), separator: separator)
  }
}
