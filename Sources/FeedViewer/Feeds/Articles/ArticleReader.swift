import Glibc

/// Converts HTML to an article.
///
/// One pass over the bytes with a bounded stack of open elements: no tree and no recursion. A block ends where any
/// block element starts or ends, and an unclosed style ends with the block it was opened in (formats.md, section 15).
public struct ArticleReader: ~Copyable {
  /// An element whose end tag was not read yet.
  struct Open {
    var key: UInt64?
    var element: ArticleElement
    var style: ArticleStyle = []
    var link: String?
    var direction: ArticleBlock.Direction?
    var language: String?
    var isPreformatted = false
    /// The number of the next item of an ordered list.
    var nextNumber = 1
    var numbering = ListMarker.Numbering.decimal
    /// The marker of a list item until its first block starts.
    var marker: ListMarker?
  }

  /// Elements nested deeper contribute their text but no style.
  static let depthLimit = 256

  /// The base of relative references; `nil` leaves them as they are.
  let base: String?
  var open: [Open] = []
  var article = Article()
  /// The current block.
  var block: ArticleBlock?
  var text = ByteBuffer(capacity: 1_024)
  var hasSpace = false
  /// Whether the last line feed stands for a carriage return.
  var endsWithReturn = false
  var lineBreaks = 0
  /// Blocks found inside the current block's text, which follow it.
  var pending: [ArticleBlock] = []
  var skipper = HTMLSkipper()
  /// The sources of a `<picture>` until its `<img>` is read.
  var pictureSources: [ArticleImage.Source] = []
  var mediaNeedsSource = false

  /// Where reading a beginning stops.
  struct Limit {
    var blocks: Int
    /// The length of the texts.
    var bytes: Int
  }

  private let blockLimit: Int
  private let limit: Limit?

  private init(base: String?, blockLimit: Int, limit: Limit?) {
    self.base = base
    self.blockLimit = blockLimit
    self.limit = limit
  }

  /// Converts HTML to an article.
  ///
  /// - Parameters:
  ///   - html: Any text; whatever is not markup is kept as text.
  ///   - base: The base of relative links: `xml:base`, else the entry's link.
  /// - Complexity: O(length · nesting depth), where the depth is at most 256.
  public static func article(html: String, base: String? = nil) -> Article {
    var html = html
    return html.withUTF8 { article(html: $0, base: base) }
  }

  static func article(
    html: UnsafeBufferPointer<UInt8>, base: String?, link: String? = nil, language: String? = nil,
    blockLimit: Int = Article.blockLimit, limit: Limit? = nil
  ) -> Article {
    var reader = ArticleReader(base: base ?? link, blockLimit: blockLimit, limit: limit)
    reader.read(html)
    return reader.article
  }

  /// Converts plain text to an article: empty lines separate paragraphs, and line breaks are kept.
  public static func article(plain: String) -> Article { article(plain: plain, limit: nil) }

  static func article(plain: String, limit: Limit?) -> Article {
    var article = Article()
    var lines: [Substring] = []
    func endParagraph() {
      guard !lines.isEmpty else { return }
      if article.blocks.count < Article.blockLimit {
        article.blocks.append(ArticleBlock(text: lines.joined(separator: "\n")))
      } else {
        article.isCut = true
      }
      lines.removeAll()
    }
    for line in plain.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" || $0 == "\r" })
    {
      if line.allSatisfy(\.isWhitespace) { endParagraph() } else { lines.append(line) }
    }
    endParagraph()
    return article
  }

