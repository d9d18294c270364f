/// The text of an entry as blocks of styled text, for drawing without a browser (formats.md, section 15).
///
/// Plain values only: texts hold no markup, and ranges say how they are styled. The drawing side never interprets
/// anything from a file.
public struct Article: Sendable, Hashable {
  /// In reading order; at most `blockLimit`.
  public var blocks: [ArticleBlock]
  /// Whether the source exceeded the limits; the rest is omitted.
  public var isCut: Bool

  public static let blockLimit = 2_000_000

  public init(blocks: [ArticleBlock] = [], isCut: Bool = false) {
    self.blocks = blocks
    self.isCut = isCut
  }

  /// The texts of the blocks, separated by line feeds. Apart from white space this equals `FeedEntry.content` of the
  /// same source. O(length).
  public var plainText: String {
    blocks.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Resolves relative links against a base. Image references stay as written, because those of a local file lie
  /// beside it (formats.md, section 10). O(runs).
  mutating func resolveLinks(against base: String?) {
    guard let base else { return }
    for index in blocks.indices {
      for run in blocks[index].runs.indices {
        if let link = blocks[index].runs[run].link {
          blocks[index].runs[run].link = Reference.resolve(link, against: base)
        }
      }
      switch blocks[index].kind {
      case .embed(let address):
        blocks[index].kind = .embed(address: Reference.resolve(address, against: base))
      case .image(var image):
        image.link = image.link.map { Reference.resolve($0, against: base) }
        blocks[index].kind = .image(image)
      default: break
      }
    }
  }

  /// The images in reading order.
  public var images: [ArticleImage] {
    blocks.compactMap { if case .image(let image) = $0.kind { image } else { nil } }
  }
}

/// A paragraph, image, list item and so on.
public struct ArticleBlock: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case paragraph
    /// 1 to 6.
    case heading(level: Int)
    /// The first block of a list item, with its marker; further blocks of the item are paragraphs.
    case listItem(ListMarker)
    /// A term of a definition list; its definitions follow.
    case term, definition
    /// White space and line feeds are significant.
    case preformatted
    /// A row of a table, its cells separated by tabs.
    case tableRow(isHeader: Bool)
    /// The caption of an image or a table.
    case caption
    /// Indirect, because an image is large, and most of possibly a million blocks are not images.
    indirect case image(ArticleImage)
    /// A video, sound or frame, of which only the address is shown.
    case embed(address: String)
    /// A horizontal rule.
    case rule
  }

  public enum Direction: String, Sendable, Hashable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
  }

  public var kind: Kind
  /// Without markup; line feeds are line breaks. Empty for images, embedded content and rules.
  public var text: String
  /// The styled parts of the text, in order and without overlap.
  public var runs: [ArticleRun]
  /// The number of enclosing block quotations.
  public var quoteDepth: Int
  /// The number of enclosing lists: 1 for items of a simple list.
  public var listDepth: Int
  /// The declared direction; `nil` means the direction of the first strong character.
  public var direction: Direction?
  /// A language tag; `nil` means the language of the entry.
  public var language: String?

  public init(
    kind: Kind = .paragraph, text: String = "", runs: [ArticleRun] = [], quoteDepth: Int = 0,
    listDepth: Int = 0, direction: Direction? = nil, language: String? = nil
  ) {
    self.kind = kind
    self.text = text
    self.runs = runs
    self.quoteDepth = quoteDepth
    self.listDepth = listDepth
    self.direction = direction
    self.language = language
  }
}

/// A styled part of a block's text.
public struct ArticleRun: Sendable, Hashable {
  /// A non-empty byte range of the text's UTF-8, at character boundaries.
  public var range: Range<Int>
  public var style: ArticleStyle
  /// The target of a link. It may be relative to the file's folder.
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
}

/// The marker in front of a list item.
public enum ListMarker: Sendable, Hashable {
  public enum Numbering: Sendable, Hashable {
    case decimal, lowerLetters, upperLetters, lowerRoman, upperRoman
  }

  case bullet
  case number(Int, Numbering)

  /// "•", "3.", "c.", "iv."; numbers beyond the usual range of letters or Roman numerals stay decimal.
  public var text: String {
    switch self {
    case .bullet: "•"
    case .number(let number, .lowerLetters) where (1...26).contains(number):
      "\(UnicodeScalar(UInt8(96 + number)))."
    case .number(let number, .upperLetters) where (1...26).contains(number):
      "\(UnicodeScalar(UInt8(64 + number)))."
    case .number(let number, .lowerRoman) where (1...3_999).contains(number): "\(Self.roman(number))."
    case .number(let number, .upperRoman) where (1...3_999).contains(number):
      "\(Self.roman(number).uppercased())."
    case .number(let number, _): "\(number)."
    }
  }

  private static let romanDigits: [(Int, String)] = [
    (1_000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
    (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
  ]

  private static func roman(_ number: Int) -> String {
    var rest = number
    var result = ""
    for (value, digits) in romanDigits {
      while rest >= value {
        result += digits
        rest -= value
      }
    }
    return result
  }
}
