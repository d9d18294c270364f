/// Starts, ends and places blocks.
extension ArticleReader {
  /// Starts a block of the kind that the open elements determine.
  mutating func startBlock() {
    if !openTables.isEmpty { _ = beginFosterContent() }
    guard let new = newBlock() else { return }
    block = new
    text.clear()
    textStart = 0
    hasContent = false
    hasSpace = false
    lineBreaks = 0
  }

  /// A block for text of the kind that the open elements determine; nil if there is no room for it.
  mutating func newBlock() -> ArticleBlock? {
    guard hasRoom() else { return nil }
    let summary = startDisclosures(isText: true) ?? takeLateSummary()
    guard hasRoom() else { return nil }
    var new = placed(summary.map { .summary(disclosure: $0) } ?? .paragraph)
    // A summary that follows the content is not hidden with it.
    if let summary, new.disclosure == summary { new.disclosure = article.disclosures[summary].parent }
    if summary == nil, let kind = kindOfSurroundings { new.kind = kind }
    if case .caption = new.kind, open.contains(where: { $0.element == .tableCaption }) {
      new.table = tableNumber()
      share(&new)
    }
    takeMarkers(into: &new)
    return new
  }

  /// Gives a block the markers of the items that begin with it: an item whose first child is a list stands on the line of
  /// that list's first item (CSS Lists 3, section 3.5).
  mutating func takeMarkers(into block: inout ArticleBlock) {
    guard let innermost = open.lastIndex(where: { $0.marker != nil }) else { return }
    var markers: [ListMarker] = []
    for index in open[...innermost].indices {
      guard let marker = open[index].marker.take() else { continue }
      markers.append(marker)
    }
    // Anything else stays what it is.
    if block.kind == .paragraph, let own = markers.popLast() { block.kind = .listItem(own) }
    if !markers.isEmpty {
      block.outerMarkers = markers
      share(&block)
    }
  }

  /// The kind that a block has from the element that it is in; nil if it is an ordinary paragraph. The paragraphs and containers
  /// in a heading, term, caption and so on look as it does.
  private var kindOfSurroundings: ArticleBlock.Kind? {
    for around in open.reversed() where around.isBlock || around.element.isCell {
      switch around.element {
      case .heading(let level): return .heading(level: level)
      case .preformatted: return .preformatted
      case .term: return .term
      case .definition: return .definition
      case .caption, .tableCaption: return .caption
      case .paragraph, .container, .address: continue
      default: return nil
      }
    }
    return nil
  }

  /// Ends what is before or in a block element. In preformatted text, paragraphs and containers are lines.
  mutating func breakBlock(_ element: ArticleElement) {
    switch element {
    case .paragraph, .container, .address, .inline, .link:
      guard block?.kind == .preformatted, whiteSpace == .kept, !row.isActive else { return finishBlock() }
      if text.count > textStart, text.base[text.count - 1] != 0x0A { text.append(0x0A) }
    default: finishBlock()
    }
  }

  /// A block with the nesting depths, language and so on of the open elements.
  mutating func placed(_ kind: ArticleBlock.Kind) -> ArticleBlock {
    var result = ArticleBlock(kind: kind)
    guard let around = open.last else { return result }
    result.quoteDepth = around.quoteDepth
    result.listDepth = around.listDepth
    result.direction = around.direction
    if around.language != nil || around.disclosure != nil || around.figure != nil {
      result.extras = box(
        ArticleBlock.Extras(
          language: around.language, disclosure: around.disclosure, figure: around.figure))
    }
    return result
  }

  /// Shares the box of a block's extras with the block before if they are equal.
  mutating func share(_ block: inout ArticleBlock) {
    if let extras = block.extras { block.extras = box(extras.values) }
  }

  private mutating func box(_ extras: ArticleBlock.Extras) -> ArticleBlock.Extras.Box {
    if let last = lastExtras, last.values == extras { return last }
    let box = ArticleBlock.Extras.Box(extras)
    lastExtras = box
    return box
  }

  /// Ends the current block, if any. In a table cell it only ends a part of the cell.
  mutating func finishBlock() {
    if row.isActive {
      endPart()
      return
    }
    var markers: [ListMarker] = []
    if let block {
      var done = withText(block)
      let length = trimmedText.count
      if takeImages(0..<length, into: &done) {
        markers = done.markers
        anchors.postponePlaced()
      } else if hasShownText || done.isSummary {
        resolveAnchors(in: 0...text.count, block: place(of: done), start: 0, length: length)
        emit(done)
      } else {
        anchors.postponePlaced()
      }
    }
    block = nil
    text.clear()
    hasSpace = false
    lineBreaks = 0
    emitInlineImages(markers: markers)
    if !pending.isEmpty {
      for block in pending { emit(block) }
      pending.removeAll()
    }
  }

  /// The index that a finished block gets: the end, or, for a summary that follows the content of its disclosure, the place before it.
  private func place(of block: ArticleBlock) -> Int {
    guard case .summary(let disclosure) = block.kind else { return article.blocks.count }
    return min(article.disclosures[disclosure].summary, article.blocks.count)
  }

  /// Adds a finished block to the article.
  mutating func emit(_ block: ArticleBlock) {
    let place = place(of: block)
    guard place == article.blocks.count else {
      article.blocks[place] = block
      finishedBytes += block.text.utf8.count
      return
    }
    guard article.blocks.count < blockLimit else {
      article.isCut = true
      return
    }
    if case .caption = block.kind, let table = block.table {
      article.tables[table].include(block: article.blocks.count)
      if article.tables[table].caption == nil { article.tables[table].caption = article.blocks.count }
    }
    article.blocks.append(block)
    finishedBytes += block.text.utf8.count
  }

