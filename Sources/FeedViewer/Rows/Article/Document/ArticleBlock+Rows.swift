import FeedViewerFeeds
import PangoText

/// What the rows of a block depend on.
extension ArticleBlock {
  /// Whether the block is aligned with the markers of its list, not with the items' text.
  package nonisolated var isListPart: Bool {
    switch kind {
    case .listItem, .term, .definition: true
    default: false
    }
  }

  /// Whether the block continues the list or table of the block before.
  nonisolated func follows(_ before: ArticleBlock) -> Bool {
    if case .tableRow = kind, case .tableRow = before.kind { return table == before.table }
    return isListPart && before.isListPart && !endsList(from: before)
  }

  /// Whether a list ends between the block before and this one.
  nonisolated func endsList(from before: ArticleBlock) -> Bool {
    if before.listDepth > 0, listDepth == 0 { return true }
    guard before.listDepth == listDepth, isListPart, before.isListPart else { return false }
    if case .listItem(.number(1, _)) = kind { return true }
    return listStyle != before.listStyle
  }

  private enum ListStyle { case bullets, numbers, definitions }

  private nonisolated var listStyle: ListStyle? {
    switch kind {
    case .listItem(.bullet): .bullets
    case .listItem(.number): .numbers
    case .term, .definition: .definitions
    default: nil
    }
  }

  /// The direction that is declared for the block. Code runs as its letters do, whatever is around it.
  nonisolated var declaredDirection: Direction? { kind == .preformatted ? nil : direction }

  /// The direction in which the block runs: as declared, else that of its first strong character; nil without both.
  nonisolated var ownDirection: WritingDirection? {
    switch declaredDirection {
    case .leftToRight: .leftToRight
    case .rightToLeft: .rightToLeft
    case nil: WritingDirection(of: beginning)
    }
  }

  /// As much of the text as is looked at for its direction.
  private nonisolated var beginning: String {
    let limit = ArticlePiece.Limits().scalarsWithoutSpace
    return text.utf8.count <= limit ? text : String(text.unicodeScalars.prefix(limit))
  }

  /// The cells of a table row with their runs.
  ///
  /// - Complexity: O(length).
  nonisolated var tableCells: [ArticleTableCell] {
    let properties = cells
    let isHeaderRow = kind == .tableRow(isHeader: true)
    return cellRanges.enumerated().map { index, range in
      let text = String(self.text.part(bytes: range))
      var cell = ArticleTableCell(
        text, runs: ArticleRun.clamped(runs, to: range),
        isRightToLeft: direction.map { $0 == .rightToLeft } ?? (WritingDirection(of: text) == .rightToLeft))
      cell.isHeader = isHeaderRow
      if index < properties.count {
        cell.span = properties[index].span
        cell.isHeader = properties[index].isHeader
        cell.alignment = properties[index].alignment
      }
      return cell
    }
  }
}
