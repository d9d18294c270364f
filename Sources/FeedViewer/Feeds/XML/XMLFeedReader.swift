import FeedViewerBase
import Glibc

/// Reads RSS and Atom in one pass over the tokens of `XMLScanner`.
///
/// A stack of frames holds the role of each open element. One field at a time is captured into a buffer, including
/// nested markup, until its element ends. There is no recursion, and the stack holds at most 256 frames.
/// `XMLFeedReader+Elements.swift` defines the meaning of elements, `XMLFeedReader+Fields.swift` what becomes of their
/// text.
struct XMLFeedReader: FileReader, ~Copyable {
  /// The role of an open element.
  enum Role: UInt8 {
    case root, channel, image, entry, source, mediaGroup, mediaContent
    case outlineRoot, outlineHead, outlineBody, outline
    case person, personName, personAddress, personPage
    /// Part of a web page that may wrap a feed.
    case wrapper
    /// An element whose text is a field.
    case field
    /// Markup nested in a field.
    case markup
    case ignored

    var isPersonText: Bool { personPart != nil && self != .person }

    /// What a text in the element is of a person; nil if it is none.
    var personPart: PersonDraft.Part? {
      switch self {
      case .person: .own
      case .personName: .name
      case .personAddress: .address
      case .personPage: .page
      default: nil
      }
    }
  }

  struct Frame {
    var symbol: Int32
    var role: Role
    var declarations: Int32
    var bases: Int32
    var languages: Int32
  }

  static let depthLimit = 256

  let file: String
  var scanner: XMLScanner
  var names = XMLNameTable()
  var frames: [Frame] = []
  /// `xml:base` of the open elements, each resolved against the one around it.
  var bases: [String] = []
  /// The link of the feed, else the address of the feed itself, as far as they are known and are bases.
  private(set) var feedBase: String?
  /// How often that has changed.
  private(set) var feedBaseCount = 0
  var languages: [String] = []
  var entities: [String: [UInt8]] = [:]
  /// The bytes that declared entities may still expand to in this file: a reference of three bytes can expand to a
  /// thousand.
  var entityBudget = 10 << 20
  var log = RepairLog()
  var html = HTMLText()

  var format: FeedFormat?
  var feed = FeedDraft()
  var entry = EntryDraft()
  var outlines = OutlineStack()
  var collector: EntryCollector
  /// The field being captured.
  var field = Field.none
  var captured = ByteBuffer()
  /// Whether the field was decided by its start tag alone.
  var isDecidedByTag = false
  /// The tag that an attribute of the field's element names.
  var attributeTag: String?
  /// Whether the `media:content` that was read last has added a picture.
  var contentIsPicture = false
  var scratch = ByteBuffer(capacity: 256)
  /// The text of the field, if it was encoded twice.
  var decodedAgain = ByteBuffer(capacity: 0)
  /// The text of the field, as long as it is one range of the file that can be used in place.
  var borrowed: Range<Int>?
  var person = PersonDraft()
  var rootHasEnded = false
  /// Whether the document is a sequence of items without a root.
  var isFragment = false
  /// Whether the field contains nested markup, as opposed to escaped markup.
  var capturedMarkup = false
  /// The error to report if no feed is found in the web page.
  var pendingRefusal: FeedError.Reason?
  /// The open elements beyond the depth limit, by name.
  private(set) var openBeyondLimit: [Int32: Int] = [:]
  var warnedPrefixes: Set<String> = []
  var fieldIsCut = false
  /// Whether the file ends inside the field's text.
  private(set) var fieldIsCutOff = false
  /// The number of elements that were opened around entries.
  private(set) var containerCount = 0
  /// The name of the last entry's element as it was written; nil while it is not needed.
  private(set) var lastEntryName: (symbol: Int32, name: [UInt8])?
  /// The state in which the next entries can be read again alone; nil if there is none.
  var context: XMLEntryContext?
  /// The number of contexts so far.
  var contextCount = 0
  /// Whether the last token was repaired.
  private(set) var tokenIsRepaired = false
  /// Where the open entry starts, if it can be read again alone, and the number of repairs before it.
  var entryStart: (offset: Int, repairCount: Int)?
  /// The symbol of the last entry's element.
  private(set) var lastEntrySymbol: Int32?
  /// The entries of a part of a text; nil if this reader reads a file.
  var partEntries: [ReadEntry]?

