/// The text of an entry as blocks of styled text, for drawing without a browser (formats.md, section 15).
///
/// All of it is plain values: texts hold no markup, and how they are styled is said by ranges, so nothing of a
/// foreign file is ever interpreted by the drawing side.
public struct Article: Sendable, Hashable {
  /// In reading order. O(1) to count; at most `blockLimit`.
  public var blocks: [ArticleBlock]
  /// The source was larger than the limits; the rest is left out.
  public var isCut: Bool

  public static let blockLimit = 2_000_000

  public init(blocks: [ArticleBlock] = [], isCut: Bool = false) {
    self.blocks = blocks
    self.isCut = isCut
  }

  /// The texts of the blocks with a line feed between them: apart from white space what `FeedEntry.content` is
  /// for the same source. O(length).
  public var plainText: String {
    blocks.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Joins relative links with a base; pictures keep their addresses as they are written, since those of a local
  /// file lie beside it (formats.md, section 10). O(runs).
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

  /// The addresses of the pictures, in order.
  public var images: [ArticleImage] {
    blocks.compactMap { if case .image(let image) = $0.kind { image } else { nil } }
  }
}

/// A paragraph, picture or the like.
public struct ArticleBlock: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case paragraph
    /// 1 to 6.
    case heading(level: Int)
    /// The first block of an item of a list, with what stands before it; blocks that follow in the same item are
    /// paragraphs.
    case listItem(ListMarker)
    /// A term of a list of definitions, which follow as `definition`.
    case term, definition
    /// White space and line feeds count.
    case preformatted
    /// A row of a table, its cells separated by tabs.
    case tableRow(isHeader: Bool)
    /// The words below a picture or above a table.
    case caption
    /// Apart from the block: there may be a million of those, and few are pictures.
    indirect case image(ArticleImage)
    /// A film, sound or frame, of which only the address is shown.
    case embed(address: String)
    /// A line across.
    case rule
  }

  public enum Direction: String, Sendable, Hashable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
  }

  public var kind: Kind
  /// Without markup; line feeds are line breaks. Empty for pictures, embedded things and rules.
  public var text: String
  /// What is not plain in the text, in order, without overlaps.
  public var runs: [ArticleRun]
  /// How many quotations stand around the block.
  public var quoteDepth: Int
  /// How many lists stand around the block: 1 for the items of a simple list.
  public var listDepth: Int
  /// As the source says; `nil`: by the first strong character of the text.
  public var direction: Direction?
  /// A language tag; `nil`: the entry's.
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

/// A part of a block's text that is not plain.
public struct ArticleRun: Sendable, Hashable {
  /// Bytes of the text's UTF-8, at least one, at bounds of characters.
  public var range: Range<Int>
  public var style: ArticleStyle
  /// The address that the text leads to. It may be relative, to the folder of the file.
  public var link: String?

  public init(range: Range<Int>, style: ArticleStyle = [], link: String? = nil) {
    self.range = range
    self.style = style
    self.link = link
  }
}

/// How a run of text is drawn.
public struct ArticleStyle: OptionSet, Sendable, Hashable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let strong = ArticleStyle(rawValue: 1)
  public static let emphasis = ArticleStyle(rawValue: 2)
  /// Code, keys, sample output: in a font of fixed width.
  public static let code = ArticleStyle(rawValue: 4)
  public static let underline = ArticleStyle(rawValue: 8)
  public static let strikethrough = ArticleStyle(rawValue: 16)
  public static let `subscript` = ArticleStyle(rawValue: 32)
  public static let superscript = ArticleStyle(rawValue: 64)
  public static let small = ArticleStyle(rawValue: 128)
  public static let mark = ArticleStyle(rawValue: 256)
}

/// What stands before an item of a list.
public enum ListMarker: Sendable, Hashable {
  public enum Numbering: Sendable, Hashable {
    case decimal, lowerLetters, upperLetters, lowerRoman, upperRoman
  }

  case bullet
  case number(Int, Numbering)

  /// "•", "3.", "c.", "iv."; letters and Roman numbers only as far as they are used for counting.
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