  private mutating func read(_ input: UnsafeBufferPointer<UInt8>) {
    guard let start = input.baseAddress else { return }
    var position = start
    let end = start + input.count
    while position < end, !article.isCut {
      if let limit, article.blocks.count >= limit.blocks {
        article.isPartial = true
        break
      }
      switch position.pointee {
      case 0x3C: position = readMarkup(at: position, before: end)
      case 0x26: position = readReference(at: position, before: end)
      case let byte where ASCII.isSpace(byte):
        readSpace(byte)
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
    finishBlock()
  }

  // MARK: Text

  var isPreformatted: Bool { open.last?.isPreformatted == true }

  private mutating func readSpace(_ byte: UInt8) {
    if isPreformatted {
      // The line feed right after the `<pre>` tag is not part of its text.
      if block == nil, byte == 0x0A { return }
      // A carriage return and a following line feed are one line break.
      if byte == 0x0A, endsWithReturn {
        endsWithReturn = false
        return
      }
      var shown = byte == 0x0D ? 0x0A : byte
      append(&shown, count: 1)
      endsWithReturn = byte == 0x0D
    } else {
      hasSpace = true
    }
  }

  private mutating func readReference(
    at position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    guard let (packed, length) = CharacterReferences.findInHTML(at: position, before: end, .text) else {
      append(position, count: 1)
      return position + 1
    }
    if packed.length == 1, ASCII.isSpace(UInt8(truncatingIfNeeded: packed.bytes)) {
      readSpace(UInt8(truncatingIfNeeded: packed.bytes))
    } else {
      withUnsafeBytes(of: packed.bytes.littleEndian) { bytes in
        if let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) {
          append(start, count: packed.length)
        }
      }
    }
    return position + length
  }

  /// Appends text in the style of the open elements.
  mutating func append(_ start: UnsafePointer<UInt8>, count: Int) {
    endsWithReturn = false
    if lineBreaks > 1, block != nil { finishBlock() }
    if block == nil { startBlock() }
    var joinsLastRun = true
    if lineBreaks > 0 {
      text.append(0x0A)
    } else if hasSpace, !text.isEmpty {
      text.append(0x20)
    } else {
      joinsLastRun = false
    }
    hasSpace = false
    lineBreaks = 0
    let lower = text.count
    text.append(start, count: count)
    let style = open.last?.style ?? []
    let link = open.last?.link
    guard !style.isEmpty || link != nil, block != nil else { return }
    if let last = block!.runs.last, last.style == style, last.link == link,
      last.range.upperBound == (joinsLastRun ? lower - 1 : lower)
    {
      block!.runs[block!.runs.count - 1].range = last.range.lowerBound..<text.count
    } else {
      block!.runs.append(ArticleRun(range: lower..<text.count, style: style, link: link))
    }
  }

  // MARK: Blocks

  /// Starts a block of the kind that the open elements determine.
  private mutating func startBlock() {
    guard article.blocks.count < blockLimit else {
      article.isCut = true
      return
    }
    var new = placed(.paragraph)
    if let index = open.lastIndex(where: { $0.element.isBlock || $0.element.isCell }) {
      switch open[index].element {
      case .heading(let level): new.kind = .heading(level: level)
      case .preformatted: new.kind = .preformatted
      case .term: new.kind = .term
      case .definition: new.kind = .definition
      case .caption: new.kind = .caption
      case .cell(let isHeader): new.kind = .tableRow(isHeader: isHeader)
      default: break
      }
    }
    if let item = open.lastIndex(where: { $0.marker != nil }), let marker = open[item].marker {
      if new.kind == .paragraph { new.kind = .listItem(marker) }
      open[item].marker = nil
    }
    block = new
    text.clear()
    hasSpace = false
    lineBreaks = 0
  }

  /// A block with the nesting depths and language of the open elements.
  func placed(_ kind: ArticleBlock.Kind) -> ArticleBlock {
    var result = ArticleBlock(kind: kind)
    for element in open {
      switch element.element {
      case .quote: result.quoteDepth += 1
      case .list, .definitionList: result.listDepth += 1
      default: break
      }
    }
    result.direction = open.last?.direction
    result.language = open.last?.language
    return result
  }

  /// Ends the current block, if any.
  mutating func finishBlock() {
    if var done = block {
      let bytes = UnsafeBufferPointer(rebasing: text.view[..<trimmedCount])
      done.text = bytes.string
      done.runs = done.runs.compactMap { run in
        guard run.range.lowerBound < bytes.count else { return nil }
        var run = run
        run.range = run.range.lowerBound..<min(run.range.upperBound, bytes.count)
        return run
      }
      if !done.text.isEmpty { article.blocks.append(done) }
    }
    block = nil
    hasSpace = false
    lineBreaks = 0
    article.blocks += pending
    pending.removeAll()
  }

  /// The length of the text without trailing white space.
  private var trimmedCount: Int {
    var count = text.count
    while count > 0, ASCII.isSpace(text.base[count - 1]) { count -= 1 }
    return count
  }

  /// Adds an image, rule or embedded object: after the current block if it has text.
  mutating func add(_ kind: ArticleBlock.Kind) {
    guard article.blocks.count + pending.count < blockLimit else {
      article.isCut = true
      return
    }
    pending.append(placed(kind))
    if block == nil { finishBlock() }
  }
}

extension ArticleElement {
  var isCell: Bool { if case .cell = self { true } else { false } }
}
