import FeedViewerFeeds

/// Where rows are in their lists and tables.
nonisolated extension ArticleDocument {
  /// How many rows are looked at in each direction: the place in a longer list or table is not told.
  private static let reach = 1_000

  /// The number of a list item among those of its list, from 1; nil for other rows, and in long lists.
  func positionInList(at index: Int) -> (number: Int, count: Int)? {
    guard kind(at: index) == .item, let item = articleBlock(at: index) else { return nil }
    let depth = item.listDepth
    guard
      let before = count(from: index, step: -1, of: .item, at: depth, stopsAtStart: item.startsList),
      let after = count(from: index, step: 1, of: .item, at: depth, stopsAtStart: false)
    else { return nil }
    return (before + 1, before + after + 1)
  }

  /// Counts the items of a list before or after one of them; nil if its end is out of reach.
  private func count(
    from index: Int, step: Int, of kind: ArticleRow.Kind, at depth: Int, stopsAtStart: Bool
  ) -> Int? {
    var count = 0
    var next = index + step
    var isAtStart = stopsAtStart
    while (0..<self.count).contains(next), !isAtStart {
      guard abs(next - index) <= Self.reach else { return nil }
      guard let block = articleBlock(at: next), block.listDepth >= depth else { break }
      if self.kind(at: next) == kind, block.listDepth == depth {
        if step > 0, block.startsList { break }
        count += 1
        isAtStart = step < 0 && block.startsList
      }
      next += step
    }
    return count
  }

  /// The number of a table row among those of its table, from 1, and the row with the headers of its columns; nil for
  /// other rows, and in long tables.
  func placeInTable(at index: Int) -> (number: Int, count: Int, header: ArticleBlock?)? {
    guard let block = block(at: index), let table = articleBlock(at: index)?.table,
      article.tables.indices.contains(table)
    else { return nil }
    let range = article.tables[table].blocks.clamped(to: article.blocks.indices)
    guard range.count <= 2 * Self.reach else { return nil }
    var count = 0
    var number = 0
    var header: ArticleBlock?
    for other in range {
      guard case .tableRow(let isHeader) = article.blocks[other].kind, article.blocks[other].table == table
      else { continue }
      count += 1
      if other <= block { number = count }
      if isHeader, other < block { header = article.blocks[other] }
    }
    return (number, count, header)
  }
}

extension ArticleBlock {
  /// Whether the block is the first item of a numbered list. Nothing marks the beginning of other lists.
  fileprivate nonisolated var startsList: Bool {
    if case .listItem(.number(1, _)) = kind { true } else { false }
  }
}
