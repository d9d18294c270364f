import FeedViewerCByteScans

/// Converts HTML to plain text and collects its images.
///
/// One pass over the bytes, no tree: what a browser does not show is removed with its content, other tags are removed and
/// their text kept, block elements become line feeds, and white space collapses outside `pre` (formats.md, section 15).
struct HTMLText: ~Copyable {
  enum Style {
    /// Everything on one line.
    case line
    /// Line feeds between blocks, an empty line between paragraphs.
    case blocks
  }

  private var output = ByteBuffer()
  private var style = Style.blocks
  private var lineFeeds = 0
  private var hasSpace = false
  /// White space to write as it is, where lines and indents are kept: after the pending line feeds, else after the pending space.
  private var indent = ByteBuffer(capacity: 0)
  private var preformatted = 0
  /// Whether a `pre` was opened and nothing followed: a line feed is no part of its text then.
  private var isAtPreformattedStart = false
  private var skipper = HTMLSkipper()
  private var segments = HTMLSegments()
  /// The end of what is read now.
  private var end: UnsafePointer<UInt8>?
  /// All of the text.
  private var source: HTMLSegments.Segment?
  /// Whether a `<source>` names files of the next picture.
  private var hasSources = false
  /// The number of open `<ruby>` elements.
  private var rubyCount = 0
  /// Whether the last annotation was empty, and no parenthesis followed.
  private var followsEmptyAnnotation = false
  /// The length of the output after the last formula.
  private var formulaEnd: Int?
  /// Inline elements that are displayed as blocks, blocks that are displayed inline, and how many elements of the same name are
  /// open inside.
  private var boxes: [(name: UInt64, depth: Int, isInline: Bool)] = []
  /// Deeper ones are displayed as others of their name.
  private static let boxLimit = 64
  /// Whether a `p` was opened that the tag of a block ends.
  private var isInParagraph = false
  /// The number of frames around whose documents are read.
  private var frameDepth = 0
  /// References to the images of the last text, in order, without trackers and emoji.
  private(set) var images: [String] = []
  /// The first `base` of the last text; nil if it has none.
  private(set) var base: String?

  /// The plain text of HTML; `nil` if it is empty. Valid until the next text.
  /// - Complexity: O(length).
  mutating func text(of input: UnsafeBufferPointer<UInt8>, style: Style) -> UnsafeBufferPointer<UInt8>? {
    begin(style, length: input.count)
    guard let base = input.baseAddress else { return nil }
    var position = base
    var end = base + input.count
    source = base..<end
    while true {
      if position >= end {
        guard let next = segments.take() else { break }
        hasSpace = hasSpace || segments.isApart
        (position, end) = (next.lowerBound, next.upperBound)
        continue
      }
      let byte = position.pointee
      if byte > 0x3C {
        flushSpace()
        position = copyRun(from: position, before: end, stopsAtMarkup: true)
      } else if byte == 0x3C {
        self.end = end
        position = markup(at: position, before: end)
        end = self.end ?? end
      } else if byte == 0x26 {
        position = reference(at: position, before: end)
      } else if byte <= 0x20 {
        // Other control characters are removed.
        if ASCII.isSpace(byte) { space(byte) }
        position += 1
      } else {
        flushSpace()
        position = copyRun(from: position, before: end, stopsAtMarkup: true)
      }
    }
    return finish()
  }

  /// Plain text with its white space collapsed. With `blocks`, empty lines still separate paragraphs; with
  /// `keepsLines`, all white space is kept but at the ends of lines. Valid until the next text.
  mutating func plain(
    _ input: UnsafeBufferPointer<UInt8>, style: Style, keepsLines: Bool = false
  ) -> UnsafeBufferPointer<UInt8>? {
    begin(style, length: input.count)
    guard let base = input.baseAddress else { return nil }
    var position = base
    let end = base + input.count
    var newlines = 0
    while position < end {
      let byte = position.pointee
      if byte <= 0x20 {
        position += 1
        guard ASCII.isSpace(byte) else { continue }
        if byte == 0x0A { newlines += 1 }
        if keepsLines {
          keep(byte)
        } else {
          hasSpace = true
          if newlines > 1 { lineFeeds = 2 }
        }
        continue
      }
      newlines = 0
      flushSpace()
      position = copyRun(from: position, before: end, stopsAtMarkup: false)
    }
    return finish()
  }