  // Inlined, its many fields would take kilobytes of each caller.
  @inline(never)
  init(_ text: consuming SourceText, named file: String, collector: consuming EntryCollector) {
    self.file = file
    scanner = XMLScanner(text)
    self.collector = collector
  }

  // MARK: Bases

  /// Notes that something was read that may be a base of all references.
  mutating func noteFeedBase() {
    let base = AddressBases.joined(feed.link.value, feed.selfAddress)
    guard base != feedBase else { return }
    feedBase = base
    feedBaseCount += 1
  }

  /// Takes the base of the feed that another reader has found.
  mutating func takeFeedBase(_ base: String?) { feedBase = base }

  /// The base of references outside of texts.
  var base: String? { bases.isEmpty ? feedBase : AddressBases.joined(bases.last, feedBase) }

  // MARK: The loop

  var isDoubtful: Bool { scanner.text.isDoubtful }

  mutating func read() throws(FeedError) -> Feed {
    while !rootHasEnded {
      if frames.last?.role == .entry { scanner.skipBlank() }
      let token = scanner.next()
      tokenIsRepaired = !scanner.repairs.isEmpty
      if tokenIsRepaired { noteScannerRepairs() }
      switch token {
      case .start: try startElement()
      case .end:
        try endElement()
        if collector.needsContexts { noteContext() }
        if collector.passesEntries { try passEntries() }
      case .text(let range): readText(range)
      case .characterData(let range): readCharacterData(range)
      case .documentType(let range):
        if frames.isEmpty { readEntities(range) }
        // Whether it ends depends on others before it.
        entryStart = nil
      case .endOfFile:
        try endOfFile()
        rootHasEnded = true
      }
    }
    collector.structure?.finish(scanner.text)
    if let failure = scanner.text.failure { throw FeedError(file: file, reason: failure) }
    guard let format else {
      let reason: FeedError.Reason =
        scanner.endsInTag ? .cutOff : .notAFeed(found: Message("an XML document without a feed in it"))
      throw FeedError(file: file, reason: pendingRefusal ?? reason)
    }
    let needed = max(scanner.position, scanner.tokenStart + XMLScanner.lookAhead)
    scanner.text.readRestOfPiece(after: needed)
    if !collector.isSatisfied { log.noteComplaint(of: &scanner.text) }
    if !collector.deliverBatch(feed: header(format), fractionDone: 1) {
      throw FeedError(file: file, reason: .cancelled)
    }
    return finishedFeed(format)
  }

  private mutating func endOfFile() throws(FeedError) {
    guard !frames.isEmpty, format != nil else { return }
    let complete = collector.count
    feed.completeCount = complete
    let entryIsOpen = frames.contains { $0.role == .entry }
    fieldIsCutOff = !scanner.endsInTag
    try closeFrames(downTo: 0, entriesAreCutOff: entryIsOpen)
    log.note(
      Message("the file ends in the middle"),
      Message(
        "cut off after \(complete) complete entry", plural: "cut off after \(complete) complete entries",
        count: complete),
      at: scanner.text.end, in: &scanner.text)
  }

  // MARK: Elements

  /// The symbol of the name of the start tag that was just read.
  @inline(__always)
  mutating func startTagSymbol() -> Int32 {
    guard let number = scanner.tagNumber else { return names.symbol(of: scanner.bytes(scanner.name)) }
    if let symbol = scanner.tags.symbol(of: number) { return symbol }
    let symbol = names.symbol(of: scanner.bytes(scanner.name))
    scanner.tags.setSymbol(symbol, of: number)
    return symbol
  }

