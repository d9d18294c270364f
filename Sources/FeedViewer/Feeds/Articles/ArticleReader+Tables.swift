/// Rows and cells of tables.
///
/// Old feeds lay out whole articles in tables. A row is laid out as ordinary blocks if a cell contains a heading, a
/// quotation, preformatted text, a figure, a disclosure, another table or many paragraphs, if its only cell contains
/// block elements, or if all it has is images and one cell with text. In a row that is none, the markers of lists are part of
/// the text: a list item's box begins with its marker wherever it stands (CSS Lists 3, section 3.1).
extension ArticleReader {
  /// The number of the innermost table, which gets one if it has none.
  mutating func tableNumber() -> Int? {
    guard let last = openTables.indices.last else { return nil }
    if let number = openTables[last].number { return number }
    let number = article.tables.count
    article.tables.append(ArticleTable())
    openTables[last].number = number
    return number
  }

  /// Prepares for a cell before it is opened, and opens a row if there is none.
  /// - Returns: Whether the cell is one of a table.
  mutating func prepareCell() -> Bool {
    guard let index = open.lastIndex(where: { $0.element == .row || $0.element == .table }) else {
      return false
    }
    if open[index].element == .row { return true }
    guard open.count < ArticleReader.depthLimit else { return false }
    finishBlock()
    push(ArticleReader.rowKey, .row)
    openTables[openTables.count - 1].rowCount += 1
    return true
  }

  private static let rowKey = HTMLElement.identity("tr")

  /// Starts a cell that was just opened.
  mutating func startCell(_ tag: HTMLTag, isHeader: Bool) {
    guard let rowIndex = open.lastIndex(where: { $0.element == .row }), !open[rowIndex].isLayout else {
      finishBlock()
      return
    }
    if !row.isActive {
      finishBlock()
      _ = startDisclosures(isText: false)
      block = placed(.tableRow(isHeader: false))
      text.clear()
      textStart = 0
      hasContent = false
      row.begin()
    } else {
      endPart()
      text.append(0x09)
    }
    let isHeader = isHeader || isInTableHead
    continueEarlierCells()
    let span = ArticleReader.number(tag, "colspan", 1...ArticleCell.spanLimit) ?? 1
    remember(rows: ArticleReader.number(tag, "rowspan", 0...65_534) ?? 1, span: span)
    row.add(ArticleCell(span: span, isHeader: isHeader, alignment: open.last?.alignment))
    row.sourceCellCount += 1
    if !isHeader { row.hasOnlyHeaders = false }
    row.cellStart = text.count
    row.cellPartCount = 0
    row.startsPart = true
    hasSpace = false
    lineBreaks = 0
  }

  /// Notes how the lines in an element of a table, or inside its cells, are aligned (HTML Living Standard, section 15.3.8; CSS Text
  /// 3, section 6.1). Elements inside inherit it. The `align` of a table places the table itself, and that of columns is not
  /// known to the standard.
  mutating func align(_ tag: HTMLTag, _ element: ArticleElement, at index: Int) {
    guard tag.mentions("align") else {
      if tag.name.equalsIgnoringCase("center") { open[index].alignment = .center }
      return
    }
    let style = tag.declaredSize.textAlignment
    guard let words = style ?? (element == .table ? nil : tag.value(of: "align")?.lowercased()) else {
      return
    }
    let isRightToLeft = open[index].direction == .rightToLeft
    switch words {
    case "left", "right", "center": open[index].alignment = ArticleCell.Alignment(rawValue: words)
    case "middle": open[index].alignment = .center
    case "end": open[index].alignment = isRightToLeft ? .left : .right
    case "start", "justify", "initial": open[index].alignment = nil
    case "inherit", "unset": open[index].alignment = index > 0 ? open[index - 1].alignment : nil
    default: break
    }
  }

  /// Whether the open elements of the innermost table include its head.
  private var isInTableHead: Bool {
    for element in open.reversed() {
      if element.element == .section(.head) { return true }
      if element.element == .table { return false }
    }
    return false
  }