  private mutating func begin(_ style: Style, length: Int) {
    output.clear()
    output.reserve(length + 16)
    if !images.isEmpty { images.removeAll() }
    if base != nil { base = nil }
    self.style = style
    lineFeeds = 0
    hasSpace = false
    indent.clear()
    preformatted = 0
    isAtPreformattedStart = false
    skipper.reset()
    segments.reset()
    hasSources = false
    rubyCount = 0
    followsEmptyAnnotation = false
    formulaEnd = nil
    isInParagraph = false
    if !boxes.isEmpty { boxes.removeAll(keepingCapacity: true) }
  }

  private func finish() -> UnsafeBufferPointer<UInt8>? {
    output.view.isBlank ? nil : output.view
  }

  /// The words of the first picture in HTML that has any, else of the first video, sound or frame; nil if there are none.
  /// - Complexity: O(length).
  static func pictureWords(in input: UnsafeBufferPointer<UInt8>) -> String? {
    guard let base = input.baseAddress else { return nil }
    var position = base
    let end = base + input.count
    var embedded: String?
    func words(_ tag: HTMLTag, _ names: [StaticString]) -> String? {
      names.lazy.compactMap { tag.value(of: $0)?.trimmingSpaces }.first { !$0.isEmpty }
    }
    while let tag = HTMLTag.next(from: position, before: end) {
      position = tag.end
      guard tag.kind == .start else { continue }
      if HTMLElement.named(tag.name) == .image {
        if let found = words(tag, ["alt", "title"]) { return found }
      } else if embedded == nil {
        let isEmbed = ["iframe", "video", "audio", "object", "embed"].contains {
          tag.name.equalsIgnoringCase($0)
        }
        if isEmbed { embedded = words(tag, ["title", "aria-label"]) }
      }
    }
    return embedded
  }

  @inline(__always)
  private mutating func space(_ byte: UInt8) {
    if preformatted > 0, style == .blocks {
      keep(byte)
    } else {
      hasSpace = true
    }
  }

  /// Keeps white space as it is, but at the ends of lines.
  private mutating func keep(_ byte: UInt8) {
    if byte != 0x0A {
      indent.append(byte == 0x09 ? 0x09 : 0x20)
    } else {
      if !isAtPreformattedStart { lineFeeds += 1 }
      indent.clear()
      hasSpace = false
    }
    isAtPreformattedStart = false
  }

  /// Writes the pending white space before the next character.
  @inline(__always)
  private mutating func flushSpace() {
    if lineFeeds == 0 && !hasSpace && indent.isEmpty { return }
    writeSpace()
  }

  private mutating func writeSpace() {
    if !output.isEmpty {
      if lineFeeds > 0 && style == .blocks {
        for _ in 0..<lineFeeds { output.append(0x0A) }
      } else if hasSpace || indent.isEmpty {
        output.append(0x20)
      }
    }
    output.append(indent.view)
    indent.clear()
    lineFeeds = 0
    hasSpace = false
    isAtPreformattedStart = false
  }

