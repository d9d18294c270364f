/// A picture of an article, with the sizes that it comes in.
public struct ArticleImage: Sendable, Hashable {
  /// One of several files with the same picture.
  public struct Source: Sendable, Hashable {
    /// The address as written.
    public var reference: String
    /// In pixels, as the source says; `nil` if it does not.
    public var width: Int?
    /// Pixels of the file for one of the layout, times 100; 100 if the source does not say.
    public var density: Int

    public init(reference: String, width: Int? = nil, density: Int = 100) {
      self.reference = reference
      self.width = width
      self.density = density
    }
  }

  /// At least one; the one that everybody understands first.
  public var sources: [Source]
  /// The words for who can't see the picture.
  public var alternative: String?
  public var title: String?
  /// In logical pixels, as the source says.
  public var width: Int?
  public var height: Int?
  /// The address that the picture leads to.
  public var link: String?

  public init(
    sources: [Source], alternative: String? = nil, title: String? = nil, width: Int? = nil,
    height: Int? = nil,
    link: String? = nil
  ) {
    precondition(!sources.isEmpty, "A picture comes from somewhere.")
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
  public func reference(columnWidth: Int) -> String {
    precondition(columnWidth > 0, "A column has a width.")
    let sized = sources.compactMap { source -> (width: Int, reference: String)? in
      let own = source.width ?? width.map { $0 * source.density / 100 }
      return own.map { ($0, source.reference) }
    }
    let fitting = sized.filter { $0.width <= 2 * columnWidth }.max { $0.width < $1.width }
    let smallest = sized.min { $0.width < $1.width }
    return (fitting ?? smallest)?.reference ?? sources[0].reference
  }
}
