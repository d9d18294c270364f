import LayoutCore
import VirtualList

/// The widths of the columns of an article's tables, measured when a row is first shown.
final class ArticleTables {
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
    let characterWidth = list.averageCharacterWidth(of: typography.style(of: .tableRow(isHeader: false)))
    let columns = document.columns(ofTable: table, typography, characterWidth: characterWidth) {
      string, style, attributes, isLeast in
      isLeast
        ? list.leastWidth(of: string, style: style, attributes: attributes)
        : list.naturalWidth(of: string, style: style, attributes: attributes)
    }
    let rounded = columns.mapped { $0.rounded(.up) }
    known[table] = rounded
    return rounded
  }
}