  /// Copies words and the single spaces between them, many bytes at a time, up to the next byte that needs
  /// processing: a control character, one of two spaces, or, if there is markup, `<` or `&`. The first byte must be
  /// none of these and no space.
  @inline(__always)
  private mutating func copyRun(
    from start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, stopsAtMarkup: Bool
  ) -> UnsafePointer<UInt8> {
    output.reserve(end - start)
    var position = start
    var target = output.base + output.count
    var isRun = true
    if end - position > 64, WideScans.areAvailable {
      let run = copyWordRun(position, end - position, target, stopsAtMarkup)
      position += run.length
      target += run.length
      isRun = !run.isStopped
    }
    // One byte more is needed to find double spaces.
    while isRun, end - position > TextBlock.size {
      let block = TextBlock.load(position)
      let stop = TextBlock.runLength(block, at: position, stopsAtMarkup: stopsAtMarkup)
      TextBlock.store(block, at: target)
      position += stop
      target += stop
      isRun = stop == TextBlock.size
    }
    // The high bit is set if the previous byte was a space.
    var spaceBefore: UInt64 = 0
    while isRun {
      let word: UInt64
      let available = end - position
      if available >= 8 {
        word = UnsafeRawPointer(position).loadUnaligned(as: UInt64.self)
      } else {
        // Zero bytes after the end stop the run.
        word =
          end - start >= 8
          ? UnsafeRawPointer(end - 8).loadUnaligned(as: UInt64.self) >> UInt64(64 - 8 * available)
          : HTMLText.lastBytes(position, available)
      }
      let spaces = WordSearch.exactMarks(0x20, in: word)
      var stops = WordSearch.controlMarks(in: word) | spaces & (spaces << 8 | spaceBefore)
      if stopsAtMarkup { stops |= WordSearch.marks(0x3C, in: word) | WordSearch.marks(0x26, in: word) }
      UnsafeMutableRawPointer(target).storeBytes(of: word, as: UInt64.self)
      let count = WordSearch.index(of: stops)
      position += count
      target += count
      isRun = count == 8
      spaceBefore = spaces >> 56
    }
    if target[-1] == 0x20 {
      // A trailing space becomes pending, because it is written only if text follows.
      target -= 1
      hasSpace = true
    }
    output.advance(to: target - output.base)
    return position
  }

  private static func lastBytes(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<count { word |= UInt64(start[index]) << UInt64(index * 8) }
    return word
  }

  private mutating func reference(
    at position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    guard let (packed, length) = CharacterReferences.findInHTML(at: position, before: end, .text) else {
      flushSpace()
      output.append(0x26)
      return position + 1
    }
    if packed.length == 1, ASCII.isSpace(UInt8(truncatingIfNeeded: packed.bytes)) {
      space(UInt8(truncatingIfNeeded: packed.bytes))
    } else {
      flushSpace()
      output.append(packed)
    }
    return position + length
  }

  private mutating func markup(
    at position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    if boxes.isEmpty, let length = HTMLText.paragraphTagLength(at: position, before: end) {
      lineFeeds = max(lineFeeds, 2)
      isInParagraph = length == 3
      return position + length
    }
    guard let tag = HTMLTag.read(at: position, before: end) else {
      flushSpace()
      output.append(0x3C)
      return position + 1
    }
    switch tag.kind {
    case .other:
      guard segments.isForeign, let data = HTMLRawText(characterDataAt: position, before: end) else {
        return tag.end
      }
      appendRawText(data)
      return data.nextTag
    case .start:
      let element = HTMLElement.named(tag.name)
      if !tag.names.isEmpty {
        let style = tag.inlineStyle
        if let next = notShown(tag, element, style, before: end) { return next }
        if openBox(tag, element, style) { return startInline(tag, element) }
      } else if !boxes.isEmpty {
        _ = openBox(tag, element, InlineStyle())
      }
      return start(tag, element, before: end)
    case .end:
      let element = HTMLElement.named(tag.name)
      if !boxes.isEmpty, closeBox(tag) {
        if element == .preformatted { preformatted = max(0, preformatted - 1) }
        return tag.end
      }
      switch element {
      case .phrasing where tag.name.equalsIgnoringCase("ruby"):
        rubyCount = max(0, rubyCount - 1)
        followsEmptyAnnotation = false
      case .phrasing where hasSources && tag.name.equalsIgnoringCase("picture"): hasSources = false
      case .lineBreak: lineFeeds = min(2, lineFeeds + 1)
      case .phrasing, .image, .control, .select, .textArea, .gauge: break
      case .preformatted, .rawPreformatted:
        lineFeeds = max(lineFeeds, 2)
        preformatted = max(0, preformatted - 1)
        indent.clear()
      case .block, .dialog:
        lineFeeds = max(lineFeeds, 1)
        isInParagraph = false
      case .paragraph:
        lineFeeds = max(lineFeeds, 2)
        isInParagraph = false
      case .cell: hasSpace = true
      default: break
      }
      return tag.end
    }
  }