  mutating func startElement() throws(FeedError) {
    let symbol = startTagSymbol()
    var top = frames.last?.role
    if top == .field || top == .markup {
      if startsNewEntry(symbol) {
        try closeOpenEntry()
        top = frames.last?.role
      } else {
        appendStartTag()
        guard !scanner.isSelfClosing else { return }
        if frames.count < XMLFeedReader.depthLimit { push(symbol, .markup) } else { openBeyondLimit(symbol) }
        return
      }
    }
    let marks = (names.declarationCount, bases.count, languages.count)
    let isRemembered = top == .entry && takeRememberedField()
    if isRemembered, readContent(.field, after: marks) { return }
    let repairCount = log.count
    if scanner.mayTellWhatIsInherited { readInheritedAttributes() }
    if log.count > repairCount { tokenIsRepaired = true }
    let (module, local, isDeclared) = names.element(of: symbol)
    if !isDeclared { noteUndeclaredPrefix(of: symbol) }
    if top == .entry || top == .mediaGroup || top == .mediaContent || top == .person, isItem(local, module),
      startsNewEntry(symbol)
    {
      try closeOpenEntry()
      top = frames.last?.role
    }
    let role: Role
    if isRemembered {
      role = .field
    } else if let top, top != .wrapper {
      isDecidedByTag = false
      role = self.role(of: local, in: module, inside: top)
      if isDecidedByTag, top == .entry, isDeclared, !tagIsInherited(after: marks) { rememberField() }
    } else {
      role = try rootRole(of: local, in: module, symbol: symbol)
    }
    if top == .entry && role == .field || top == .person && role.isPersonText, readContent(role, after: marks)
    {
      return
    }
    if frames.count < XMLFeedReader.depthLimit {
      frames.append(
        Frame(
          symbol: symbol, role: role, declarations: Int32(marks.0), bases: Int32(marks.1),
          languages: Int32(marks.2)))
      if role == .entry {
        if collector.needsContexts {
          lastEntrySymbol = symbol
          beginPlace()
        }
        beginEntry()
        if collector.passesEntries {
          lastEntryName = (symbol, Array(scanner.bytes(scanner.name)))
        }
      }
      if role == .channel || role == .root { containerCount += 1 }
      if role == .outline { try beginOutline() }
      if scanner.isSelfClosing { try closeFrames(downTo: frames.count - 1) }
    } else {
      if role == .outline {
        try beginOutline()
        try finishOutline()
      }
      if !scanner.isSelfClosing { openBeyondLimit(symbol) }
    }
  }

  /// Takes the field of a start tag that was read before, if it has the same meaning here.
  @inline(__always)
  private mutating func takeRememberedField() -> Bool {
    guard let number = scanner.tagNumber, let known = scanner.tags.field(of: number),
      known.declarations == names.version, known.format == format
    else { return false }
    _ = take(known.field.target, rank: known.field.rank, known.field.text)
    return true
  }

  private mutating func rememberField() {
    guard let number = scanner.tagNumber, let format else { return }
    scanner.tags.setField(
      XMLTagMemory.KnownField(field: field, declarations: names.version, format: format), of: number)
  }

  /// Whether the start tag tells anything that applies to what is below it.
  private func tagIsInherited(after marks: (declarations: Int, bases: Int, languages: Int)) -> Bool {
    marks != (names.declarationCount, bases.count, languages.count)
  }

  private mutating func push(_ symbol: Int32, _ role: Role) {
    frames.append(
      Frame(
        symbol: symbol, role: role, declarations: Int32(names.declarationCount), bases: Int32(bases.count),
        languages: Int32(languages.count)))
  }

  /// Whether a start tag opens an entry inside another one, whose end tag must be missing.
  private mutating func startsNewEntry(_ symbol: Int32) -> Bool {
    let (module, local) = names.meaning(of: symbol)
    guard isItem(local, module) else { return false }
    return frames.contains { $0.role == .entry && $0.symbol == symbol }
  }

  private mutating func closeOpenEntry() throws(FeedError) {
    guard let index = frames.lastIndex(where: { $0.role == .entry }) else { return }
    log.note(
      Message("an entry without its end tag"), Message("closed where the next one starts"),
      at: scanner.name.lowerBound,
      in: &scanner.text)
    try closeFrames(downTo: index)
  }

  /// Remembers an element that was not pushed, so that its end tag does not close another one of the same name.
  private mutating func openBeyondLimit(_ symbol: Int32) {
    if openBeyondLimit.isEmpty {
      log.note(
        Message("elements nested more than \(XMLFeedReader.depthLimit) deep"),
        Message("only their text kept"),
        at: scanner.name.lowerBound, in: &scanner.text)
    }
    openBeyondLimit[symbol, default: 0] += 1
  }

