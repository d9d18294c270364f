import LayoutCore
import PangoText

/// The rows of tables.
nonisolated extension ArticleTemplate {
  /// The cells of a row. CSS gives each column of a table its least width, and shares what is left in proportion to the
  /// difference to its preferred width; a table that does not fit at its least width overflows.
  func cells(of row: ArticleRow) -> LayoutElement {
    let zoom = typography.zoom
    let horizontal = (ArticleTypography.cellPadding.horizontal * zoom).rounded()
    let vertical = ArticleTypography.cellPadding.vertical * zoom
    let columns = row.columns.flatMap { $0.count > 0 ? $0 : nil } ?? evenColumns(of: row)
    let isMirrored = row.isRightToLeft != typography.isInterfaceRightToLeft
    var first = 0
    var cells = row.cells.enumerated().map { index, cell in
      let start = min(first, columns.count - 1)
      let spanned = start..<max(min(first + cell.span, columns.count), start + 1)
      first += cell.span
      let least = spanned.reduce(0) { $0 + columns.least[$1] + 2 * horizontal }
      let spare = spanned.reduce(0) { $0 + columns.preferred[$1] - columns.least[$1] }
      return LayoutElement.inset(
        // The cell takes the room before it, which does not shrink.
        EdgeInsets(top: vertical, leading: horizontal - least, bottom: vertical, trailing: horizontal),
        .text(
          TextElement(
            cell.text, style: typography.style(of: .tableRow(isHeader: cell.isHeader)).id,
            attributes: ArticleAttributes.attributes(
              cell.runs, of: cell.text, language: row.language, isCode: false)),
          tag: .articleCell(index))
      ).styled {
        $0.spacingBefore = least
        $0.flexBasis = .points(spare)
        $0.flexShrink = 1
      }
    }
    if first < columns.count {
      // A row with fewer cells has the same columns.
      let missing = first..<columns.count
      let least = missing.reduce(0) { $0 + columns.least[$1] + 2 * horizontal }
      cells.append(
        LayoutElement.inset(
          EdgeInsets(top: 0, leading: -least, bottom: 0, trailing: 0), .box(tag: .articleGap)
        ).styled {
          $0.spacingBefore = least
          $0.flexBasis = .points(missing.reduce(0) { $0 + columns.preferred[$1] - columns.least[$1] })
          $0.flexShrink = 1
        })
    }
    if isMirrored { cells.reverse() }
    var table = LayoutElement.stack(
      Stack(direction: .horizontal, justifyContent: isMirrored ? .end : .start, alignItems: .start), cells)
    table.tag = .articlePanel
    return table
  }

  /// The columns of a row that belongs to no table.
  private func evenColumns(of row: ArticleRow) -> TableColumns {
    let count = row.cells.reduce(0) { $0 + $1.span }
    var columns = TableColumns(count: count)
    let width = (typography.measure / Double(max(count, 1))).rounded(.down)
    for column in 0..<count { columns.fit(column..<column + 1, preferred: width) { 0 } }
    return columns
  }
}