  private mutating func start(
    _ tag: HTMLTag, _ element: HTMLElement, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    switch element {
    case .phrasing:
      if tag.name.count == 4 {
        note(base: tag)
        if tag.name.equalsIgnoringCase("ruby") { rubyCount += 1 }
      } else if tag.name.count == 6, tag.name.equalsIgnoringCase("source") {
        hasSources = hasSources || tag.mentions("srcset")
      }
      // Parentheses are for annotations only.
      if tag.name.count == 2, tag.name[0] | 0x20 == UInt8(ascii: "r") {
        if let next = endOfNoAnnotation(tag, before: end) { return next }
      }
      if tag.isFormulaContainer { return readFormula(tag, before: end) ?? tag.end }
    case .lineBreak: lineFeeds = min(2, lineFeeds + 1)
    case .block:
      lineFeeds = max(lineFeeds, 1)
      isInParagraph = false
      if let label = HTMLControl.label(of: tag) {
        append(label)
        lineFeeds = 1
        if HTMLControl.isOption(tag) { return skipper.end(of: tag, before: end) }
      }
    case .dialog:
      if !tag.has("open") { return skipper.end(of: tag, before: end) }
      lineFeeds = max(lineFeeds, 1)
    case .paragraph:
      lineFeeds = max(lineFeeds, 2)
      isInParagraph = tag.name.count == 1
    case .cell: hasSpace = true
    case .preformatted:
      lineFeeds = max(lineFeeds, 2)
      isInParagraph = false
      preformatted += 1
      isAtPreformattedStart = true
      indent.clear()
    case .image:
      if !note(tag), !hasSources, let words = tag.wordsWithoutPicture { append(words) }
      hasSources = false
    case .rawText:
      let raw = HTMLSkipper.rawText(of: tag, before: end)
      if tag.isFormulaScript, formulaEnd != output.count { appendFormula(script: tag, raw.content) }
      if let document = tag.frameDocument { append(document: document) }
      hasSpace = hasSpace || tag.name.equalsIgnoringCase("iframe") && tag.mentions("src")
      return raw.next
    case .hidden: return skipper.end(of: tag, before: end)
    case .embedded:
      let found = skipper.embedded(tag, before: end)
      hasSpace = hasSpace || !found.sources.isEmpty
      return found.next
    case .container:
      let media = skipper.scriptlessMedia(in: tag, before: end, of: source ?? tag.end..<end)
      guard media.next > tag.end || tag.isSelfClosing else { return media.next }
      for (tag, _) in media.tags where HTMLElement.named(tag.name) == .image { _ = note(tag) }
      if !media.captions.isEmpty { return read((media.captions, media.next), before: end) }
      return media.next
    case .mathematics:
      let next = skipper.end(of: tag, before: end, needsEndTag: true)
      // A formula of its own is a block (MathML Core, section 2.1.3).
      let isBlock = tag.mentions("display") && tag.value(of: "display")?.lowercased() == "block"
      if isBlock { lineFeeds = max(lineFeeds, 1) }
      appendFormula(MathText.spans(of: tag, to: next))
      if isBlock { lineFeeds = max(lineFeeds, 1) }
      return next
    case .drawing: return read(skipper.wordsOfDrawing(tag, before: end), before: end, isDrawing: true)
    case .select:
      let options = skipper.shownOptions(of: tag, before: end)
      if let label = options.label { appendBox(label) }
      return read(options.found, before: end)
    case .textArea:
      hasSpace = true
      let next = appendRawText(of: tag, before: end)
      hasSpace = true
      return next
    case .rawPreformatted:
      lineFeeds = max(lineFeeds, 2)
      let next = appendRawText(of: tag, before: end)
      lineFeeds = max(lineFeeds, 2)
      return next
    case .control:
      if let words = HTMLControl.words(of: tag) { appendBox(words) }
    case .gauge:
      if let words = HTMLControl.words(ofGauge: tag, before: end) { append(words) }
    }
    return tag.end
  }

  /// The position after an empty annotation, or after an `rp` that stands at none; nil for what is shown.
  private mutating func endOfNoAnnotation(
    _ tag: HTMLTag, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    if tag.name.equalsIgnoringCase("rt") {
      let next = HTMLSkipper.endOfEmptyAnnotation(tag, before: end)
      followsEmptyAnnotation = next != nil
      return next
    }
    guard tag.name.equalsIgnoringCase("rp") else { return nil }
    let isSkipped =
      rubyCount == 0 || followsEmptyAnnotation || HTMLSkipper.endOfEmptyAnnotation(tag, before: end) != nil
    followsEmptyAnnotation = false
    return isSkipped ? skipper.end(of: tag, before: end) : nil
  }

