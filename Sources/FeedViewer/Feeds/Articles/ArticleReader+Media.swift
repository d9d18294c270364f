/// Images, videos, sounds, frames and objects.
extension ArticleReader {
  /// Skips an element that is removed with its content, and shows what can be shown of it.
  mutating func readSkipped(
    _ tag: HTMLTag, _ element: ArticleElement, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var next = tag.end
    var images: [ArticleImage] = []
    var inner: [String] = []
    if !tag.isSelfClosing {
      next = skipper.end(of: tag, before: end) { found in
        switch (element, ArticleElement.named(found.name)) {
        case (.noscript, .image): if let image = ArticleReader.image(found) { images.append(image) }
        case (.frame(.object), .frame(.object)):
          if let source = found.value(of: "src") { inner.append(source) }
        default: break
        }
      }
    }
    switch element {
    case .mathematics: readMathematics(tag, to: next)
    case .frame(let kind):
      let names: [StaticString] = ["src", "data"]
      let source = names.lazy.compactMap { tag.value(of: $0) }.first ?? inner.first
      if let address = mediaAddress(source) {
        add(
          .embed(
            ArticleReader.embed(
              tag, kind, [ArticleEmbed.Source(address: address, type: ArticleReader.text(tag, "type"))])))
      }
    default: for image in images { addImage(image) }
    }
    hasSpace = true
    return next
  }

  // MARK: Videos and sounds

  mutating func startMedia(_ tag: HTMLTag, _ kind: ArticleEmbed.Kind) {
    if media != nil { finishMedia() }
    var draft = ArticleEmbed.Draft(
      kind: kind, title: ArticleReader.title(tag), poster: ArticleReader.poster(tag),
      width: ArticleReader.pixels(tag, "width"), height: ArticleReader.pixels(tag, "height"))
    if let source = mediaAddress(tag.value(of: "src")) {
      draft.sources.append(ArticleEmbed.Source(address: source, type: ArticleReader.text(tag, "type")))
    }
    media = draft
  }

  mutating func readSource(_ tag: HTMLTag) {
    if media != nil {
      guard media!.sources.count < ImageSources.limit, let source = mediaAddress(tag.value(of: "src")) else {
        return
      }
      media!.sources.append(ArticleEmbed.Source(address: source, type: ArticleReader.text(tag, "type")))
    } else if pictureSources.count < ImageSources.limit {
      pictureSources += ImageSources.ofSource(tag)
    }
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

  /// The address of a file; nil for one that is embedded and too long.
  private func mediaAddress(_ reference: String?) -> String? {
    guard let reference, reference.utf8.count <= ImageSources.longestReference else { return nil }
    return address(reference)
  }

  private static func title(_ tag: HTMLTag) -> String? { text(tag, "title") ?? text(tag, "aria-label") }

  private static func poster(_ tag: HTMLTag) -> String? {
    tag.value(of: "poster").flatMap(ImageSources.usable)
  }

  private static func text(_ tag: HTMLTag, _ name: StaticString) -> String? {
    tag.value(of: name).flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func pixels(_ tag: HTMLTag, _ name: StaticString) -> Int? {
    tag.value(of: name).flatMap(WrittenNumber.pixels)
  }

  // MARK: Images

  mutating func readImage(_ tag: HTMLTag) {
    if media != nil { finishMedia() }
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
    let last = row.parts.last?.block ?? pending.last ?? article.blocks.last
    if case .image(let known) = last?.kind, known.sources[0].reference == image.sources[0].reference {
      return
    }
    add(.image(image))
  }

  private static func image(_ tag: HTMLTag) -> ArticleImage? {
    let sources = ImageSources.of(tag)
    guard !sources.isEmpty, !ImageSources.isDecoration(tag) else { return nil }
    return ArticleImage(
      sources: sources, alternative: text(tag, "alt"), title: text(tag, "title"),
      width: pixels(tag, "width"), height: pixels(tag, "height"))
  }
}

extension ArticleEmbed {
  /// A video or sound whose sources are being read.
  struct Draft {
    var kind: Kind
    var title: String?
    var poster: String?
    var width: Int?
    var height: Int?
    var sources: [Source] = []
  }
}
