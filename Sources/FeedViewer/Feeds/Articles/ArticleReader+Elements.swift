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
    case .other:
      guard segments.isForeign, let data = HTMLRawText(characterDataAt: position, before: end) else {
        return tag.end
      }
      append(data)
      return data.nextTag
    case .end:
      // XML ends every element, and `</br>` would be another line break.
      if isXML, HTMLElement.isVoid(HTMLElement.identity(tag.name)) { return tag.end }
      readEnd(tag, ArticleElement.named(tag.name))
      return tag.end
    case .start:
      return readStart(tag, ArticleElement.named(tag.name), before: end)
    }
  }

  private mutating func readStart(
    _ tag: HTMLTag, _ element: ArticleElement, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    if element == .page, !isAtStart {
      hasSpace = true
      return tag.end
    }
    var style = InlineStyle()
    if !tag.names.isEmpty {
      style = tag.inlineStyle
      if let next = notShown(tag, element, style, before: end) { return next }
    }
    if element.isReplaced, style.hasTextSize == false || open.last?.visibility.showsText == false {
      replacedVisibility = visibility(of: tag, element, style)
    }
    defer { replacedVisibility = nil }
    switch element {
    case .lineBreak:
      noteAnchor(tag, isLink: false)
      readLineBreak()
    case .wordBreak: readWordBreak()
    case .void: noteAnchor(tag, isLink: false)
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
    case .dialog where style.display == nil && !tag.has("open"): return endOfHidden(tag, before: end)
    // Parentheses are for annotations only.
    case .rubyParenthesis
    where rubyState == .empty || !open.contains(where: { $0.element == .ruby })
      || HTMLSkipper.endOfEmptyAnnotation(tag, before: end) != nil:
      closeImplied(before: element)
      rubyState = .base
      return skipper.end(of: tag, before: end)
    case .rubyText:
      guard let next = HTMLSkipper.endOfEmptyAnnotation(tag, before: end) else {
        open(tag, element, style)
        break
      }
      closeImplied(before: element)
      noteAnchor(tag, isLink: false)
      rubyState = .empty
      return next
    default:
      if tag.isFormulaContainer, let next = readFormula(tag, before: end) { return next }
      let label = element == .container ? HTMLControl.label(of: tag) : nil
      if let label, HTMLControl.isOption(tag) {
        finishBlock()
        append(label)
        finishBlock()
        return skipper.end(of: tag, before: end)
      }
      open(tag, element, style)
      if let label { append(label) }
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
      let next = endOfHidden(tag, before: end)
      guard skipper.goesOn, open.count < ArticleReader.depthLimit else { return next }
      // It is opened again, hidden as it is.
      push(HTMLElement.identity(tag.name), .inline([]))
      open[open.count - 1].declaredVisibility = .init(isVisible: false, hasTextSize: false)
      open[open.count - 1].visibility = .init(isVisible: false, hasTextSize: false)
      return tag.end
    }
    if style.isVisible == false {
      // It takes its room.
      if element.isBlock { finishBlock() } else { hasSpace = true }
      // What is open hides all that inherits from it.
      if !element.isReplaced, !tag.isFormulaContainer, open.count < ArticleReader.depthLimit { return nil }
      guard segments.mayNest else { return skipper.end(of: tag, before: end) }
      return readParts(skipper.visibleParts(of: tag, before: end), before: end)
    }
    if formulaEnd == appendedBytes, tag.isCopyOfFormula { return skipper.end(of: tag, before: end) }
    return nil
  }

  /// What is seen of an element that is never open, in a text that is not. The words of a picture stand for it.
  private func visibility(
    of tag: HTMLTag, _ element: ArticleElement, _ style: InlineStyle
  ) -> InlineStyle.Visibility {
    let around = open.last?.visibility ?? InlineStyle.Visibility()
    return around.with(
      .init(isVisible: style.isVisible, hasTextSize: element == .image ? true : tag.hasTextSize))
  }

  /// Whether boxes such as pictures can be seen here, and whether text can.
  var showsBoxes: Bool { (replacedVisibility ?? open.last?.visibility)?.isVisible ?? true }
  var showsText: Bool { (replacedVisibility ?? open.last?.visibility)?.showsText ?? true }

  /// The position after an element that is not shown.
  mutating func endOfHidden(
    _ tag: HTMLTag, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    // In a cell, only the tags of its table end what is around it.
    var around: [UInt64] = []
    var isOutside = false
    for element in open.reversed() {
      if let key = element.key, !isOutside || element.element.isTablePart || element.element == .table {
        around.append(key)
      }
      if isOutside, element.element == .table { break }
      if element.element.isBarrier { isOutside = true }
    }
    return skipper.end(of: tag, before: end, around: around)
  }

  /// Whether nothing but the tags of the page were read.
  private var isAtStart: Bool {
    block == nil && article.blocks.isEmpty && pending.isEmpty && inlineImages.isEmpty
      && open.allSatisfy { $0.element == .page }
  }

  /// Reads parts of an element only.
  mutating func readParts(
    _ found: HTMLSkipper.Parts, before end: UnsafePointer<UInt8>, isDrawing: Bool = false,
    areApart: Bool = true
  ) -> UnsafePointer<UInt8> {
    let next = segments.read(
      segments.mayNest ? found.parts : [], then: found.next, before: end, isDrawing: isDrawing,
      areApart: areApart)
    hasSpace = hasSpace || segments.isApart
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
    let identity = HTMLElement.identity(tag.name)
    closeImplied(before: element, identity)
    if element == .columns { return }
    if !activeElements.isEmpty, !element.isBlock, !element.isCell { openActiveElements() }
    let isBlockBox = style.startsLines && !element.isBlock && !element.isCell
    let isInlineBox = style.display == .inline && element.mayBeInline
    if !isInlineBox {
      if element.isBlock || isBlockBox { breakBlock(element) }
      if isLaidOut(element) { layOutRow() }
    }
    if element.isCell, !prepareCell() { hasSpace = true }
    if !element.isCell { noteAnchor(tag, isLink: element == .link) }
    guard open.count < ArticleReader.depthLimit else {
      if element.isCell { hasSpace = true }
      return
    }
    push(identity, element)
    open[open.count - 1].isBlockBox = isBlockBox
    open[open.count - 1].isInlineBox = isInlineBox
    configure(tag, element, style)
    if let kept = style.whiteSpace { open[open.count - 1].whiteSpace = kept }
    if case .cell(let isHeader) = element {
      startCell(tag, isHeader: isHeader)
      noteAnchor(tag, isLink: false)
    }
    if isXML, tag.isSelfClosing { readEnd(tag, element) }
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
      new.base = around.base
      new.direction = around.direction
      new.language = around.language
      new.whiteSpace = around.whiteSpace
      new.visibility = around.visibility
      // The alignment of the table around is not that of the table inside (HTML Living Standard, section 15.3.8).
      if element != .table { new.alignment = around.alignment }
      new.quoteDepth = around.quoteDepth
      new.listDepth = around.listDepth
      new.quotationDepth = around.quotationDepth
      new.disclosure = around.disclosure
      new.figure = around.figure
    }
    open.append(new)
  }

  /// Applies a start tag to its element, which was just opened.
  private mutating func configure(_ tag: HTMLTag, _ element: ArticleElement, _ style: InlineStyle) {
    let last = open.count - 1
    let isInline = open[last].isInlineBox
    let surroundingLanguage = open[last].language ?? language
    // Within a text of no size, all sizes count.
    let hasTextSize = open[last].visibility.hasTextSize ? style.hasTextSize : tag.hasTextSize
    if style.isVisible != nil || hasTextSize != nil {
      open[last].declaredVisibility = .init(isVisible: style.isVisible, hasTextSize: hasTextSize)
      open[last].visibility = open[last].visibility.with(open[last].declaredVisibility)
    }
    // The lines of `th` are centered where nothing around it is aligned (HTML Living Standard, section 15.3.8).
    if element == .cell(isHeader: true), open[last].alignment == nil { open[last].alignment = .center }
    if tag.hasAttributes {
      if tag.names.contains(.base) { open[last].base = base(of: tag) }
      if let direction = tag.value(of: "dir")?.lowercased(), element != .isolate, element != .override {
        open[last].direction = ArticleBlock.Direction(rawValue: direction)
      }
      let declared = isXML && tag.mentions("xml:lang") ? tag.value(of: "xml:lang") : nil
      if let language = declared ?? tag.value(of: "lang"), !language.isEmpty {
        open[last].language = language.hyphenated
      }
      if !openTables.isEmpty || element == .table { align(tag, element, at: last) }
    } else if !openTables.isEmpty, tag.name.equalsIgnoringCase("center") {
      open[last].alignment = .center
    }
    switch element {
    case .inline(let style): open[last].style.formUnion(style)
    case .address: open[last].style.formUnion(.emphasis)
    case .link:
      // Without a value it is empty. Links in drawings may have their address elsewhere (SVG 2, section 16.1.1).
      let address =
        tag.value(of: "href") ?? (tag.has("href") ? "" : nil)
        ?? (tag.mentions("xlink:") ? tag.value(of: "xlink:href") : nil)
      open[last].link = linkTarget(address) ?? open[last].link
    case .list(let isOrdered):
      if !isInline { open[last].listDepth += 1 }
      startList(tag, isOrdered: isOrdered, at: last)
    case .definitionList: if !isInline { open[last].listDepth += 1 }
    case .item: startItem(tag, at: last, isListItem: style.display.map { $0 == .listItem } ?? true)
    case .quote: if !isInline { open[last].quoteDepth += 1 }
    // Its font is what is left of a heading in a line (HTML Living Standard, section 15.3.6), and of preformatted text.
    case .heading: if isInline { open[last].style.formUnion(.strong) }
    case .preformatted:
      if isInline { open[last].style.formUnion(.code) }
      open[last].whiteSpace = .kept
      preformattedStart = tag.end
    case .figure:
      open[last].figure = figureCount
      figureCount += 1
    case .details:
      open[last].lacksSummary = true
      open[last].isInitiallyOpen = tag.has("open")
      openWithoutSummary += 1
    case .summary: startLateSummary(at: last)
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
    case .ruby: rubyState = .base
    case .rubyText: startAnnotation(at: last)
    case .rubyParenthesis: startParenthesis(at: last)
    case .isolate, .override: startIsolate(tag, element, at: last)
    default: break
    }
  }

  /// Closes the elements that a start tag implicitly ends: paragraphs at any block, items at the next item.
  ///
  /// - Parameter key: Its name, if it may be one of the blocks that stand in paragraphs.
  private mutating func closeImplied(before element: ArticleElement, _ key: UInt64? = nil) {
    switch element {
    case .link:
      // A link ends the one before (HTML Living Standard, section 13.2.6.4.7).
      if !activeElements.isEmpty { _ = endActiveElement(Self.linkKey) }
      if let index = open.lastIndex(where: { $0.element == .link && !$0.isEnded || $0.element.isBarrier }),
        open[index].element == .link
      {
        removeInline(at: index)
      } else {
        endLinkAroundTable()
      }
    case .item: close(lastOf: { $0 == .item }, within: { $0.isList || $0.isBarrier })
    case .term, .definition:
      close(
        lastOf: { $0 == .term || $0 == .definition }, within: { $0 == .definitionList || $0.isBarrier })
    case .section, .tableCaption, .columns:
      close(downToLast: { $0 == .table })
      endFosterContent()
    case .row:
      close(downToLast: { $0.isSection || $0 == .table })
      endFosterContent()
    case .cell:
      close(downToLast: { $0 == .row || $0.isSection || $0 == .table })
      endFosterContent()
    case .table:
      // A table that is not in a cell ends the one around it (HTML Living Standard, section 13.2.6.4.9).
      if let index = open.lastIndex(where: { $0.element.isBarrier }), open[index].element == .table {
        close(downTo: index)
      }
    case .rubyBase, .rubyText, .rubyParenthesis:
      close(lastOf: \.isRubyPart, within: { $0 == .ruby || $0.isBlock || $0.isCell })
    default: break
    }
    guard element.isBlock, let last = open.lastIndex(where: { $0.element.isBlock || $0.element.isCell })
    else {
      return
    }
    switch (open[last].element, element) {
    case (.paragraph, .container) where key.map(Self.blocksInParagraphs.contains) == true: break
    case (.paragraph, _), (.heading, .heading): close(downTo: last)
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
    var goingOn: [Open] = []
    while open.count > count {
      appendEnding(of: open.count - 1)
      let last = open[open.count - 1]
      if last.isBlock || last.isBlockBox { breakBlock(last.element) }
      if goesOn(last) { goingOn.append(last) }
      if last.element.isCell {
        // What follows is in no cell.
        finishBlock()
        hasSpace = true
      }
      if last.element.isCell || last.element == .tableCaption { goingOn.removeAll() }
      if last.element == .row || last.element.isSection || last.element == .table { endFosterContent() }
      if last.element == .row { finishRow() }
      open.removeLast()
      if !activeElements.isEmpty { activeElements.removeAll { $0.cell >= open.count } }
      if last.element == .table { orderParts(of: openTables.removeLast()) }
      if last.element.isSection || last.element == .tableCaption { beginTablePart(.body) }
      if last.element.isSection { openTables[openTables.count - 1].lastRows.removeAll() }
      if last.lacksSummary { openWithoutSummary -= 1 }
      if last.isLateSummary || last.element == .details && last.pendingSummary != nil {
        lateSummaryCount -= 1
      }
    }
    if !goingOn.isEmpty { keepActive(goingOn) }
    if open.last?.isEnded == true { open.removeLast() }
  }

  private static let pictureKey = HTMLElement.identity("picture")
  private static let linkKey = HTMLElement.identity("a")
  /// Blocks that do not end a paragraph (HTML Living Standard, section 13.2.6.4.7: any other start tag).
  private static let blocksInParagraphs = HTMLElement.identities("legend optgroup option")

  private mutating func readEnd(_ tag: HTMLTag, _ element: ArticleElement) {
    switch element {
    case .lineBreak: readLineBreak()
    case .frame, .rawText, .hidden, .noscript, .mathematics, .drawing, .media:
      if media != nil { finishMedia() }
      if element == .media(.object), let index = openIndex(HTMLElement.identity(tag.name), element) {
        close(downTo: index)
      }
    case .image, .pictureSource, .wordBreak, .void, .select, .textArea, .control, .gauge, .columns: break
    case .rule, .rawPreformatted, .page: hasSpace = true
    default:
      if media != nil { finishMedia() }
      if element.isCell { hasSpace = true }
      let identity = HTMLElement.identity(tag.name)
      if !activeElements.isEmpty, endActiveElement(identity) { return }
      // The sources in it are those of its picture alone (HTML Living Standard, section 4.8.1).
      if identity == Self.pictureKey { pictureSources = ImageSources.Alternatives() }
      guard let index = openIndex(identity, element) else {
        // An end tag of nothing is ignored, except that of a paragraph, which is an empty one. Words stay apart.
        if element == .paragraph { finishBlock() } else if element.isBlock { hasSpace = true }
        return
      }
      if HTMLElement.isSpecial(identity) {
        close(downTo: index)
      } else if !open[(index + 1)...].contains(where: { $0.key.map(HTMLElement.isSpecial) ?? false }) {
        closeInline(at: index)
      } else if HTMLElement.isFormatting(identity) {
        removeInline(at: index)
      }
    }
  }

  /// Closes an element that has no special one inside, and all in it but what formats text (HTML Living Standard, section
  /// 13.2.6.4.7: the adoption agency without a furthest block, and any other end tag).
  private mutating func closeInline(at index: Int) {
    for inner in open.indices[(index + 1)...].reversed() {
      guard let key = open[inner].key, !HTMLElement.isFormatting(key) else { continue }
      removeInline(at: inner)
    }
    removeInline(at: index)
  }

  /// The index of the innermost open element that an end tag may end.
  private func openIndex(_ key: UInt64?, _ element: ArticleElement) -> Int? {
    for index in open.indices.reversed() {
      if open[index].key == key, !open[index].isEnded { return index }
      // The end tag of any heading ends one; that of an item does not reach over a list.
      if case (.heading, .heading) = (open[index].element, element) { return index }
      if element == .item, open[index].element.isList { return nil }
      guard open[index].element.isBarrier else { continue }
      if open[index].element == .table || !element.isTablePart && element != .table { return nil }
    }
    return nil
  }

  /// Closes an inline element that may not be the innermost; those inside it stay open: `<b><i>x</b>y</i>`.
  private mutating func removeInline(at index: Int) {
    if open[index].isBlockBox || open[index].isBlock { breakBlock(open[index].element) }
    if open[index].ending != nil, !activeElements.isEmpty { openActiveElements() }
    let rest = Array(open[(index + 1)...])
    // What ends here in the order of the text.
    appendEnding(of: index)
    if open[index].element == .rubyText { rubyState = .annotated }
    open.removeLast(open.count - index)
    for var element in rest {
      element.style = open.last?.style ?? []
      element.visibility = (open.last?.visibility ?? InlineStyle.Visibility()).with(
        element.declaredVisibility)
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
    case nil, "mailto": return address
    // One without a host leads nowhere (WHATWG URL Standard, section 4.4).
    case "http", "https": return Reference.isWebAddress(address) ? address : nil
    case "file": return files?.hold(address) == true ? address : nil
    default: return nil
    }
  }

  /// Resolves an address; nil for an unsafe one.
  func address(_ reference: String?) -> String? {
    guard let reference = reference.map(CleanAddress.of), !reference.isEmpty, Reference.isSafe(reference)
    else { return nil }
    return Reference.webAddress(Reference.resolve(reference, against: open.last?.base ?? base))
  }

  /// What the references of an element are resolved against: `xml:base` counts inside a text as around it (RFC 4287, section 2).
  func base(of tag: HTMLTag) -> String? {
    let around = open.last?.base ?? base
    return tag.names.contains(.base) ? AddressBases.joined(tag.value(of: "xml:base"), around) : around
  }
}