  /// The position after an element that is not shown, or of what is shown of it; nil for one that is shown.
  private mutating func notShown(
    _ tag: HTMLTag, _ element: HTMLElement, _ style: InlineStyle, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    if tag.isHidden(style) { return skipper.end(of: tag, before: end) }
    if style.isVisible == false {
      hasSpace = true
      guard segments.mayNest else { return skipper.end(of: tag, before: end) }
      return read(skipper.visibleParts(of: tag, before: end), before: end)
    }
    if style.hasTextSize == false, element != .image, segments.mayNest {
      if element != .phrasing { lineFeeds = max(lineFeeds, 1) }
      return read(skipper.sizedParts(of: tag, before: end), before: end, areApart: false)
    }
    if formulaEnd == output.count, tag.isCopyOfFormula { return skipper.end(of: tag, before: end) }
    return nil
  }

  // MARK: Boxes

  /// Notes an element that is displayed in another way than others of its name (CSS Display 3, section 2).
  ///
  /// - Returns: Whether it is a block that is displayed inline, and neither starts nor ends a line.
  private mutating func openBox(_ tag: HTMLTag, _ element: HTMLElement, _ style: InlineStyle) -> Bool {
    if boxes.isEmpty, style.display == nil { return false }
    let name = HTMLElement.identity(tag.name)
    switch element {
    case .block, .paragraph, .preformatted, .rawPreformatted, .dialog:
      if let open = boxes.lastIndex(where: { $0.name == Self.paragraph }) { removeBoxes(from: open) }
    default: break
    }
    let around = boxes.lastIndex { $0.name == name }
    if let around, Self.items.contains(name) { removeBoxes(from: around) }
    let isBlock = style.startsLines && element == .phrasing && !HTMLElement.isVoid(name)
    let isInline = style.display == .inline && ArticleElement.named(tag.name).mayBeInline
    guard isBlock || isInline, boxes.count < Self.boxLimit else {
      if let around, boxes.indices.contains(around) { boxes[around].depth += 1 }
      return false
    }
    boxes.append((name, 0, isInline))
    if isBlock { lineFeeds = max(lineFeeds, 1) }
    return isInline
  }

  private static let paragraph = HTMLElement.identity("p")
  /// What the next one of the same name ends.
  private static let items = HTMLElement.identities("li dt dd")

  /// Starts a block that is displayed inline. Its tag ends a paragraph all the same.
  private mutating func startInline(_ tag: HTMLTag, _ element: HTMLElement) -> UnsafePointer<UInt8> {
    if isInParagraph { lineFeeds = max(lineFeeds, 2) }
    isInParagraph = false
    if element == .preformatted {
      preformatted += 1
      isAtPreformattedStart = true
      indent.clear()
    }
    return tag.end
  }

  /// Ends an element that is displayed in another way than others of its name.
  ///
  /// - Returns: Whether it is a block that is displayed inline.
  private mutating func closeBox(_ tag: HTMLTag) -> Bool {
    let name = HTMLElement.identity(tag.name)
    guard let index = boxes.lastIndex(where: { $0.name == name }) else { return false }
    if boxes[index].depth > 0 {
      boxes[index].depth -= 1
      return false
    }
    let isInline = boxes[index].isInline
    removeBoxes(from: index)
    return isInline
  }

  /// Forgets boxes that end together.
  private mutating func removeBoxes(from index: Int) {
    if boxes[index...].contains(where: { !$0.isInline }) { lineFeeds = max(lineFeeds, 1) }
    boxes.removeSubrange(index...)
  }

  /// Reads parts of an element only.
  private mutating func read(
    _ found: HTMLSkipper.Parts, before end: UnsafePointer<UInt8>, isDrawing: Bool = false,
    areApart: Bool = true
  ) -> UnsafePointer<UInt8> {
    let next = segments.read(
      segments.mayNest ? found.parts : [], then: found.next, before: end, isDrawing: isDrawing,
      areApart: areApart)
    hasSpace = hasSpace || segments.isApart
    self.end = next.upperBound
    return next.lowerBound
  }

