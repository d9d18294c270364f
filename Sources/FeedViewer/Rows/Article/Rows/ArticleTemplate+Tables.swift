import FeedViewerFeeds
import LayoutCore
import PangoText
import VirtualList

/// The rows of tables.
nonisolated extension ArticleTemplate {
  /// The width of the columns of a wide row that belongs to no table.
  private static let charactersOfWideCell = 12.0

  /// The cells of a row. CSS gives each column of a table its least width, and shares what is left in proportion to the
  /// difference to its preferred width; a table that does not fit at its least width overflows.
  func cells(of row: ArticleRow) -> LayoutElement {
    let zoom = typography.lengthScale
    let horizontal = (ArticleTypography.cellPadding.horizontal * zoom).rounded()
    let vertical = ArticleTypography.cellPadding.vertical * zoom
    let columns = columns(of: row)
    let isMirrored = row.isRightToLeft != typography.isInterfaceRightToLeft
    if let wide = wideTableRow(of: row) {
      return wide.element(
        isMirrored: isMirrored, verticalPadding: vertical
      ) { cellText(row.cells[$0], of: row) }
    }
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
        .text(cellText(cell, of: row), tag: .articleCell(index))
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

  private func columns(of row: ArticleRow) -> TableColumns {
    row.columns.flatMap { $0.count > 0 ? $0 : nil } ?? evenColumns(of: row)
  }

  func cellText(_ cell: ArticleTableCell, of row: ArticleRow) -> TextElement {
    var attributes = ArticleAttributes.attributes(
      cell.runs, of: cell.text, language: row.language, isCode: false)
    if cell.isRightToLeft, WritingDirection(of: cell.text) != .rightToLeft, !cell.text.isEmpty {
      // It is declared.
      attributes.append(
        TextAttributeRun(.baseDirection(isRightToLeft: true), bytes: 0..<cell.text.utf8.count))
    } else {
      attributes += Self.directionWithoutLetters(cell.text, in: row, typography)
    }
    if let alignment = cell.alignment, !cell.text.isEmpty {
      attributes.append(
        TextAttributeRun(.alignment(TextAlignment(alignment)), bytes: 0..<cell.text.utf8.count))
    }
    return TextElement(
      cell.text, style: typography.style(of: .tableRow(isHeader: cell.isHeader)).id, attributes: attributes)
  }

  /// The row as one of a wide table; nil if its table is not wide.
  func wideTableRow(of row: ArticleRow) -> WideTableRow? {
    let columns = columns(of: row)
    guard !row.cells.isEmpty, columns.areWide else { return nil }
    return WideTableRow(
      row.cells, columns, highest: row.highestCell,
      padding: (ArticleTypography.cellPadding.horizontal * typography.lengthScale).rounded(),
      characterWidth: typography.characterWidth)
  }

  /// The cells of a wide table's row that its height does not depend on, or the parts of a long line of code.
  @MainActor package func looseTexts(of row: ArticleRow, in layout: TemplateLayout) -> [LooseText] {
    if let line = row.codeLine { return longLine(line, of: row, in: layout) }
    guard !row.isHidden, let wide = wideTableRow(of: row), let panel = layout.frame(of: .articlePanel) else {
      return []
    }
    let isMirrored = row.isRightToLeft != typography.isInterfaceRightToLeft
    let vertical = ArticleTypography.cellPadding.vertical * typography.lengthScale
    let left = isMirrored ? panel.maxX - wide.width : panel.minX
    var texts: [LooseText] = []
    texts.reserveCapacity(row.cells.count)
    for number in row.cells.indices where !wide.measured.contains(number) {
      let room = wide.room(ofCell: number, isMirrored: isMirrored)
      texts.append(
        LooseText(
          tag: .articleCell(number),
          frame: Rect(
            x: left + room.lowerBound, y: panel.minY + vertical,
            width: max(room.upperBound - room.lowerBound, 0),
            height: max(panel.size.height - 2 * vertical, 0))))
    }
    return texts
  }

  private func longLine(_ line: CodeLine, of row: ArticleRow, in layout: TemplateLayout) -> [LooseText] {
    guard !row.isHidden, !typography.wrapsCode, let frame = layout.frame(of: .articleText) else { return [] }
    let typography = typography
    let parts = zip(row.lineParts, zip(line.leftEdges(isRightToLeft: row.isRightToLeft), line.widths)).map {
      bytes, place in
      LooseText.Part(bytes: bytes, x: place.0, width: place.1) {
        ArticleTemplate.text(of: row, part: bytes, typography)
      }
    }
    return [LooseText(tag: .articleText, frame: frame, parts: parts)]
  }

  @MainActor package func looseText(tagged tag: ElementTag, of row: ArticleRow) -> TextElement {
    tag == .articleText
      ? TextElement(row.text, style: typography.style(of: .code).id)
      : cellText(row.cells[tag.articleCellNumber], of: row)
  }

  /// The columns of a row that belongs to no table.
  private func evenColumns(of row: ArticleRow) -> TableColumns {
    let count = min(
      row.cells.reduce(0) { $0 + $1.span }, TableColumns.limit(cellCount: row.cells.count))
    var columns = TableColumns(count: count)
    let width = (typography.measure / Double(max(count, 1))).rounded(.down)
    let wide = (typography.characterWidth * Self.charactersOfWideCell).rounded()
    let areWide = columns.areWide
    for column in 0..<count {
      columns.fit(column..<column + 1, preferred: areWide ? wide : width) { areWide ? wide : 0 }
    }
    return columns
  }
}

nonisolated extension TextAlignment {
  fileprivate init(_ alignment: ArticleCell.Alignment) {
    switch alignment {
    case .left: self = .left
    case .center: self = .center
    case .right: self = .right
    }
  }
}
