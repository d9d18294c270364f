import FeedViewerFeeds

/// The distances between the blocks of an article, in logical pixels at any zoom.
///
/// Most are multiples of one unit, so that the page has a rhythm.
nonisolated enum ArticleSpacing {
  /// A third of the distance between two paragraphs.
  private static let unit = 5.0
  /// Between two paragraphs.
  private static let paragraph = 3 * unit
  /// Between the items of a list.
  private static let tight = 1.5 * unit
  /// Between a picture and its caption, a heading and its text.
  private static let close = 9.0
  /// Above a picture.
  private static let picture = 18.0
  /// Between the heading of the page and its text.
  private static let header = 21.0
  /// Below the last row of the page.
  static let end = 13 * unit

  /// The distance between a block and the one before; nil is the heading of the page.
  ///
  /// - Parameter sibling: The part of a list before the block that is as deep as it; nil if there is none.
  static func above(
    _ block: ArticleBlock, after before: ArticleBlock?, sibling: ArticleBlock? = nil
  ) -> Double {
    guard let before else { return header }
    switch block.kind {
    case .heading(let level):
      if case .heading = before.kind { return 2 * unit }
      return level <= 2 ? 6 * unit : 5 * unit
    case .rule: return 5 * unit
    case .tableRow:
      if case .tableRow = before.kind { return block.table == before.table ? 0 : 4 * unit }
      if case .caption = before.kind { return close }
      return paragraph
    case .caption where block.isPartOfFigure(of: before):
      switch before.kind {
      case .image, .embed, .tableRow: return close
      default: return paragraph
      }
    default: break
    }
    switch before.kind {
    case .heading: return close
    case .rule: return 5 * unit
    case .caption: return block.isPartOfFigure(of: before) ? close : 4 * unit
    case .tableRow: return 4 * unit
    default: break
    }
    if block.isListPart, before.isListPart || before.listDepth > 0 {
      return block.endsList(from: sibling ?? before) ? paragraph : tight
    }
    if block.listDepth > 0, before.listDepth > 0 { return tight }
    if case .image = block.kind { return picture }
    return paragraph
  }
}

extension ArticleBlock {
  /// Whether the block belongs to the figure or the table of another one.
  fileprivate nonisolated func isPartOfFigure(of other: ArticleBlock) -> Bool {
    if let figure { return figure == other.figure }
    return table != nil ? table == other.table : other.figure == nil
  }
}