  private mutating func append(_ words: String) {
    var words = words
    words.withUTF8 { bytes in
      guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
      flushSpace()
      output.reserve(bytes.count + 16)
      output.append(start, count: bytes.count)
    }
  }

  /// Appends the text of a document that a frame holds.
  private mutating func append(document html: [UInt8]) {
    guard frameDepth < HTMLTag.frameDepthLimit else { return }
    var inner = HTMLText()
    inner.frameDepth = frameDepth + 1
    html.withUnsafeBufferPointer { bytes in
      guard let text = inner.text(of: bytes, style: style) else { return }
      lineFeeds = max(lineFeeds, 2)
      flushSpace()
      output.reserve(text.count + 16)
      output.append(text)
      lineFeeds = 2
    }
    images += inner.images.prefix(max(0, 16 - images.count))
  }

  /// Appends text in which only references are no text.
  /// Appends the words of a control, whose box is apart from the words beside it.
  private mutating func appendBox(_ words: String) {
    hasSpace = true
    append(words)
    hasSpace = true
  }

  private mutating func appendRawText(
    of tag: HTMLTag, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    let text = HTMLRawText(of: tag, before: end)
    if let hint = HTMLControl.hint(of: tag, text) { append(hint) }
    preformatted += 1
    appendRawText(text)
    preformatted -= 1
    return text.nextTag
  }

  private mutating func appendRawText(_ text: HTMLRawText) {
    var rest = text
    while let piece = rest.next() {
      switch piece {
      case .text(let bytes):
        flushSpace()
        output.reserve(bytes.count + 16)
        output.append(bytes)
      case .space(let byte): space(byte)
      case .reference: rest.position = reference(at: rest.position, before: rest.end)
      }
    }
  }

  // MARK: Formulas

  private mutating func appendFormula(_ spans: [MathText.Span]) {
    guard !spans.isEmpty else { return }
    for span in spans { append(span.text) }
    formulaEnd = output.count
  }

  private mutating func appendFormula(script tag: HTMLTag, _ content: UnsafeBufferPointer<UInt8>) {
    appendFormula(MathText.spans(ofScript: tag, content))
  }

  /// Reads the copy of a formula that is text; nil if there is none, so that the drawn one is the only one.
  private mutating func readFormula(
    _ tag: HTMLTag, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    switch skipper.formula(tag, before: end) {
    case .none: return nil
    case .parts(let found): return read(found, before: end, areApart: false)
    case .spans(let spans, let next):
      appendFormula(spans)
      return next
    }
  }

  /// The length of `<p>` or `</p>`, the most frequent tags; nil for anything else.
  @inline(__always)
  private static func paragraphTagLength(
    at position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> Int? {
    guard end - position >= 4 else { return nil }
    let word = UInt32(littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt32.self))
    // Without the bit in which upper and lower case differ.
    if word & 0xFF_DFFF == 0x3E_503C { return 3 }
    return word & 0xFFDF_FFFF == 0x3E50_2F3C ? 4 : nil
  }

  /// Takes the base of the document from its first `base` element with an address (HTML Living Standard, 4.2.3).
  private mutating func note(base tag: HTMLTag) {
    guard base == nil, tag.kind == .start, tag.name.equalsIgnoringCase("base"),
      let address = tag.value(of: "href").map(CleanAddress.of), !address.isEmpty
    else { return }
    base = address
  }

  /// Collects the reference of an image unless it is a tracker (1×1) or an emoji.
  /// - Returns: Whether it has a file; a tracker may have none.
  private mutating func note(_ tag: HTMLTag) -> Bool {
    var isDecoration = false
    let reference: String?
    if let simple = ImageSources.simpleSource(of: tag) {
      reference = simple
    } else {
      isDecoration = ImageSources.isDecoration(tag)
      reference = ImageSources.of(tag).first?.reference
    }
    guard let reference else { return false }
    if !isDecoration, images.count < 16 { images.append(reference) }
    return true
  }
}
