/// An image of an article, with the files it is available as.
public struct ArticleImage: Sendable, Hashable {
  /// One of several files that show the same image.
  public struct Source: Sendable, Hashable {
    /// The reference as written.
    public var reference: String
    /// The declared width in pixels; `nil` if there is none.
    public var width: Int?
    /// The declared pixel density times 100; 100 by default.
    public var density: Int
    /// What the reference is resolved against, see `AddressBases`; nil if no base is known. All pictures of a text have the
    /// same one, and those that its feed names elsewhere have their own.
    public var base: String?

    public init(reference: String, width: Int? = nil, density: Int = 100, base: String? = nil) {
      self.reference = reference
      self.width = width
      self.density = density
      self.base = base
    }

    /// Where the file is if it is not beside the feed: absolute where a base is known.
    public var address: String { Reference.webAddress(Reference.resolve(reference, against: base)) }

    /// What is the same for all references to the file.
    public var identity: Substring { Reference.fileIdentity(address) }
  }

  /// Not empty. The first one is the most widely supported.
  public var sources: [Source]
  /// The alternative text.
  public var alternative: String?
  public var title: String?
  /// The declared width in logical pixels.
  public var width: Int?
  public var height: Int?
  /// The target of the link around the image.
  public var link: String?

  public init(
    sources: [Source], alternative: String? = nil, title: String? = nil, width: Int? = nil,
    height: Int? = nil,
    link: String? = nil
  ) {
    precondition(!sources.isEmpty, "An image needs at least one source.")
    self.sources = sources
    self.alternative = alternative
    self.title = title
    self.width = width
    self.height = height
    self.link = link
  }

  /// The file to show in a column: the largest that is at most twice as wide as the column, else the smallest
  /// (formats.md, section 9).
  /// - Parameter columnWidth: In device pixels; 1 or more.
  public func source(columnWidth: Int) -> Source {
    precondition(columnWidth > 0, "The column width must be positive.")
    let sized = sources.compactMap { source -> (width: Int, source: Source)? in
      let own = source.width ?? width.map { $0 * source.density / 100 }
      return own.map { ($0, source) }
    }
    let fitting = sized.filter { $0.width <= 2 * columnWidth }.max { $0.width < $1.width }
    let smallest = sized.min { $0.width < $1.width }
    return (fitting ?? smallest)?.source ?? sources[0]
  }
}

/// A small picture in a sentence, such as an emoji.
public struct ArticleInlineImage: Sendable, Hashable {
  public var image: ArticleImage
  /// The bytes of the text that stand for the picture where it is not drawn; empty without words.
  public var range: Range<Int>

  public init(image: ArticleImage, range: Range<Int>) {
    self.image = image
    self.range = range
  }
}
