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
    switch element {
    case .lineBreak: readLineBreak()
    case .rule:
      finishBlock()
      add(.rule)
    case .image: readImage(tag)
    case .pictureSource: readSource(tag)
    case .frame, .dropped:
      if element == .frame { addEmbed(tag) }
      hasSpace = true
      if !tag.isSelfClosing { return skipper.end(of: tag, before: end) }
    case .noscript:
      hasSpace = true
      guard !tag.isSelfClosing else { break }
      var found: [ArticleImage] = []
      let next = skipper.end(of: tag, before: end) { inner in
        if ArticleElement.named(inner.name) == .image, let image = ArticleReader.image(inner) {
          found.append(image)
        }
      }
      for image in found { addImage(image) }
      return next
    default:
      if element == .media { addEmbed(tag) }
      open(tag, element)
    }
    return tag.end
  }

  // MARK: Opening and closing

  private mutating func open(_ tag: HTMLTag, _ element: ArticleElement) {
    closeImplied(before: element)
    if element.isBlock { finishBlock() }
    if element.isCell { readCell() }
    guard open.count < ArticleReader.depthLimit else { return }
    var new = Open(key: HTMLElement.key(tag.name), element: element)
    if let around = open.last {
      new.style = around.style
      new.link = around.link
      new.direction = around.direction
      new.language = around.language
      new.isPreformatted = around.isPreformatted
    }
    switch element {
    case .inline(let style): new.style.formUnion(style)
    case .link: new.link = address(tag.value(of: "href")) ?? new.link
    case .list(true):
      new.nextNumber = tag.value(of: "start").flatMap { Int($0) } ?? 1
      new.numbering = ArticleReader.numbering(tag.value(of: "type"))
    case .item: new.marker = nextMarker(tag)
    case .preformatted: new.isPreformatted = true
    default: break
    }
    if let direction = tag.value(of: "dir")?.lowercased() {
      new.direction = ArticleBlock.Direction(rawValue: direction)
    }
    if let language = tag.value(of: "lang"), !language.isEmpty {
      new.language = language.replacing("_", with: "-")
    }
    open.append(new)
  }

  /// Closes the elements that a start tag implicitly ends: paragraphs at any block, items at the next item.
  private mutating func closeImplied(before element: ArticleElement) {
    switch element {
    case .item: close(lastOf: { $0 == .item }, within: { if case .list = $0 { true } else { false } })
    case .term, .definition:
      close(lastOf: { $0 == .term || $0 == .definition }, within: { $0 == .definitionList })
    case .row: close(lastOf: { $0 == .row }, within: { $0 == .container })
    case .cell: close(lastOf: \.isCell, within: { $0 == .row })
    default: break
    }
    guard element.isBlock, let last = open.lastIndex(where: { $0.element.isBlock || $0.element.isCell })
    else {
      return
    }
    switch (open[last].element, element) {
    case (.paragraph, _), (.heading, .heading): close(downTo: last)
    default: break
    }
  }

  private mutating func close(
    lastOf isWanted: (ArticleElement) -> Bool, within isOwner: (ArticleElement) -> Bool
  ) {
    guard let index = open.lastIndex(where: { isWanted($0.element) || isOwner($0.element) }),
      isWanted(open[index].element)
    else { return }
    close(downTo: index)
  }

  private mutating func close(downTo count: Int) {
    if open[count...].contains(where: { $0.element.isBlock }) { finishBlock() }
    open.removeLast(open.count - count)
  }

  private mutating func readEnd(_ tag: HTMLTag, _ element: ArticleElement) {
    switch element {
    case .lineBreak: readLineBreak()
    case .frame, .dropped, .noscript: hasSpace = true
    case .rule: finishBlock()
    case .image, .pictureSource: break
    default:
      mediaNeedsSource = false
      let key = HTMLElement.key(tag.name)
      if element.isBlock { finishBlock() }
      if element.isCell { hasSpace = true }
      guard let index = open.lastIndex(where: { $0.key == key && $0.element == element }) else { return }
      if element.isBlock || element.isCell {
        close(downTo: index)
      } else {
        removeInline(at: index)
      }
    }
  }

  /// Closes an inline element that is not the innermost; those inside it stay open: `<b><i>x</b>y</i>`.
  private mutating func removeInline(at index: Int) {
    let rest = Array(open[(index + 1)...])
    open.removeLast(open.count - index)
    for var element in rest {
      element.style = open.last?.style ?? []
      if case .inline(let style) = element.element { element.style.formUnion(style) }
      if element.element != .link { element.link = open.last?.link }
      open.append(element)
    }
  }

  // MARK: Single elements

  /// Two line breaks in a row separate paragraphs.
  private mutating func readLineBreak() {
    if isPreformatted, block != nil {
      text.append(0x0A)
    } else {
      lineBreaks += 1
      if lineBreaks > 1 { finishBlock() }
    }
  }

  /// Cells of a row are separated by tabs as long as they hold only text.
  private mutating func readCell() {
    guard block != nil else { return }
    if case .tableRow = block?.kind {
      while text.count > 0, text.base[text.count - 1] == 0x20 { text.truncate(to: text.count - 1) }
      text.append(0x09)
      hasSpace = false
      lineBreaks = 0
    } else {
      hasSpace = true
    }
  }

  private mutating func nextMarker(_ tag: HTMLTag) -> ListMarker {
    guard let index = open.lastIndex(where: { if case .list = $0.element { true } else { false } }),
      open[index].element == .list(isOrdered: true)
    else { return .bullet }
    let number = tag.value(of: "value").flatMap { Int($0) } ?? open[index].nextNumber
    open[index].nextNumber = number == .max ? number : number + 1
    return .number(number, open[index].numbering)
  }

  private static func numbering(_ type: String?) -> ListMarker.Numbering {
    switch type {
    case "a": .lowerLetters
    case "A": .upperLetters
    case "i": .lowerRoman
    case "I": .upperRoman
    default: .decimal
    }
  }

  private func address(_ reference: String?) -> String? {
    guard let reference, !reference.isEmpty, Reference.isSafe(reference) else { return nil }
    return Reference.resolve(reference, against: base)
  }

  private mutating func addEmbed(_ tag: HTMLTag) {
    if let source = address(tag.value(of: "src")) {
      add(.embed(ArticleEmbed(kind: .video, sources: [.init(address: source)])))
    } else {
      mediaNeedsSource = true
    }
  }

  private mutating func readSource(_ tag: HTMLTag) {
    if mediaNeedsSource, let source = address(tag.value(of: "src")) {
      mediaNeedsSource = false
      add(.embed(ArticleEmbed(kind: .video, sources: [.init(address: source)])))
    } else if pictureSources.count < ImageSources.limit {
      pictureSources += ImageSources.ofSource(tag)
    }
  }

  private mutating func readImage(_ tag: HTMLTag) {
    let alternatives = pictureSources
    pictureSources.removeAll()
    guard var image = ArticleReader.image(tag) else { return }
    for source in alternatives where !image.sources.contains(where: { $0.reference == source.reference }) {
      image.sources.append(source)
    }
    image.link = open.last?.link
    addImage(image)
  }

  /// Pages with lazy-loaded images often repeat them in `noscript`.
  private mutating func addImage(_ image: ArticleImage) {
    let last = pending.last ?? article.blocks.last
    if case .image(let known) = last?.kind, known.sources[0].reference == image.sources[0].reference {
      return
    }
    add(.image(image))
  }

  private static func image(_ tag: HTMLTag) -> ArticleImage? {
    let sources = ImageSources.of(tag)
    guard !sources.isEmpty, !ImageSources.isDecoration(tag) else { return nil }
    func text(_ name: StaticString) -> String? { tag.value(of: name).flatMap { $0.isEmpty ? nil : $0 } }
    return ArticleImage(
      sources: sources, alternative: text("alt"), title: text("title"),
      width: tag.value(of: "width").flatMap(ImageSources.pixels),
      height: tag.value(of: "height").flatMap(ImageSources.pixels))
  }
}
