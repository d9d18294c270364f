import Feeds
import LayoutCore
import PangoText
import VirtualList

/// The widths of the columns of an article's tables, measured when a row is first shown.
final class ArticleTables {
  /// Larger tables are estimated: measuring takes some microseconds a cell.
  private static let cellLimit = 2_000
  private static let lengthLimit = 100_000
  /// Above the average, so that most words fit.
  private static let estimatedCharacterFactor = 1.15

  private let list: ListView
  /// The tables that were asked for.
  private(set) var known: [Int: TableColumns] = [:]

  init(of list: ListView) { self.list = list }

  /// Measures the tables again, which are others or in other fonts.
  func forgetAll() { known = [:] }

  /// The widths of a table's columns in whole logical pixels, the same for all of its rows.
  ///
  /// - Complexity: O(length of the table's texts) when it is first asked for, O(columns) later.
  func columns(of table: Int, in document: ArticleDocument, _ typography: ArticleTypography) -> TableColumns {
    if let known = known[table] { return known }
    let estimate = document.tableEstimates[table]
    let columns =
      estimate.cellCount <= Self.cellLimit && estimate.length <= Self.lengthLimit
      ? measured(table, in: document, typography)
      : estimated(estimate, typography)
    let rounded = columns.mapped { $0.rounded(.up) }
    known[table] = rounded
    return rounded
  }

  private func estimated(_ estimate: TableEstimate, _ typography: ArticleTypography) -> TableColumns {
    let style = typography.style(of: .tableRow(isHeader: false))
    let width = list.averageCharacterWidth(of: style) * Self.estimatedCharacterFactor
    return estimate.columns.mapped { $0 * width }
  }

  private func measured(
    _ table: Int, in document: ArticleDocument, _ typography: ArticleTypography
  ) -> TableColumns {
    var columns = TableColumns(count: document.tableEstimates[table].columns.count)
    var spanning: [(columns: Range<Int>, cell: ArticleTableCell, language: String?)] = []
    func fit(_ range: Range<Int>, _ cell: ArticleTableCell, _ language: String?) {
      let style = typography.style(of: .tableRow(isHeader: cell.isHeader))
      let attributes = ArticleAttributes.attributes(
        cell.runs, of: cell.text, language: language, isCode: false)
      let natural = list.naturalWidth(of: cell.text, style: style, attributes: attributes)
      columns.fit(range, preferred: natural) {
        list.leastWidth(of: cell.text, style: style, attributes: attributes)
      }
    }
    for row in document.article.rows(ofTable: table) {
      let block = document.article.blocks[row]
      var column = 0
      let language = block.language ?? document.language
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
