/// Images, videos, sounds, frames and objects.
extension ArticleReader {
  /// Skips an element that is removed with its content, and shows what can be shown of it.
  mutating func readSkipped(
    _ tag: HTMLTag, _ element: ArticleElement, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var next = tag.end
    switch element {
    case .mathematics:
      next = skipper.end(of: tag, before: end, needsEndTag: true)
      readMathematics(tag, to: next)
    case .media(let kind): next = readEmbedded(tag, kind, before: end)
    case .frame(let kind):
      let isFrame = kind == .frame
      if isFrame, !tag.name.equalsIgnoringCase("frame") {
        next = HTMLSkipper.rawText(of: tag, before: end).next
      }
      if !isFrame || !readFrameDocument(tag) { readFrame(tag, kind, isOfNoscript: false) }
    case .rawText:
      let raw = HTMLSkipper.rawText(of: tag, before: end)
      next = raw.next
      if tag.isFormulaScript, formulaEnd != appendedBytes {
        appendFormula(MathText.spans(ofScript: tag, raw.content))
      }
    case .noscript:
      let media = skipper.scriptlessMedia(
        in: tag, before: end, of: (sourceStart ?? tag.end)..<(sourceEnd ?? end))
      next = media.next
      if next > tag.end {
        read(media)
        if !media.captions.isEmpty { next = readParts((media.captions, next), before: end) }
      }
    default: next = endOfHidden(tag, before: end)
    }
    return next
  }

  /// Shows what a browser shows in the place of an element.
  mutating func readReplaced(
    _ tag: HTMLTag, _ element: ArticleElement, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    switch element {
    case .drawing:
      return readParts(skipper.wordsOfDrawing(tag, before: end), before: end, isDrawing: true)
    case .select:
      let options = skipper.shownOptions(of: tag, before: end)
      if let label = options.label { appendBox(label) }
      return readParts(options.found, before: end)
    case .control:
      if tag.value(of: "type")?.lowercased() == "image" {
        readImage(tag)
      } else if let words = HTMLControl.words(of: tag) {
        appendBox(words)
      }
    case .gauge: if let words = HTMLControl.words(ofGauge: tag, before: end) { append(words) }
    case .rawPreformatted:
      finishBlock()
      layOutRow()
      if !openTables.isEmpty { _ = beginFosterContent() }
      let next = readRawText(tag, .preformatted, before: end)
      finishBlock()
      return next
    default:
      hasSpace = true
      let next = readRawText(tag, .inline([]), before: end)
      hasSpace = true
      return next
    }
    return tag.end
  }

  /// Appends the words of a control, whose box is apart from the words beside it.
  private mutating func appendBox(_ words: String) {
    hasSpace = true
    append(words)
    hasSpace = true
  }

  /// Reads text without markup, all of whose white space is kept.
  private mutating func readRawText(
    _ tag: HTMLTag, _ element: ArticleElement, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    let text = HTMLRawText(of: tag, before: end)
    if let hint = HTMLControl.hint(of: tag, text) { append(hint) }
    if !activeElements.isEmpty { openActiveElements() }
    push(nil, element)
    open[open.count - 1].whiteSpace = .kept
    append(text)
    if element == .preformatted { finishBlock() }
    open.removeLast()
    return text.nextTag
  }

  mutating func append(_ text: HTMLRawText) {
    var rest = text
    while let piece = rest.next() {
      switch piece {
      case .text(let bytes): if let start = bytes.baseAddress { append(start, count: bytes.count) }
      case .space(let byte): readSpace(byte)
      case .reference: rest.position = readReference(at: rest.position, before: rest.end)
      }
    }
  }

  // MARK: Embedded content

  private mutating func readEmbedded(
    _ tag: HTMLTag, _ kind: ArticleEmbed.Kind, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    let found = skipper.embedded(tag, before: end)
    if found.isUnclosed, kind != .object {
      // Its sources follow. The words around it stay apart.
      hasSpace = hasSpace || !found.sources.isEmpty
      startMedia(tag, kind)
      return tag.end
    }
    if media != nil { finishMedia() }
    let sources = found.sources.compactMap { source in
      mediaAddress(source.address).map {
        ArticleEmbed.Source(address: $0, type: source.tag.words(of: "type"))
      }
    }
    guard !sources.isEmpty else {
      // Its content is shown.
      if found.next == tag.end, !tag.isSelfClosing, open.count < ArticleReader.depthLimit {
        push(HTMLElement.identity(tag.name), .inline([]))
      }
      return found.next
    }
    var embed = ArticleReader.embed(tag, kind, sources)
    if kind == .video { embed.poster = poster(tag) }
    add(.embed(embed))
    // The words around it stay apart.
    hasSpace = true
    return found.next
  }

