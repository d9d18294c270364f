/// The text of an entry as blocks of styled text, for drawing without a browser (formats.md, section 15).
///
/// Plain values only: texts hold no markup, and ranges say how they are styled. The drawing side never interprets
/// anything from a file.
public struct Article: Sendable, Hashable {
  /// In reading order; at most `blockLimit`.
  public var blocks: [ArticleBlock]
  /// The tables, in the order of their start tags; `ArticleBlock.table` is an index of this.
  public var tables: [ArticleTable]
  /// The `<details>` elements, in the order of their start tags; `ArticleBlock.disclosure` is an index of this.
  public var disclosures: [ArticleDisclosure]
  /// The places that links of this article go to, by fragment without its `#`.
  public var anchors: [String: ArticleAnchor]
  /// Whether the source exceeded the limits; the rest is omitted.
  public var isCut: Bool
  /// Whether it is only the beginning of a longer one (`ArticleSource.article(beginning:)`).
  public var isPartial: Bool

  public static let blockLimit = 2_000_000

  public init(
    blocks: [ArticleBlock] = [], tables: [ArticleTable] = [], disclosures: [ArticleDisclosure] = [],
    anchors: [String: ArticleAnchor] = [:], isCut: Bool = false, isPartial: Bool = false
  ) {
    self.blocks = blocks
    self.tables = tables
    self.disclosures = disclosures
    self.anchors = anchors
    self.isCut = isCut
    self.isPartial = isPartial
  }

  /// The texts of the blocks, separated by line feeds. O(length).
  ///
  /// Apart from white space this equals `FeedEntry.content` of the same source, with additions that a preview does
  /// without: quotation marks around `<q>`, parentheses around ruby annotations, U+200B for `<wbr>`, directional
  /// controls for `<bdi>` and `<bdo>`, markers of lists in cells of tables. The words of small pictures are left out.
  public var plainText: String {
    blocks.map(\.textWithoutPictures).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The images in reading order.
  public var images: [ArticleImage] {
    blocks.flatMap { block in
      if case .image(let image) = block.kind { [image] } else { block.inlineImages.map(\.image) }
    }
  }

  /// The files of all pictures, other files of the same picture and posters of videos included.
  public var pictureSources: [ArticleImage.Source] {
    blocks.flatMap { block in
      switch block.kind {
      case .image(let image): image.sources
      case .embed(let embed): embed.poster.map { [$0] } ?? []
      default: block.inlineImages.flatMap(\.image.sources)
      }
    }
  }

  /// The files that pictures, videos and sounds in the text name (`Enclosure.identities`). O(length).
  public var fileIdentities: Set<Substring> {
    var identities = Set(pictureSources.map(\.identity))
    for case .embed(let embed) in blocks.lazy.map(\.kind) {
      identities.formUnion(embed.sources.map { Reference.fileIdentity($0.address) })
    }
    return identities
  }

  /// The place that an in-article link goes to; nil if the link is not one, or the article has no such place.
  /// - Parameter link: An `ArticleRun.link` or `ArticleImage.link`. O(length of the link).
  public func target(of link: String) -> ArticleAnchor? {
    guard link.utf8.first == UInt8(ascii: "#") else { return nil }
    return anchors[String(link.dropFirst())]
  }
}

/// A place inside an article that a link can go to.
public struct ArticleAnchor: Sendable, Hashable {
  /// An index of `Article.blocks`.
  public var block: Int
  /// A byte offset into the UTF-8 of the block's text, at a character boundary.
  public var offset: Int

  public init(block: Int, offset: Int = 0) {
    self.block = block
    self.offset = offset
  }
}

/// A `<details>` element: blocks that the reader shows and hides by activating a summary.
public struct ArticleDisclosure: Sendable, Hashable {
  /// The index of the summary, a block of the kind `.summary`.
  public var summary: Int
  /// Whether the blocks inside are shown at first.
  public var isOpen: Bool
  /// The index of the disclosure around this one.
  public var parent: Int?

  public init(summary: Int, isOpen: Bool = false, parent: Int? = nil) {
    self.summary = summary
    self.isOpen = isOpen
    self.parent = parent
  }
}

extension ArticleBlock {
  /// The text without the words of its pictures.
  fileprivate var textWithoutPictures: String {
    let images = inlineImages
    guard !images.isEmpty else { return text }
    var rest = Array(text.utf8)
    for image in images.reversed() { rest.removeSubrange(image.range) }
    return String(decoding: rest, as: UTF8.self)
  }
}
