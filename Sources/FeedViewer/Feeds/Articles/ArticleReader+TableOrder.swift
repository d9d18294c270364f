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

  /// The parts of a table that have blocks, in the order of the source.
  func parts(of table: OpenTable) -> [(range: Range<Int>, part: OpenTable.Part)] {
    table.parts.enumerated().compactMap { index, part in
      let end = index + 1 < table.parts.count ? table.parts[index + 1].start : article.blocks.count
      return part.start < end ? (part.start..<end, part.part) : nil
    }
  }

  /// Puts the parts of a table that has ended in their order.
  ///
  /// - Complexity: O(blocks of the table), or O(1) if they are in order.
  mutating func orderParts(of table: OpenTable) {
    let parts = parts(of: table)
    guard let first = parts.first?.range.lowerBound else { return }
    let sorted = parts.enumerated().sorted {
      ($0.element.part.rawValue, $0.offset) < ($1.element.part.rawValue, $1.offset)
    }.map(\.element)
    if !zip(parts, sorted).allSatisfy({ $0.range == $1.range }) { move(sorted.map(\.range), from: first) }
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
}
