/// A video, sound, frame or object of an article. It is never loaded; its address is shown as a link.
public struct ArticleEmbed: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable {
    case video, audio, frame, object
  }

  /// One of several files that hold the same video or sound.
  public struct Source: Sendable, Hashable {
    public var address: String
    /// The declared media type, such as `video/mp4`.
    public var type: String?

    public init(address: String, type: String? = nil) {
      self.address = address
      self.type = type
    }
  }

  public var kind: Kind
  /// Not empty; the one to open comes first.
  public var sources: [Source]
  /// The text that names the content: `title`, else `aria-label`.
  public var title: String?
  /// The picture that stands for a video.
  public var poster: ArticleImage.Source?
  /// The declared width in logical pixels.
  public var width: Int?
  public var height: Int?

  public init(
    kind: Kind, sources: [Source], title: String? = nil, poster: ArticleImage.Source? = nil,
    width: Int? = nil,
    height: Int? = nil
  ) {
    precondition(!sources.isEmpty, "Embedded content needs at least one source.")
    self.kind = kind
    self.sources = sources
    self.title = title
    self.poster = poster
    self.width = width
    self.height = height
  }

  /// The address of the first source.
  public var address: String { sources[0].address }
}
