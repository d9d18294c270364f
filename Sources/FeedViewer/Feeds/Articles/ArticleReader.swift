import Glibc

/// Converts HTML to an article.
///
/// One pass over the bytes with a bounded stack of open elements: no tree and no recursion. A block ends where any
/// block element starts or ends, and an unclosed style ends with the block it was opened in (formats.md, section 15).
/// Only table rows are collected before it is decided what they become (`ArticleReader+Tables.swift`).
public struct ArticleReader: ~Copyable {
  /// An element whose end tag was not read yet.
  struct Open {
    var key: UInt64?
    var element: ArticleElement
    // What the content inherits, including what the element itself adds.
    var style: ArticleStyle = []
    var link: String?
    /// What references are resolved against, if an element declares it.
    var base: String?
    var direction: ArticleBlock.Direction?
    var language: String?
    var whiteSpace = InlineStyle.WhiteSpace.collapsed
    var visibility = InlineStyle.Visibility()
    /// Only known in tables.
    var alignment: ArticleCell.Alignment?
    var quoteDepth = 0
    var listDepth = 0
    /// The number of enclosing `<q>` elements.
    var quotationDepth = 0
    /// The innermost disclosure that hides the content.
    var disclosure: Int?
    var figure: Int?
    // What only some elements have.
    /// What the element itself declares about its visibility.
    var declaredVisibility: InlineStyle.DeclaredVisibility?
    /// Whether an inline element is displayed as a block.
    var isBlockBox = false
    /// Whether a block element is displayed as inline content.
    var isInlineBox = false
    /// The number of the next item of a list, and the difference between one item and the next.
    var nextNumber = 1
    var step = 1
    /// How the items of a list, or an item, are numbered; nil for bullets.
    var numbering: ListMarker.Numbering?
    var hasMarkers = true
    /// The marker of a list item until its first block starts.
    var marker: ListMarker?
    /// The text to append at the element's end, such as a closing quotation mark.
    var ending: String?
    /// Whether the text to append is invisible.
    var endingIsControl = false
    /// Whether a disclosure has no summary yet, and whether it is open at first.
    var lacksSummary = false
    var isInitiallyOpen = false
    /// The disclosure whose place for a summary is still empty: of `details` until its summary begins, of a summary until its text
    /// does.
    var pendingSummary: Int?
    /// Whether the element is a summary that follows content of its disclosure.
    var isLateSummary = false
    /// Whether the element is a link that another one has ended, and has what is open inside it still in it.
    var isEnded = false
    /// Whether the cells of a row are laid out as blocks of their own.
    var isLayout = false

    /// Whether the element starts and ends a block that has its kind.
    var isBlock: Bool { element.isBlock && !isInlineBox }
  }

  /// Elements nested deeper contribute their text but no style.
  static let depthLimit = 256

  /// The base of relative references; `nil` leaves them as they are.
  let base: String?
  /// The entry's address, which is that of the article itself.
  let link: String?
  /// The language of the text where none is declared.
  let language: String?
  var open: [Open] = []
  var article = Article()
  /// The current block.
  var block: ArticleBlock?
  var text = ByteBuffer(capacity: 1_024)
  /// Where the text of the current block, or of the current part of a table cell, starts: white space before it is
  /// removed.
  var textStart = 0
  /// Whether the current block has more than invisible characters.
  var hasContent = false
  var hasSpace = false
  /// Whether the last line feed stands for a carriage return.
  var endsWithReturn = false
  var lineBreaks = 0
  /// White space that the cell keeps if more of its text follows.
  var keptSpace: [UInt8] = []
  /// Blocks found inside the current block's text, which follow it.
  var pending: [ArticleBlock] = []
  var skipper = HTMLSkipper()
  var segments = HTMLSegments()
  /// The end of what is read now.
  var segmentEnd: UnsafePointer<UInt8>?
  /// The number of bytes that were appended up to the end of the last formula.
  var formulaEnd: Int?
  /// The number of bytes that were appended.
  var appendedBytes = 0
  /// Where a `<pre>` starts, whose first line feed is no text.
  var preformattedStart: UnsafePointer<UInt8>?
  /// Whether what is read now can be seen, if its tag says so and it is no open element.
  var replacedVisibility: InlineStyle.Visibility?
  /// The pictures in the text of the current block or row.
  var inlineImages: [InlineImageDraft] = []
  /// The extras of the last block, for sharing their box.
  var lastExtras: ArticleBlock.Extras.Box?
  /// The sources of a `<picture>` until its `<img>` is read.
  var pictureSources = ImageSources.Alternatives()
  /// The last pictures and frames without a copy, and where they stood.
  var recentMedia: [(kind: ArticleBlock.Kind, isOfNoscript: Bool)] = []
  /// The video or sound whose sources are being read.
  var media: ArticleEmbed.Draft?
  var row = RowDraft()
  /// The open tables, the innermost last.
  var openTables: [OpenTable] = []
  /// How many more empty cells may continue cells of earlier rows. Bounded by the length of the source; otherwise a few
  /// bytes could add a thousand cells to each row.
  var spareCells = 0
  var figureCount = 0
  /// The number of open disclosures without a summary.
  var openWithoutSummary = 0
  /// The number of open disclosures whose summary may follow their content, or is being read there.
  var lateSummaryCount = 0
  var rubyState = RubyState.base
  /// The links that go on, those of the innermost cell last.
  var activeElements: [ActiveElement] = []
  var anchors = AnchorDraft()
  var reversedLists: ReversedLists?
  var imageMaps: ImageMaps?
  /// The whole source.
  var sourceStart: UnsafePointer<UInt8>?
  var sourceEnd: UnsafePointer<UInt8>?
  /// The length of all finished texts.
  var finishedBytes = 0

