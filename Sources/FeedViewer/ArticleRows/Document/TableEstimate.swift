import Feeds
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

  /// The number of characters of the longest line and of the longest word. East Asian characters count twice, and each is
  /// a word.
  private static func width(of bytes: Slice<UnsafeBufferPointer<UInt8>>) -> (line: Double, word: Double) {
    var (line, word, longestLine, longestWord) = (0, 0, 0, 0)
    for byte in bytes {
      switch byte {
      case 0x0A:
        (line, word) = (0, 0)
      case 0x20:
        line += 1
        word = 0
      case 0xE3...0xED, 0xF0:
        line += 2
        word = 2
      case 0x80..<0xC0: break
      default:
        line += 1
        word += 1
      }
      longestLine = max(longestLine, line)
      longestWord = max(longestWord, word)
    }
    return (Double(longestLine), Double(longestWord))
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
