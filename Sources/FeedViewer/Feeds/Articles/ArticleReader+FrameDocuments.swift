/// Documents that frames hold (`srcdoc`).
extension ArticleReader {
  /// Shows the document of a frame in its place. It is an article of its own: nothing in it ends elements around it, its
  /// references have the bases of the text around (HTML Living Standard, section 2.4.3), and it is shown
  /// instead of the frame's address, which is for programs that do not show it (section 4.8.5).
  ///
  /// - Returns: Whether it has anything to show. A document of scripts alone has not.
  mutating func readFrameDocument(_ frame: HTMLTag) -> Bool {
    guard showsBoxes, frameDepth < HTMLTag.frameDepthLimit, hasRoom(), let html = frame.frameDocument else {
      return false
    }
    var inner = ArticleReader(
      base: base(of: frame), link: link, language: open.last?.language ?? language, files: files,
      blockLimit: blockLimit - article.blocks.count - pending.count)
    inner.frameDepth = frameDepth + 1
    html.withUnsafeBufferPointer { inner.read($0) }
    guard !inner.article.blocks.isEmpty else { return false }
    if media != nil { finishMedia() }
    finishBlock()
    layOutRow()
    if !openTables.isEmpty { _ = beginFosterContent() }
    _ = startDisclosures(isText: false)
    resolvePendingAnchors(block: article.blocks.count)
    append(inner.article)
    figureCount += inner.figureCount
    return true
  }

  /// Appends the blocks of another article, as they are where the open elements are.
  private mutating func append(_ other: Article) {
    guard article.blocks.count + other.blocks.count <= blockLimit else {
      article.isCut = true
      return
    }
    article.isCut = article.isCut || other.isCut
    let around = placed(.paragraph)
    let first = article.blocks.count
    let firstTable = article.tables.count
    let firstDisclosure = article.disclosures.count
    for var block in other.blocks {
      if case .summary(let disclosure) = block.kind {
        block.kind = .summary(disclosure: firstDisclosure + disclosure)
      }
      block.quoteDepth += around.quoteDepth
      block.listDepth += around.listDepth
      block.language = block.language ?? around.language
      block.table = block.table.map { firstTable + $0 }
      block.disclosure = block.disclosure.map { firstDisclosure + $0 } ?? around.disclosure
      block.figure = block.figure.map { figureCount + $0 } ?? around.figure
      share(&block)
      article.blocks.append(block)
      finishedBytes += block.text.utf8.count
    }
    for var table in other.tables {
      table.blocks = first + table.blocks.lowerBound..<first + table.blocks.upperBound
      table.caption = table.caption.map { first + $0 }
      article.tables.append(table)
    }
    for var disclosure in other.disclosures {
      disclosure.summary += first
      disclosure.parent = disclosure.parent.map { firstDisclosure + $0 } ?? around.disclosure
      article.disclosures.append(disclosure)
    }
    for (fragment, place) in other.anchors.sorted(by: { $0.value.block < $1.value.block }) {
      anchors.fragments.insert(fragment)
      anchors.found.append((fragment, ArticleAnchor(block: first + place.block, offset: place.offset)))
    }
  }
}