  /// Whether the markup is that of XML, where any element may end with its start tag.
  var isXML = false
  /// The number of frames around whose documents are shown.
  var frameDepth = 0

  let blockLimit: Int

  /// The files that links may name; nil if none are looked for.
  let files: FolderFiles?

  init(
    base: String?, link: String?, language: String?, files: FolderFiles?, blockLimit: Int
  ) {
    self.files = files
    self.base = AddressBases.joined(base, link)
    self.link = link
    self.language = language
    self.blockLimit = blockLimit
  }

  /// Converts HTML to an article.
  ///
  /// - Parameters:
  ///   - html: Any text; whatever is not markup is kept as text.
  ///   - base: The base of relative links: `xml:base`, else the entry's link.
  ///   - link: The address of the entry, the second base of references; its fragments are places in the article.
  ///   - language: The language of the entry, which determines the marks of quotations.
  /// - Complexity: O(length · nesting depth), where the depth is at most 256.
  public static func article(
    html: String, base: String? = nil, link: String? = nil, language: String? = nil
  ) -> Article {
    ArticleSource(format: .html, text: html, base: base, link: link, language: language).article()
  }

  static func article(
    html: UnsafeBufferPointer<UInt8>, base: String?, link: String? = nil, language: String? = nil,
    files: FolderFiles? = nil, isXML: Bool = false, blockLimit: Int = Article.blockLimit,
    beginning: ArticleBeginning = .none
  ) -> Article {
    var reader = ArticleReader(
      base: base, link: link, language: language, files: files, blockLimit: blockLimit)
    reader.isXML = isXML
    reader.read(html, beginning: beginning)
    return reader.article
  }

  mutating func read(_ input: UnsafeBufferPointer<UInt8>, beginning: ArticleBeginning = .none) {
    guard let start = input.baseAddress else { return }
    var position = start
    var end = start + input.count
    sourceStart = start
    sourceEnd = end
    spareCells = input.count
    var beginning = beginning
    while !article.isCut {
      if position >= end {
        guard let next = segments.take() else { break }
        hasSpace = hasSpace || segments.isApart
        (position, end) = (next.lowerBound, next.upperBound)
        continue
      }
      if beginning.isReached(blocks: article.blocks.count, bytes: finishedBytes + text.count),
        !beginning.handOver(self.beginning(at: position, before: sourceEnd ?? end))
      {
        article.isPartial = true
        return
      }
      switch position.pointee {
      case 0x3C:
        segmentEnd = end
        position = readMarkup(at: position, before: end)
        end = segmentEnd ?? end
      case 0x26: position = readReference(at: position, before: end)
      case let byte where ASCII.isSpace(byte):
        if position == preformattedStart, byte == 0x0A || byte == 0x0D {
          // A carriage return and a line feed are one line break (HTML Living Standard, section 13.2.3.5).
          let isPair = byte == 0x0D && position + 1 < end && position[1] == 0x0A
          preformattedStart = isPair ? position + 1 : nil
        } else {
          readSpace(byte)
        }
        position += 1
      // Other control characters are removed.
      case 0..<0x20: position += 1
      default:
        let from = position
        while position < end, position.pointee > 0x20, position.pointee != 0x3C, position.pointee != 0x26 {
          position += 1
        }
        append(from, count: position - from)
      }
    }
    finish()
  }

  private mutating func finish() {
    if media != nil { finishMedia() }
    close(downTo: 0)
    finishBlock()
    finishAnchors()
  }

  /// Whether another block fits; if not, the article is marked as cut.
  mutating func hasRoom() -> Bool {
    guard article.blocks.count + pending.count < blockLimit else {
      article.isCut = true
      return false
    }
    return true
  }
}
