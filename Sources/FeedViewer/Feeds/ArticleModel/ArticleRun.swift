/// A styled part of a block's text.
public struct ArticleRun: Sendable, Hashable {
  /// A non-empty byte range of the text's UTF-8, at character boundaries.
  public var range: Range<Int>
  public var style: ArticleStyle
  /// The target of a link. It may be relative to the file's folder. One that begins with `#` goes to a place inside the
  /// article (`Article.target(of:)`), and never outside.
  public var link: String?

  public init(range: Range<Int>, style: ArticleStyle = [], link: String? = nil) {
    self.range = range
    self.style = style
    self.link = link
  }
}

/// The style of a run.
public struct ArticleStyle: OptionSet, Sendable, Hashable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let strong = ArticleStyle(rawValue: 1)
  public static let emphasis = ArticleStyle(rawValue: 2)
  /// Code, keyboard input and sample output: drawn in a monospaced font.
  public static let code = ArticleStyle(rawValue: 4)
  public static let underline = ArticleStyle(rawValue: 8)
  public static let strikethrough = ArticleStyle(rawValue: 16)
  public static let `subscript` = ArticleStyle(rawValue: 32)
  public static let superscript = ArticleStyle(rawValue: 64)
  public static let small = ArticleStyle(rawValue: 128)
  public static let mark = ArticleStyle(rawValue: 256)
  /// A ruby annotation, with its parentheses: drawn smaller.
  public static let annotation = ArticleStyle(rawValue: 512)
}
