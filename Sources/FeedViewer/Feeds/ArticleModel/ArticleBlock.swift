/// A paragraph, image, list item and so on.
///
/// An article may have two million blocks, so that the rarely present properties share one box.
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
    /// A row of a table, its cells separated by tabs; line feeds are line breaks inside a cell. A header row has only
    /// header cells.
    case tableRow(isHeader: Bool)
    /// The caption of a figure or a table.
    case caption
    /// The summary of a disclosure, given by its index in `Article.disclosures`. An empty text means that the source
    /// has no summary; a standard word such as "Details" is to be shown.
    case summary(disclosure: Int)
    /// Indirect, because an image is large, and most of possibly a million blocks are not images.
    indirect case image(ArticleImage)
    indirect case embed(ArticleEmbed)
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
  private var storedQuoteDepth: UInt16
  private var storedListDepth: UInt16
  /// The declared direction; `nil` means the direction of the first strong character.
  public var direction: Direction?
  /// The rarely present properties; nil if all are absent. Consecutive blocks share it if they agree.
  var extras: Extras.Box?

  public init(
    kind: Kind = .paragraph, text: String = "", runs: [ArticleRun] = [], quoteDepth: Int = 0,
    listDepth: Int = 0, direction: Direction? = nil, language: String? = nil
  ) {
    self.kind = kind
    self.text = text
    self.runs = runs
    storedQuoteDepth = UInt16(quoteDepth)
    storedListDepth = UInt16(listDepth)
    self.direction = direction
    if language != nil { extras = Extras.Box(Extras(language: language)) }
  }

  /// The number of enclosing block quotations.
  public var quoteDepth: Int {
    get { Int(storedQuoteDepth) }
    set { storedQuoteDepth = UInt16(newValue) }
  }

  /// The number of enclosing lists: 1 for items of a simple list.
  public var listDepth: Int {
    get { Int(storedListDepth) }
    set { storedListDepth = UInt16(newValue) }
  }

  /// A language tag; `nil` means the language of the entry.
  public var language: String? {
    get { extras?.values.language }
    set { setExtra(\.language, newValue) }
  }

  /// The table that this row, caption or other block belongs to, as an index of `Article.tables`. A cell's content that
  /// is laid out as blocks of its own has none.
  public var table: Int? {
    get { extras?.values.table }
    set { setExtra(\.table, newValue) }
  }

  /// The cells of a table row, one for each part of the text between tabs; empty if all take one column, have no
  /// alignment and are header cells exactly in a header row. A cell that continues one of an earlier row (`rowspan`) is empty.
  public var cells: [ArticleCell] {
    get { extras?.values.cells ?? [] }
    set { setExtra(\.cells, newValue) }
  }

  /// The innermost disclosure that hides this block while it is closed, as an index of `Article.disclosures`. A
  /// summary is not hidden by its own disclosure.
  public var disclosure: Int? {
    get { extras?.values.disclosure }
    set { setExtra(\.disclosure, newValue) }
  }

  /// The number of the figure that this block is part of: an image and its captions have the same one.
  public var figure: Int? {
    get { extras?.values.figure }
    set { setExtra(\.figure, newValue) }
  }

  /// The markers of the items whose first block is this one besides its own, the outermost first: those around a list that is
  /// the first child of an item. Only a list item has a marker of its own: for a heading, a picture and so on all are here.
  public var outerMarkers: [ListMarker] {
    get { extras?.values.outerMarkers ?? [] }
    set { setExtra(\.outerMarkers, newValue) }
  }

  /// The markers of all items whose first block is this one, the outermost first.
  public var markers: [ListMarker] {
    if case .listItem(let own) = kind { outerMarkers + [own] } else { outerMarkers }
  }

  /// The pictures inside the text, in order. Their words are part of the text.
  public var inlineImages: [ArticleInlineImage] {
    get { extras?.values.inlineImages ?? [] }
    set { setExtra(\.inlineImages, newValue) }
  }

  private mutating func setExtra<Value: Equatable>(_ property: WritableKeyPath<Extras, Value>, _ value: Value)
  {
    var values = extras?.values ?? Extras()
    guard values[keyPath: property] != value else { return }
    values[keyPath: property] = value
    extras = values == Extras() ? nil : Extras.Box(values)
  }

  /// The byte ranges of a table row's cells in the UTF-8 of the text; at least one. O(length).
  public var cellRanges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for (offset, byte) in text.utf8.enumerated() where byte == 0x09 {
      ranges.append(start..<offset)
      start = offset + 1
    }
    return ranges + [start..<text.utf8.count]
  }
}

extension ArticleBlock {
  /// The properties that most blocks do not have.
  struct Extras: Sendable, Hashable {
    var language: String?
    var table: Int?
    var cells: [ArticleCell] = []
    var disclosure: Int?
    var figure: Int?
    var outerMarkers: [ListMarker] = []
    var inlineImages: [ArticleInlineImage] = []

    /// Equal to another box if their values are.
    final class Box: Sendable, Hashable {
      let values: Extras

      init(_ values: Extras) { self.values = values }

      static func == (first: Box, second: Box) -> Bool { first === second || first.values == second.values }

      func hash(into hasher: inout Hasher) { hasher.combine(values) }
    }
  }
}