  private static func number(_ tag: HTMLTag, _ name: StaticString, _ limits: ClosedRange<Int>) -> Int? {
    guard tag.mentions(name) else { return nil }
    let number = tag.value(of: name).flatMap {
      WrittenNumber.leadingInteger($0, in: limits.lowerBound - 1...limits.upperBound)
    }
    return number.flatMap { $0 >= limits.lowerBound ? $0 : nil }
  }

  /// Adds empty cells in the columns that cells of earlier rows take.
  private mutating func continueEarlierCells() {
    guard let table = openTables.last, !table.lastRows.isEmpty else { return }
    while row.column < table.lastRows.count, table.lastRows[row.column] >= table.rowCount, spareCells > 0 {
      spareCells -= 1
      row.add(ArticleCell())
      text.append(0x09)
    }
  }

  /// Notes that the next cell also takes its columns in the following rows.
  private mutating func remember(rows: Int, span: Int) {
    guard rows != 1, let index = openTables.indices.last, row.column < ArticleCell.spanLimit else { return }
    let columns = row.column..<min(row.column + span, ArticleCell.spanLimit)
    let missing = columns.upperBound - openTables[index].lastRows.count
    if missing > 0 { openTables[index].lastRows += Array(repeating: 0, count: missing) }
    // No rows means all the rest.
    let last = rows == 0 ? Int.max : openTables[index].rowCount + rows - 1
    for column in columns { openTables[index].lastRows[column] = last }
  }

  // MARK: Parts of cells

  /// Ends the current part of a cell.
  mutating func endPart() {
    if !anchors.pending.isEmpty, hasContent, text.count > row.cellStart { placeAnchors(at: text.count) }
    row.startsPart = true
    hasSpace = false
    lineBreaks = 0
    keptSpace.removeAll(keepingCapacity: true)
    if row.cellPartCount > RowDraft.partLimit { layOutRow() }
  }

  /// Starts a part with the text that is about to be appended.
  mutating func startPart() {
    if beginFosterContent() { return startBlock() }
    if text.count > row.cellStart { text.append(0x0A) }
    textStart = text.count
    row.startsPart = false
    row.cellPartCount += 1
    if row.cellPartCount == 1 {
      row.textCellCount += 1
      // A block inside may declare its own.
      row.cells[row.cells.count - 1].alignment = open.last?.alignment
    }
    hasSpace = false
    lineBreaks = 0
    if let last = open.last(where: { $0.isBlock || $0.element.isCell }), !last.element.isCell {
      row.hasBlockElements = true
    }
    guard let block = newBlock() else { return }
    var part = RowDraft.Part(block: block, start: textStart)
    let markers = block.markers
    if !markers.isEmpty {
      var markers = markers.map(\.text).joined(separator: " ") + " "
      markers.withUTF8 { text.append($0) }
      part.markerLength = text.count - textStart
      textStart = text.count
    }
    row.parts.append(part)
  }

  /// Adds an image and the like, which follows the row, but precedes a row that has no text yet.
  mutating func addToRow(_ block: ArticleBlock) {
    row.hasImages = true
    if row.parts.isEmpty {
      resolvePendingAnchors(block: article.blocks.count)
      emit(block)
    } else {
      row.parts.append(RowDraft.Part(block: block))
    }
  }

  // MARK: Ends of rows

  /// Ends the row that is being read, if any.
  mutating func finishRow() {
    guard row.isActive else { return }
    endPart()
    guard row.isActive else { return }
    let isOnlyCell =
      row.sourceCellCount == 1 && !row.hasSpans && (row.hasBlockElements || row.parts.count > 1)
    let isLayout = isOnlyCell || row.hasImages && row.textCellCount < 2
    if isLayout { emitParts() } else { emitRow() }
    abandonRow()
  }