  /// The attributes with the address of a frame: pages that load it late put it elsewhere.
  private static let frameAddresses: [StaticString] = [
    "src", "data-src", "data-lazy-src", "data-litespeed-src", "data-cookieblock-src", "data-cmp-src", "data",
  ]

  private mutating func readFrame(_ tag: HTMLTag, _ kind: ArticleEmbed.Kind, isOfNoscript: Bool) {
    guard !tag.isPoint, let address = frameAddress(tag) else { return }
    let source = ArticleEmbed.Source(address: address, type: tag.words(of: "type"))
    let embed = ArticleReader.embed(tag, kind, [source])
    guard !repeatsRecent(.embed(embed), isOfNoscript) else { return }
    add(.embed(embed))
    // The words around it stay apart; an `embed` is a word in a sentence.
    if kind == .frame { hasSpace = true }
  }

  private func frameAddress(_ tag: HTMLTag) -> String? {
    for name in Self.frameAddresses {
      guard let reference = tag.value(of: name), !reference.isEmpty,
        !reference.lowercased().hasPrefix("about:"), let address = mediaAddress(reference)
      else { continue }
      return address
    }
    return nil
  }

  // MARK: Videos and sounds

  mutating func startMedia(_ tag: HTMLTag, _ kind: ArticleEmbed.Kind) {
    if media != nil { finishMedia() }
    var draft = ArticleEmbed.Draft(
      kind: kind, title: ArticleReader.title(tag), poster: poster(tag),
      width: ArticleReader.pixels(tag, "width"), height: ArticleReader.pixels(tag, "height"))
    if let source = mediaAddress(tag.value(of: "src")) {
      draft.sources.append(ArticleEmbed.Source(address: source, type: tag.words(of: "type")))
    }
    media = draft
  }

  mutating func readSource(_ tag: HTMLTag) {
    if media != nil {
      guard media!.sources.count < ImageSources.limit, let source = mediaAddress(tag.value(of: "src")) else {
        return
      }
      media!.sources.append(ArticleEmbed.Source(address: source, type: tag.words(of: "type")))
    } else {
      pictureSources.add(tag)
    }
  }

  /// Reads what scripts would load.
  private mutating func read(_ media: ScriptlessMedia) {
    if self.media != nil { finishMedia() }
    pictureSources = ImageSources.Alternatives()
    for (tag, link) in media.tags {
      switch ArticleElement.named(tag.name) {
      case .pictureSource: pictureSources.add(tag)
      case .frame(let kind): readFrame(tag, kind, isOfNoscript: true)
      default:
        let address = link.flatMap { linkTarget($0.value(of: "href")) }
        readImage(tag, link: address ?? open.last?.link, isOfNoscript: true)
      }
    }
    pictureSources = ImageSources.Alternatives()
  }

  /// Adds the video or sound whose sources were read.
  mutating func finishMedia() {
    guard let draft = media.take(), !draft.sources.isEmpty else { return }
    add(
      .embed(
        ArticleEmbed(
          kind: draft.kind, sources: draft.sources, title: draft.title, poster: draft.poster,
          width: draft.width, height: draft.height)))
  }

  private static func embed(
    _ tag: HTMLTag, _ kind: ArticleEmbed.Kind, _ sources: [ArticleEmbed.Source]
  ) -> ArticleEmbed {
    ArticleEmbed(
      kind: kind, sources: sources, title: title(tag), width: pixels(tag, "width"),
      height: pixels(tag, "height"))
  }

  /// The address of a file, or the reference to one beside the feed; nil for one that is embedded and too long.
  private func mediaAddress(_ reference: String?) -> String? {
    guard let reference = reference.map(CleanAddress.of),
      reference.utf8.count <= ImageSources.longestReference
    else { return nil }
    return files?.hold(reference) == true ? reference : address(reference)
  }

