/// The body of an entry as written in its file, from which its article is read.
public struct ArticleSource: Sendable {
  public enum Format: Sendable {
    case html, plain
  }

  public var format: Format
  public var text: String
  /// Whether the HTML is nested in XML, where any element may end with its start tag (XML 1.0, section 3.1).
  var isXML = false
  /// What relative references are resolved against: see `AddressBases`.
  public var base: String?
  /// The address of the entry. Its fragments are places in the article.
  public var link: String?
  /// The language of the entry, else of the feed.
  public var language: String?
  /// The path of the feed, beside which files may be that links name; nil if none are looked for.
  public var feedFile: String?
  /// Pictures of the entry that its feed names outside of the text (Media RSS 1.5.1, the enclosures of RSS 2.0, `image` of
  /// JSON Feed 1.1), the best first.
  public var pictures: [ArticleImage] = []
  /// Thumbnails of the entry, the widest first. They stand for pictures that are not on the page.
  public var thumbnails: [ArticleImage] = []
  /// The pages that play media of the entry for which its feed names no file (Media RSS 1.5.1, media:player).
  public var players: [String] = []
  /// Texts about the media of the entry that its feed names outside of the body.
  var mediaTexts: [MediaText] = []
  /// What the page says beside the body: the title of the entry, and those of its files.
  var titles: [String] = []

  public init(
    format: Format, text: String, base: String? = nil, link: String? = nil, language: String? = nil
  ) {
    self.format = format
    self.text = text
    self.base = base
    self.link = link
    self.language = language
  }
}
