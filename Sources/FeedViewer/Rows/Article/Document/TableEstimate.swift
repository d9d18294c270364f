import FeedViewerFeeds
import PangoText

/// What is known of a table's columns before anything of it is measured: their widths in characters.
nonisolated struct TableEstimate: Sendable {
  /// In characters of average width.
  private(set) var columns: TableColumns
  /// How many cells there are, and how long their texts are in bytes.
  private(set) var cellCount = 0
  private(set) var length = 0
  /// The direction in which all of its rows run: that of the first row that has one.
  let direction: WritingDirection?

  /// - Complexity: O(length of the table's texts).
  init(of table: Int, in article: Article) {
    let rows = article.rows(ofTable: table)
    let mostCells = rows.map { article.blocks[$0].text.utf8.count { $0 == 0x09 } + 1 }.max() ?? 0
    columns = TableColumns(
      count: min(article.tables[table].columnCount, TableColumns.limit(cellCount: mostCells)))
    direction = rows.lazy.compactMap { article.blocks[$0].ownDirection }.first
    // Cells that span several columns come last.
    if add(rows, of: article, spanning: false) { _ = add(rows, of: article, spanning: true) }
  }

  /// Takes account of all cells of one column, or of all others.
  ///
  /// - Returns: Whether there are others.
  private mutating func add(_ rows: [Int], of article: Article, spanning: Bool) -> Bool {
    var hasSpans = false
    for row in rows {
      let cells = article.blocks[row].cells
      var text = article.blocks[row].text
      text.withUTF8 { bytes in
        var column = 0
        var number = 0
        var start = 0
        while start <= bytes.count, column < columns.count {
          var end = start
          while end < bytes.count, bytes[end] != 0x09 { end += 1 }
          let span = number < cells.count ? cells[number].span : 1
          if span > 1 { hasSpans = true }
          if (span > 1) == spanning {
            cellCount += 1
            length += end - start
            let width = Self.width(of: bytes[start..<end])
            columns.fit(column..<column + span, preferred: width.line) { width.word }
          }
          column += span
          number += 1
          start = end + 1
        }
      }
    }
    return hasSpans
  }

  /// The widths of the longest line and of the longest word. Each East Asian character is a word.
  private static func width(of bytes: Slice<UnsafeBufferPointer<UInt8>>) -> (line: Double, word: Double) {
    var (line, word, longestLine, longestWord) = (0, 0, 0, 0)
    for byte in bytes {
      switch byte {
      case 0x0A:
        (line, word) = (0, 0)
        continue
      case 0x20: word = -spaceWidth
      case 0xE3...0xED, 0xF0: word = 0
      default: break
      }
      let width = tenths(ofByte: byte)
      line += width
      word += width
      longestLine = max(longestLine, line)
      longestWord = max(longestWord, word)
    }
    return (Double(longestLine) / 10, Double(longestWord) / 10)
  }

  private static let spaceWidth = 4

  /// The width of a character, by the first byte of its UTF-8, in tenths of the average width: rather too much than too little,
  /// since a word that does not fit is broken. Letters are those of Noto Sans, Noto Serif and DejaVu Sans.
  private static func tenths(ofByte byte: UInt8) -> Int {
    switch byte {
    case 0x80..<0xC0: 0
    case 0x20: spaceWidth
    case UInt8(ascii: "0")...UInt8(ascii: "9"): 13
    case UInt8(ascii: "f"), UInt8(ascii: "i"), UInt8(ascii: "j"), UInt8(ascii: "l"), UInt8(ascii: "r"),
      UInt8(ascii: "t"), UInt8(ascii: "I"), UInt8(ascii: "J"):
      10
    case UInt8(ascii: "m"), UInt8(ascii: "M"), UInt8(ascii: "W"), UInt8(ascii: "@"), UInt8(ascii: "%"): 22
    case UInt8(ascii: "w"): 17
    case UInt8(ascii: "a")...UInt8(ascii: "z"): 14
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 17
    // Most punctuation.
    case 0x21, 0x27...0x29, 0x2C...0x2F, 0x3A, 0x3B, 0x5B...0x5D: 9
    case 0xE3...0xED, 0xF0: 22
    default: 17
    }
  }
}

nonisolated extension Article {
  /// The indices of the blocks that are rows of a table.
  func rows(ofTable table: Int) -> [Int] {
    tables[table].blocks.clamped(to: blocks.indices).filter {
      if case .tableRow = blocks[$0].kind { blocks[$0].table == table } else { false }
    }
  }
}