  mutating func endElement() throws(FeedError) {
    let symbol = names.symbol(of: scanner.bytes(scanner.name))
    // Nearly all end tags close the element that was opened last.
    if symbol == frames.last?.symbol, openBeyondLimit.isEmpty {
      return try closeFrames(downTo: frames.count - 1)
    }
    // The name may be incomplete.
    if scanner.endsInTag, symbol != frames.last?.symbol { return }
    if let count = openBeyondLimit[symbol] {
      openBeyondLimit[symbol] = count > 1 ? count - 1 : nil
      return
    }
    guard let index = frames.lastIndex(where: { $0.symbol == symbol }) else {
      log.note(
        Message("an end tag that matches nothing: </\(scanner.bytes(scanner.name).string)>"),
        Message("ignored"),
        at: scanner.name.lowerBound, in: &scanner.text)
      return
    }
    if index < frames.count - 1 {
      let open = names.symbols[Int(frames[frames.count - 1].symbol)].local
      log.note(
        Message("<\(open)> is not closed before </\(scanner.bytes(scanner.name).string)>"),
        Message("closed there"),
        at: scanner.name.lowerBound, in: &scanner.text)
    }
    try closeFrames(downTo: index)
  }

  /// Closes open elements, innermost first.
  private mutating func closeFrames(downTo count: Int, entriesAreCutOff: Bool = false) throws(FeedError) {
    while frames.count > count {
      let frame = frames.removeLast()
      switch frame.role {
      case .markup: appendEndTag(frame.symbol)
      case .field: finishField()
      case .person: finishPerson()
      case .entry:
        if !entriesAreCutOff || entry.hasContent { try finishEntry() }
      case .outline: try finishOutline()
      case .root, .outlineRoot: rootHasEnded = true
      default: break
      }
      if names.declarationCount > frame.declarations {
        names.endDeclarations(downTo: Int(frame.declarations))
      }
      if bases.count > frame.bases { bases.removeLast(bases.count - Int(frame.bases)) }
      if languages.count > frame.languages { languages.removeLast(languages.count - Int(frame.languages)) }
    }
    // The elements beyond the depth limit were inside, so they are closed too.
    if !openBeyondLimit.isEmpty { openBeyondLimit.removeAll() }
    if frames.isEmpty, isFragment { rootHasEnded = false }
  }

  private mutating func finishEntry() throws(FeedError) {
    if entry.hasOmissions { log.noteLongList(at: scanner.position, in: &scanner.text) }
    try add(completedEntry())
  }

  mutating func add(_ done: consuming FeedEntry, in folder: FeedFolder? = nil) throws(FeedError) {
    if partEntries != nil {
      let keyHash = done.ownKeyHash
      partEntries?.append((done, keyHash, nil, nil, scanner.position))
      return
    }
    guard !collector.isFull else {
      if collector.countOmittedEntry() {
        log.noteTooManyEntries(collector.limit, at: scanner.position, in: &scanner.text)
      }
      return
    }
    collector.add(done, folder: folder, place: finishPlace())
    if collector.isSatisfied { rootHasEnded = true }
    if collector.isBatchDue, let format {
      let fraction = scanner.text.fraction(at: scanner.position)
      if !collector.deliverBatch(feed: header(format), fractionDone: fraction) {
        throw FeedError(file: file, reason: .cancelled)
      }
    }
  }

  mutating func noteScannerRepairs() {
    defer { scanner.repairs.removeAll(keepingCapacity: true) }
    // A file may consist of nothing but repairs: their messages are not made in vain.
    guard !log.isFull else { return log.add(count: scanner.repairs.count) }
    for (repair, position) in scanner.repairs {
      let (found, done) = repair.words
      switch position {
      case .offset(let offset): log.note(found, done, at: offset, in: &scanner.text)
      case .place(let place): log.note(found, done, at: place)
      }
    }
  }
}

extension XMLScanner.Repair {
  fileprivate var words: (found: Message, repair: Message) {
    switch self {
    case .bareLessThan: (Message("a “<” that starts no tag"), Message("kept as text"))
    case .unquotedValue: (Message("an attribute value without quotes"), Message("read up to the next space"))
    case .attributeWithoutValue: (Message("an attribute without a value"), Message("read as empty"))
    case .unclosedCDATA: (Message("a CDATA section without its end"), Message("read to the end of the file"))
    case .unclosedComment: (Message("a comment without its end"), Message("skipped to the end of the file"))
    case .unclosedTag: (Message("a tag without its “>”"), Message("closed there"))
    case .unclosedDocumentType:
      (Message("a DOCTYPE that does not end or is too long"), Message("skipped to its first “>”"))
    case .tooManyAttributes: (Message("a tag with more than 256 attributes"), Message("the others ignored"))
    }
  }
}