  /// Emits the row's cells as blocks of their own, and those that follow as well.
  mutating func layOutRow() {
    guard row.isActive, !beginFosterContent() else { return }
    emitParts()
    abandonRow()
    if let index = open.lastIndex(where: { $0.element == .row }) { open[index].isLayout = true }
  }

  /// Forgets the row.
  mutating func abandonRow() {
    row.isActive = false
    row.startsPart = false
    row.parts.removeAll(keepingCapacity: true)
    inlineImages.removeAll()
    anchors.postponePlaced()
    block = nil
    text.clear()
    hasSpace = false
    lineBreaks = 0
    keptSpace.removeAll(keepingCapacity: true)
  }

  private mutating func emitParts() {
    let runs = block?.runs ?? []
    var firstRun = 0
    var images = inlineImages[...]
    for (index, part) in row.parts.enumerated() {
      var new = part.block
      if let start = part.start {
        guard hasContent else { continue }
        let next = row.parts[(index + 1)...].first { $0.start != nil }?.start ?? text.count + 1
        let start = start + part.markerLength
        var end = min(next, text.count)
        while end > start, ASCII.isSpace(text.base[end - 1]) { end -= 1 }
        new.text = UnsafeBufferPointer(rebasing: text.view[start..<end]).string
        while firstRun < runs.count, runs[firstRun].range.upperBound <= start { firstRun += 1 }
        var lastRun = firstRun
        while lastRun < runs.count, runs[lastRun].range.lowerBound < end { lastRun += 1 }
        new.runs = runs[firstRun..<lastRun].map {
          var run = $0
          run.range = max(run.range.lowerBound, start) - start..<min(run.range.upperBound, end) - start
          return run
        }
        inlineImages = Array(images.prefix { $0.range.lowerBound < next })
        images = images.dropFirst(inlineImages.count)
        if takeImages(start..<end, into: &new) {
          emitInlineImages(markers: new.markers)
          continue
        }
        resolveAnchors(in: start...(next - 1), block: article.blocks.count, start: start, length: end - start)
      }
      emit(new)
    }
    inlineImages = Array(images)
    emitInlineImages()
  }

  private mutating func emitRow() {
    guard var done = block, hasContent else {
      emitParts()
      return
    }
    guard hasRoom() else { return }
    // Empty cells at the end are cells as well.
    var count = text.count
    while count > 0, text.base[count - 1] != 0x09, ASCII.isSpace(text.base[count - 1]) { count -= 1 }
    let bytes = UnsafeBufferPointer(rebasing: text.view[..<count])
    done.kind = .tableRow(isHeader: row.hasOnlyHeaders)
    done.text = bytes.string
    done.runs = ArticleReader.runs(done.runs, in: 0..<count)
    var extras = done.extras?.values ?? ArticleBlock.Extras()
    extras.table = tableNumber()
    if row.hasOnlyHeaders {
      // Those that continue cells above count as well.
      for index in row.cells.indices { row.cells[index].isHeader = true }
    }
    if row.cells.contains(where: {
      $0.span > 1 || $0.isHeader != row.hasOnlyHeaders || $0.alignment != nil
    }) {
      extras.cells = row.cells
    }
    extras.inlineImages = inlineImages.map {
      ArticleInlineImage(image: $0.image, range: $0.range.clamped(to: 0..<count))
    }
    inlineImages.removeAll()
    done.extras = ArticleBlock.Extras.Box(extras)
    share(&done)
    resolveAnchors(in: 0...text.count, block: article.blocks.count, start: 0, length: count)
    if let number = extras.table {
      article.tables[number].include(block: article.blocks.count)
      article.tables[number].columnCount = max(article.tables[number].columnCount, row.column)
    }
    emit(done)
    for part in row.parts where part.start == nil { emit(part.block) }
  }
}

extension ArticleTable {
  /// Extends the table to a block.
  mutating func include(block: Int) {
    blocks = blocks.isEmpty ? block..<(block + 1) : blocks.lowerBound..<(block + 1)
  }
}
