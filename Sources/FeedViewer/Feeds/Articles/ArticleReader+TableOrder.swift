/// The order of the parts of a table: the caption is above it, its head comes first and its foot last, wherever they are in
/// the source (CSS 2.2, sections 17.2 and 17.4.1).
extension ArticleReader {
  /// Notes where a part of the innermost table begins.
  mutating func beginTablePart(_ part: OpenTable.Part) {
    guard let last = openTables.indices.last else { return }
    var part = part
    switch part {
    // Only the first head and the first foot are special.
    case .head:
      if openTables[last].hasHead { part = .body }
      openTables[last].hasHead = true
    case .foot:
      if openTables[last].hasFoot { part = .body }
      openTables[last].hasFoot = true
    case .foster, .caption, .body: break
    }
    openTables[last].parts.append((article.blocks.count, part))
  }

  /// Puts the parts of a table that has ended in their order.
  ///
  /// - Complexity: O(blocks of the table), or O(1) if they are in order.
  mutating func orderParts(of table: OpenTable) {
    let end = article.blocks.count
    var parts: [(range: Range<Int>, part: OpenTable.Part)] = []
    for (index, (start, part)) in table.parts.enumerated() {
      let stop = index + 1 < table.parts.count ? table.parts[index + 1].start : end
      if start < stop { parts.append((start..<stop, part)) }
    }
    guard let first = parts.first?.range.lowerBound else { return }
    let sorted = parts.enumerated().sorted {
      ($0.element.part.rawValue, $0.offset) < ($1.element.part.rawValue, $1.offset)
    }.map(\.element)
    if !zip(parts, sorted).allSatisfy({ $0.range == $1.range }) { move(sorted.map(\.range), from: first) }
    // Of a beginning, what follows the part that goes on comes later. Parts without blocks may have been opened by the end.
    if article.isPartial {
      var open = OpenTable.Part.foot.rawValue
      for part in table.parts.reversed() {
        open = min(open, part.part.rawValue)
        if part.start < end { break }
      }
      let count = parts.filter { $0.part.rawValue > open }.reduce(0) { $0 + $1.range.count }
      if count > 0, count < end - first { dropLastBlocks(count) }
    }
  }

  /// Moves blocks, and all that tells where they are.
  private mutating func move(_ ranges: [Range<Int>], from first: Int) {
    var places: [Int] = Array(repeating: 0, count: article.blocks.count - first)
    var blocks: [ArticleBlock] = []
    blocks.reserveCapacity(places.count)
    for range in ranges {
      for index in range {
        places[index - first] = first + blocks.count
        blocks.append(article.blocks[index])
      }
    }
    article.blocks.replaceSubrange(first..<first + blocks.count, with: blocks)
    func place(_ block: Int) -> Int {
      block >= first && block - first < places.count ? places[block - first] : block
    }
    // All lists are in the order of the blocks.
    for index in anchors.found.indices.reversed() {
      guard anchors.found[index].place.block >= first else { break }
      anchors.found[index].place.block = place(anchors.found[index].place.block)
    }
    for index in article.disclosures.indices.reversed() {
      guard article.disclosures[index].summary >= first else { break }
      article.disclosures[index].summary = place(article.disclosures[index].summary)
    }
    for index in article.tables.indices.reversed() {
      let known = article.tables[index].blocks
      guard known.isEmpty || known.upperBound > first else { break }
      // Foster content may have come between the blocks of the table.
      let moved = known.map(place).filter { article.blocks[$0].table == index }
      if let least = moved.min(), let greatest = moved.max() {
        article.tables[index].blocks = least..<greatest + 1
      }
      article.tables[index].caption = article.tables[index].caption.map(place)
    }
  }

  private mutating func dropLastBlocks(_ count: Int) {
    article.blocks.removeLast(count)
    let end = article.blocks.count
    for index in article.tables.indices.reversed() {
      let known = article.tables[index].blocks
      guard known.isEmpty || known.upperBound > end else { break }
      article.tables[index].blocks = min(known.lowerBound, end)..<end
    }
  }
}