  private static func title(_ tag: HTMLTag) -> String? {
    tag.words(of: "title") ?? tag.words(of: "aria-label")
  }

  private func poster(_ tag: HTMLTag) -> ArticleImage.Source? {
    tag.value(of: "poster").flatMap(ImageSources.usable).map {
      ArticleImage.Source(reference: $0, base: base(of: tag))
    }
  }

  private static func pixels(_ tag: HTMLTag, _ name: StaticString) -> Int? {
    tag.value(of: name).flatMap(WrittenNumber.pixels)
  }

  // MARK: Images

  mutating func readImage(_ tag: HTMLTag) {
    if !activeElements.isEmpty { openActiveElements() }
    readImage(tag, link: open.last?.link, isOfNoscript: false)
  }

  private mutating func readImage(_ tag: HTMLTag, link: String?, isOfNoscript: Bool) {
    if media != nil { finishMedia() }
    let alternatives = pictureSources
    pictureSources = ImageSources.Alternatives()
    guard showsBoxes else { return }
    guard var image = ArticleReader.image(tag, alternatives) else {
      // A picture that names no file is its words (HTML Living Standard, section 4.8.3).
      if !isOfNoscript, let words = tag.wordsWithoutPicture { append(words) }
      return
    }
    for source in alternatives.fitting
    where !image.sources.contains(where: { $0.reference == source.reference }) {
      image.sources.append(source)
    }
    image.link = link
    image.resolve(against: base(of: tag))
    guard !repeatsRecent(.image(image), isOfNoscript) else { return }
    let hasWords = image.alternative != nil || image.title != nil
    // A link that is nothing but a picture without words could not be followed in a text.
    if isSmall(tag, image), hasWords || image.link == nil {
      addInline(image)
    } else {
      add(.image(image))
    }
    addAreas(of: tag)
  }

  /// Whether a picture or a frame repeats one of those before: pages that load them late repeat them in a `noscript` beside them, and
  /// their captions may be in between. Others may be there twice.
  private mutating func repeatsRecent(_ kind: ArticleBlock.Kind, _ isOfNoscript: Bool) -> Bool {
    let known = recentMedia.lastIndex { media in
      guard media.isOfNoscript == !isOfNoscript else { return false }
      return switch (kind, media.kind) {
      case (.image(let image), .image(let known)): image.isCopy(of: known)
      case (.embed(let embed), .embed(let known)): embed.address == known.address
      default: false
      }
    }
    if let known {
      // It has its copy.
      recentMedia.remove(at: known)
      return true
    }
    if recentMedia.count == Self.recentMediaCount { recentMedia.removeFirst() }
    recentMedia.append((kind, isOfNoscript))
    return false
  }

  /// How many pictures and frames are compared with a later one.
  private static let recentMediaCount = 4

  /// - Parameter alternatives: The files that elements around name, which count alone if the tag names none.
  private static func image(_ tag: HTMLTag, _ alternatives: ImageSources.Alternatives) -> ArticleImage? {
    var sources = ImageSources.of(tag)
    if sources.isEmpty { sources = alternatives.fitting.isEmpty ? alternatives.others : alternatives.fitting }
    guard !sources.isEmpty, !ImageSources.isTracker(tag) else { return nil }
    return ArticleImage(
      sources: sources, alternative: tag.words(of: "alt"), title: tag.words(of: "title"),
      width: pixels(tag, "width"), height: pixels(tag, "height"))
  }
}

extension ArticleImage {
  /// Whether one of the files is that of another picture.
  fileprivate func isCopy(of other: ArticleImage) -> Bool {
    let first = Reference.sizelessIdentity(sources[0].identity)
    let second = Reference.sizelessIdentity(other.sources[0].identity)
    return other.sources.contains { Reference.sizelessIdentity($0.identity) == first }
      || sources.dropFirst().contains { Reference.sizelessIdentity($0.identity) == second }
  }

  fileprivate mutating func resolve(against base: String?) {
    for index in sources.indices { sources[index].base = base }
  }
}

extension ArticleEmbed {
  /// A video or sound whose sources are being read.
  struct Draft {
    var kind: Kind
    var title: String?
    var poster: ArticleImage.Source?
    var width: Int?
    var height: Int?
    var sources: [Source] = []
  }
}
