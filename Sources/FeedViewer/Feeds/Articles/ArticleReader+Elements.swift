/// The effect of tags on the stack of open elements and on the blocks.
extension ArticleReader {
  mutating func readMarkup(
    at position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    guard let tag = HTMLTag.read(at: position, before: end) else {
      append(position, count: 1)
      return position + 1
    }
    switch tag.kind {
    case .other: return tag.end
    case .end:
      readEnd(tag, ArticleElement.named(tag.name))
      return tag.end
    case .start:
      return readStart(tag, ArticleElement.named(tag.name), before: end)
    }
  }

  private mutating func readStart(
    _ tag: HTMLTag, _ element: ArticleElement, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var style = InlineStyle()
    if !tag.names.isEmpty {
      style = tag.inlineStyle
      if let next = notShown(tag, element, style, before: end) { return next }
    }
    switch element {
    case .lineBreak:
      noteAnchor(tag, isLink: false)
      readLineBreak()
    case .wordBreak: readWordBreak()
    case .rule:
      finishBlock()
      layOutRow()
      noteAnchor(tag, isLink: false)
      add(.rule)
    case .image:
      noteAnchor(tag, isLink: false)
      readImage(tag)
    case .pictureSource: readSource(tag)
    case .frame, .rawText, .hidden, .noscript, .mathematics, .media:
      noteAnchor(tag, isLink: false)
      return readSkipped(tag, element, before: end)
    case .drawing, .select, .textArea, .control, .gauge, .rawPreformatted:
      noteAnchor(tag, isLink: false)
      return readReplaced(tag, element, before: end)
    case .dialog where !tag.has("open"): return skipper.end(of: tag, before: end)
    // Parentheses are for annotations only.
    case .rubyParenthesis where rubyCount == 0: return skipper.end(of: tag, before: end)
    default:
      if tag.isFormulaContainer, let next = readFormula(tag, before: end) { return next }
      open(tag, element, style)
    }
    return tag.end
  }

  /// The position after an element that is not shown, or of what is shown of it; nil for one that is shown.
  private mutating func notShown(
    _ tag: HTMLTag, _ element: ArticleElement, _ style: InlineStyle, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    if tag.isHidden(style) {
      // A paragraph ends all the same.
      closeImplied(before: element)
      return skipper.end(of: tag, before: end)
    }
    if style.isVisible == false {
      // It takes its room.
      if element.isBlock { finishBlock() } else { hasSpace = true }
      guard segments.mayNest else { return skipper.end(of: tag, before: end) }
      return readParts(skipper.visibleParts(of: tag, before: end), before: end)
    }
    if formulaEnd == appendedBytes, tag.isCopyOfFormula { return skipper.end(of: tag, before: end) }
    return nil
  }

  /// Reads parts of an element only.
  mutating func readParts(
    _ found: HTMLSkipper.Parts, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    let next = segments.read(segments.mayNest ? found.parts : [], then: found.next, before: end)
    segmentEnd = next.upperBound
    return next.lowerBound
  }

  // MARK: Opening and closing

  private mutating func open(_ tag: HTMLTag, _ element: ArticleElement, _ style: InlineStyle) {
    var element = element
    // Parts of a table outside one are ignored, as in a browser.
    if element.isTablePart, openTables.isEmpty {
      if element.isCell { hasSpace = true }
      element = element.isBlock ? .container : .inline([])
    }
    closeImplied(before: element)
    let isBlockBox = style.display == .block && !element.isBlock && !element.isCell
    if element.isBlock || isBlockBox { breakBlock(element) }
    if isLaidOut(element) { layOutRow() }
    if element.isCell, !prepareCell() { hasSpace = true }
    if !element.isCell { noteAnchor(tag, isLink: element == .link) }
    guard open.count < ArticleReader.depthLimit else {
      if element.isCell { hasSpace = true }
      return
    }
    push(HTMLElement.identity(tag.name), element)
    open[open.count - 1].isBlockBox = isBlockBox
    configure(tag, element)
    if let kept = style.whiteSpace { open[open.count - 1].whiteSpace = kept }
    if case .cell(let isHeader) = element {
      startCell(tag, isHeader: isHeader)
      noteAnchor(tag, isLink: false)
    }
  }

  /// Whether an element in a cell shows that the table only serves the layout.
  private func isLaidOut(_ element: ArticleElement) -> Bool {
    guard row.isActive else { return false }
    switch element {
    case .preformatted, .quote, .figure, .details, .table: return true
    case .heading: return open.last(where: { $0.element.isCell })?.element != .cell(isHeader: true)
    default: return false
    }
  }