  /// The parts of the runs inside a range, relative to its start.
  static func runs(_ runs: [ArticleRun], in range: Range<Int>) -> [ArticleRun] {
    if runs.isEmpty || range.lowerBound == 0 && runs[runs.count - 1].range.upperBound <= range.upperBound {
      return runs
    }
    return runs.compactMap { run in
      let common = run.range.clamped(to: range)
      guard !common.isEmpty else { return nil }
      var run = run
      run.range = common.lowerBound - range.lowerBound..<common.upperBound - range.lowerBound
      return run
    }
  }

  /// A block with the current text.
  func withText(_ block: ArticleBlock) -> ArticleBlock {
    var block = block
    let bytes = trimmedText
    block.text = bytes.string
    block.runs = ArticleReader.runs(block.runs, in: 0..<bytes.count)
    return block
  }

  /// Whether the current text has anything to show.
  var hasShownText: Bool { hasContent && !trimmedText.isBlank }

  /// The current text without trailing white space.
  private var trimmedText: UnsafeBufferPointer<UInt8> {
    var count = text.count
    while count > 0, ASCII.isSpace(text.base[count - 1]) { count -= 1 }
    return UnsafeBufferPointer(rebasing: text.view[..<count])
  }

  /// Adds an image, rule or embedded object, or a finished text that belongs to one: after the current block if it has text.
  mutating func add(_ kind: ArticleBlock.Kind, _ text: String = "", _ runs: [ArticleRun] = []) {
    guard showsBoxes, hasRoom() else { return }
    if !openTables.isEmpty { _ = beginFosterContent() }
    _ = startDisclosures(isText: false)
    guard hasRoom() else { return }
    var new = placed(kind)
    new.text = text
    new.runs = runs
    // Nothing stands beside a line. In a cell, the text has the marker.
    if kind != .rule, block == nil, !row.isActive { takeMarkers(into: &new) }
    if row.isActive {
      addToRow(new)
      return
    }
    if block == nil { resolvePendingAnchors(block: article.blocks.count + pending.count) }
    pending.append(new)
    if block == nil { finishBlock() }
  }

  // MARK: Disclosures

  /// Numbers the open disclosures that have no content yet, because a block starts in them.
  ///
  /// - Parameter isText: Whether the block can be a summary.
  /// - Returns: The disclosure whose summary the block is; nil if it is none. A disclosure whose first block is not in a
  ///   summary gets an empty one.
  mutating func startDisclosures(isText: Bool) -> Int? {
    guard openWithoutSummary > 0 else { return nil }
    for index in open.indices where open[index].lacksSummary {
      guard hasRoom() else { return nil }
      let parent = open[index].disclosure
      let rest = open[(index + 1)...]
      let summary = rest.firstIndex { $0.element == .summary || $0.element == .details }
        .flatMap { open[$0].element == .summary ? $0 : nil }
      let number = article.disclosures.count
      article.disclosures.append(
        ArticleDisclosure(
          summary: article.blocks.count, isOpen: open[index].isInitiallyOpen, parent: parent))
      open[index].lacksSummary = false
      openWithoutSummary -= 1
      // The summary itself stays visible.
      for inner in index..<(summary ?? open.count) { open[inner].disclosure = number }
      if let summary, isText, !open[summary...].contains(where: { $0.element == .details }) { return number }
      var empty = ArticleBlock(kind: .summary(disclosure: number))
      empty.quoteDepth = open[index].quoteDepth
      empty.listDepth = open[index].listDepth
      empty.direction = open[index].direction
      empty.disclosure = parent
      emit(empty)
      // A summary may begin with a picture.
      if let summary { open[summary].isLateSummary = true }
      open[summary ?? index].pendingSummary = number
      lateSummaryCount += 1
    }
    return nil
  }

  /// Notes that a summary begins after content of its disclosure: the first `summary` among the children of `details` is its
  /// summary, and shown first, wherever it stands (HTML Living Standard, sections 4.11.1 and 15.5.6).
  mutating func startLateSummary(at index: Int) {
    guard index > 0, open[index - 1].element == .details,
      let number = open[index - 1].pendingSummary.take()
    else { return }
    open[index].pendingSummary = number
    open[index].isLateSummary = true
  }

  /// The disclosure whose summary is the text that begins here, after its content; nil if there is none.
  private mutating func takeLateSummary() -> Int? {
    guard lateSummaryCount > 0, !row.isActive,
      let index = open.lastIndex(where: { $0.isLateSummary || $0.element == .details }),
      open[index].isLateSummary
    else { return nil }
    return open[index].pendingSummary.take()
  }

  /// Whether the summary of an open disclosure may follow its content that was read.
  ///
  /// - Complexity: O(length of the rest).
  func mayHaveLateSummary(after position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> Bool {
    guard lateSummaryCount > 0 else { return false }
    if open.contains(where: \.isLateSummary) { return true }
    var position = position
    while let tag = HTMLTag.next(from: position, before: end) {
      if tag.kind == .start, ArticleElement.named(tag.name) == .summary { return true }
      position = tag.end
    }
    return false
  }
}

extension ArticleBlock {
  var isSummary: Bool { if case .summary = kind { true } else { false } }
}
