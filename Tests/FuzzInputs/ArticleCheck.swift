import FeedViewerFeeds

/// Checks what is true of every article.
public enum ArticleCheck {
  /// - Returns: The first fault found; nil if there is none.
  public static func fault(in article: Article) -> String? {
    for (index, block) in article.blocks.enumerated() {
      if let fault = fault(in: block, index, article) { return "block \(index): \(fault)" }
    }
    for (fragment, place) in article.anchors {
      guard article.blocks.indices.contains(place.block),
        isBoundary(place.offset, of: Array(article.blocks[place.block].text.utf8))
      else { return "the anchor \(fragment) is not a place in the text" }
    }
    for (index, disclosure) in article.disclosures.enumerated() {
      guard article.blocks.indices.contains(disclosure.summary),
        article.blocks[disclosure.summary].kind == .summary(disclosure: index),
        article.blocks[disclosure.summary].disclosure == disclosure.parent,
        disclosure.parent.map({ $0 < index }) ?? true
      else { return "the disclosure \(index) has no summary" }
    }
    for (index, table) in article.tables.enumerated() {
      guard table.blocks.isEmpty || table.blocks.upperBound <= article.blocks.count,
        table.caption.map({ article.blocks[$0].kind == .caption && article.blocks[$0].table == index })
          ?? true
      else { return "the table \(index) is out of bounds" }
    }
    return nil
  }

  private static func fault(in block: ArticleBlock, _ index: Int, _ article: Article) -> String? {
    let bytes = Array(block.text.utf8)
    var end = 0
    for run in block.runs {
      guard run.range.lowerBound >= end, !run.range.isEmpty, run.range.upperBound <= bytes.count else {
        return "the runs are out of order"
      }
      guard isBoundary(run.range.lowerBound, of: bytes), isBoundary(run.range.upperBound, of: bytes) else {
        return "a run cuts a character"
      }
      end = run.range.upperBound
    }
    if let number = block.disclosure, !article.disclosures.indices.contains(number) { return "no disclosure" }
    guard case .tableRow(let isHeader) = block.kind else {
      if let table = block.table, !article.tables[table].blocks.contains(index) { return "not in its table" }
      return nil
    }
    guard let table = block.table, article.tables[table].blocks.contains(index) else {
      return "a row of no table"
    }
    let count = block.cellRanges.count
    guard block.cells.isEmpty || block.cells.count == count else {
      return "\(count) texts of \(block.cells.count) cells"
    }
    let columns = block.cells.isEmpty ? count : block.cells.reduce(0) { $0 + $1.span }
    guard columns <= article.tables[table].columnCount else { return "more columns than the table" }
    if isHeader, !block.cells.allSatisfy(\.isHeader) { return "a header row with ordinary cells" }
    return nil
  }

  private static func isBoundary(_ offset: Int, of bytes: [UInt8]) -> Bool {
    (0...bytes.count).contains(offset) && (offset == bytes.count || bytes[offset] & 0xC0 != 0x80)
  }
}