  /// Opens an element that inherits everything from the element around it.
  mutating func push(_ key: UInt64?, _ element: ArticleElement) {
    var new = Open(key: key, element: element)
    if let around = open.last {
      new.style = around.style
      new.link = around.link
      new.direction = around.direction
      new.language = around.language
      new.whiteSpace = around.whiteSpace
      new.quoteDepth = around.quoteDepth
      new.listDepth = around.listDepth
      new.quotationDepth = around.quotationDepth
      new.disclosure = around.disclosure
      new.figure = around.figure
    }
    open.append(new)
  }

  /// Applies a start tag to its element, which was just opened.
  private mutating func configure(_ tag: HTMLTag, _ element: ArticleElement) {
    let last = open.count - 1
    let surroundingLanguage = open[last].language ?? language
    if tag.hasAttributes {
      if let direction = tag.value(of: "dir")?.lowercased(), element != .isolate, element != .override {
        open[last].direction = ArticleBlock.Direction(rawValue: direction)
      }
      if let language = tag.value(of: "lang"), !language.isEmpty {
        open[last].language = language.hyphenated
      }
    }
    switch element {
    case .inline(let style): open[last].style.formUnion(style)
    case .address: open[last].style.formUnion(.emphasis)
    case .link: open[last].link = linkTarget(tag.value(of: "href")) ?? open[last].link
    case .list(let isOrdered):
      open[last].listDepth += 1
      if isOrdered { startNumbering(tag, at: last) }
    case .definitionList: open[last].listDepth += 1
    case .item: open[last].marker = nextMarker(tag)
    case .quote: open[last].quoteDepth += 1
    case .preformatted:
      open[last].whiteSpace = .kept
      preformattedStart = tag.end
    case .figure:
      open[last].figure = figureCount
      figureCount += 1
    case .details:
      open[last].lacksSummary = true
      open[last].isInitiallyOpen = tag.has("open")
      openWithoutSummary += 1
    case .table:
      openTables.append(OpenTable())
      beginTablePart(.body)
    case .section(let part):
      // Cells do not continue from one section to the next.
      openTables[openTables.count - 1].lastRows.removeAll()
      beginTablePart(part)
    case .tableCaption: beginTablePart(.caption)
    case .row: openTables[openTables.count - 1].rowCount += 1
    case .quotation: startQuotation(at: last, language: surroundingLanguage)
    case .ruby:
      rubyState = .base
      rubyCount += 1
    case .rubyText: startAnnotation(at: last)
    case .rubyParenthesis: startParenthesis(at: last)
    case .isolate, .override: startIsolate(tag, element, at: last)
    default: break
    }
  }

  /// Closes the elements that a start tag implicitly ends: paragraphs at any block, items at the next item.
  private mutating func closeImplied(before element: ArticleElement) {
    switch element {
    case .link:
      // A link ends the one before (HTML Living Standard, section 13.2.6.4.7).
      if let index = open.lastIndex(where: { $0.element == .link || $0.element.isBarrier }),
        open[index].element == .link
      {
        removeInline(at: index)
      }
    case .item: close(lastOf: { $0 == .item }, within: { $0.isList || $0.isBarrier })
    case .term, .definition:
      close(
        lastOf: { $0 == .term || $0 == .definition }, within: { $0 == .definitionList || $0.isBarrier })
    case .section, .tableCaption: close(downToLast: { $0 == .table })
    case .row: close(downToLast: { $0.isSection || $0 == .table })
    case .cell: close(downToLast: { $0 == .row || $0.isSection || $0 == .table })
    case .rubyBase, .rubyText, .rubyParenthesis:
      close(lastOf: \.isRubyPart, within: { $0 == .ruby || $0.isBlock || $0.isCell })
    default: break
    }
    guard element.isBlock, let last = open.lastIndex(where: { $0.element.isBlock || $0.element.isCell })
    else {
      return
    }
    switch (open[last].element, element) {
    case (.paragraph, _), (.heading, .heading):
      let link = open[last...].last { $0.element == .link }
      close(downTo: last)
      // A link that was not ended goes on (HTML Living Standard, 13.2.4.3: the list of active formatting elements).
      if let link, open.count < ArticleReader.depthLimit {
        push(link.key, .link)
        open[open.count - 1].link = link.link
      }
    default: break
    }
  }

