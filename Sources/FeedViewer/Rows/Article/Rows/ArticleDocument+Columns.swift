import FeedViewerFeeds
import LayoutCore
import PangoText

nonisolated extension ArticleDocument {
  /// Larger tables are estimated: measuring takes some microseconds a cell.
  private static let cellLimit = 2_000
  private static let lengthLimit = 100_000

  /// The widths of a table's columns, the same for all of its rows.
  ///
  /// - Parameters:
  ///   - characterWidth: The average width of a character.
  ///   - measure: The width of a text: of its longest word, or of its longest line.
  /// - Complexity: O(length of the table's texts).
  func columns(
    ofTable table: Int, _ typography: ArticleTypography, characterWidth: Double,
    measure: (String, TextStyle, [TextAttributeRun], _ isLeast: Bool) -> Double
  ) -> TableColumns {
    let estimate = tableEstimates[table]
    guard estimate.cellCount <= Self.cellLimit, estimate.length <= Self.lengthLimit else {
      return estimate.columns.mapped { $0 * characterWidth }
    }
    var columns = TableColumns(count: estimate.columns.count)
    var spanning: [(columns: Range<Int>, cell: ArticleTableCell, language: String?)] = []
    func fit(_ range: Range<Int>, _ cell: ArticleTableCell, _ language: String?) {
      let style = typography.style(of: .tableRow(isHeader: cell.isHeader))
      // No word is broken where its width is measured, and texts without this attribute are measured faster.
      let attributes = ArticleAttributes.attributes(
        cell.runs, of: cell.text, language: language, isCode: false
      ).filter { $0.kind != .unhyphenated }
      columns.fit(range, preferred: measure(cell.text, style, attributes, false)) {
        measure(cell.text, style, attributes, true)
      }
    }
    for row in article.rows(ofTable: table) {
      let block = article.blocks[row]
      var column = 0
      let language = block.language ?? language
      for cell in block.tableCells {
        let range = min(column, columns.count - 1)..<max(min(column + cell.span, columns.count), 1)
        column += cell.span
        if cell.text.isEmpty { continue }
        if cell.span > 1 { spanning.append((range, cell, language)) } else { fit(range, cell, language) }
      }
    }
    for (range, cell, language) in spanning { fit(range, cell, language) }
    return columns
  }
}