  /// Closes everything inside the innermost element that is wanted.
  private mutating func close(downToLast isWanted: (ArticleElement) -> Bool) {
    if let index = open.lastIndex(where: { isWanted($0.element) }) { close(downTo: index + 1) }
  }

  /// Closes the innermost element that is wanted, unless one of its owners is further in.
  private mutating func close(
    lastOf isWanted: (ArticleElement) -> Bool, within isOwner: (ArticleElement) -> Bool
  ) {
    guard let index = open.lastIndex(where: { isWanted($0.element) || isOwner($0.element) }),
      isWanted(open[index].element)
    else { return }
    close(downTo: index)
  }

  /// Closes all but the outermost `count` elements.
  mutating func close(downTo count: Int) {
    while open.count > count {
      appendEnding(of: open.count - 1)
      let last = open[open.count - 1]
      if last.element.isBlock || last.isBlockBox { breakBlock(last.element) }
      if last.element.isCell { hasSpace = true }
      if last.element == .row { finishRow() }
      open.removeLast()
      if last.element == .table { orderParts(of: openTables.removeLast()) }
      if last.element.isSection || last.element == .tableCaption { beginTablePart(.body) }
      if last.element.isSection { openTables[openTables.count - 1].lastRows.removeAll() }
      if last.lacksSummary { openWithoutSummary -= 1 }
    }
  }

  private mutating func readEnd(_ tag: HTMLTag, _ element: ArticleElement) {
    switch element {
    case .lineBreak: readLineBreak()
    case .frame, .rawText, .hidden, .noscript, .mathematics, .drawing, .media:
      if media != nil { finishMedia() }
      hasSpace = true
    case .rule: finishBlock()
    case .image, .pictureSource, .wordBreak, .select, .textArea, .control, .gauge: break
    case .rawPreformatted: finishBlock()
    default:
      if media != nil { finishMedia() }
      if element.isCell { hasSpace = true }
      if element == .ruby { rubyCount = max(0, rubyCount - 1) }
      guard let index = openIndex(HTMLElement.identity(tag.name), element) else {
        if element.isBlock { finishBlock() }
        return
      }
      let isBlock = open[index].element.isBlock || open[index].isBlockBox && !hasBlock(after: index)
      if isBlock || element.isCell || element == .ruby && !hasBlock(after: index) {
        close(downTo: index)
      } else {
        removeInline(at: index)
      }
    }
  }

  private func hasBlock(after index: Int) -> Bool {
    open[(index + 1)...].contains { $0.element.isBlock || $0.element.isCell }
  }

  /// The index of the innermost open element that an end tag may end.
  private func openIndex(_ key: UInt64?, _ element: ArticleElement) -> Int? {
    for index in open.indices.reversed() {
      if open[index].key == key { return index }
      guard open[index].element.isBarrier else { continue }
      if open[index].element == .table || !element.isTablePart && element != .table { return nil }
    }
    return nil
  }

  /// Closes an inline element that may not be the innermost; those inside it stay open: `<b><i>x</b>y</i>`.
  private mutating func removeInline(at index: Int) {
    if open[index].isBlockBox { breakBlock(open[index].element) }
    let rest = Array(open[(index + 1)...])
    // What ends here in the order of the text.
    appendEnding(of: index)
    if open[index].element == .rubyText { rubyState = .annotated }
    open.removeLast(open.count - index)
    for var element in rest {
      element.style = open.last?.style ?? []
      switch element.element {
      case .inline(let style): element.style.formUnion(style)
      case .address: element.style.formUnion(.emphasis)
      case .rubyText, .rubyParenthesis: element.style.formUnion(.annotation)
      default: break
      }
      if element.element != .link { element.link = open.last?.link }
      element.quotationDepth = (open.last?.quotationDepth ?? 0) + (element.element == .quotation ? 1 : 0)
      open.append(element)
    }
  }

  /// The target of a link that is followed: a page, a mail, or a file; nil for anything else.
  func followed(_ reference: String?) -> String? {
    guard let address = address(reference) else { return nil }
    switch Reference.scheme(of: address) {
    case nil, "http", "https", "mailto", "file": return address
    default: return nil
    }
  }

  /// Resolves an address; nil for an unsafe one.
  func address(_ reference: String?) -> String? {
    guard let reference = reference.map(CleanAddress.of), !reference.isEmpty, Reference.isSafe(reference)
    else { return nil }
    let address = Reference.resolve(Reference.resolve(reference, against: base), against: link)
    // Without a base, a host alone is one on the web (RFC 3986, section 4.2).
    return address.hasPrefix("//") ? "https:" + address : address
  }
}
