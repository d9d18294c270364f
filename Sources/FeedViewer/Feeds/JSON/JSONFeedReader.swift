import FeedViewerBase

/// Reads JSON Feed 1 and 1.1, RSS in JSON and the demo format in one pass (formats.md, section 8).
///
/// Values of the wrong type are skipped. If the file is cut off or broken after some complete items, those are kept
/// and the position is noted.
struct JSONFeedReader: FileReader, ~Copyable {
  let file: String
  var scanner: JSONScanner
  var log = RepairLog()
  var html = HTMLText()
  var scratch = ByteBuffer()
  /// Room for a text that was encoded twice.
  var decodedAgain = ByteBuffer(capacity: 0)
  /// The string that was read last, if it has no escapes and is used in place.
  var plainString: Range<Int>?
  /// The strings of the array that was read last.
  var listed: [String] = []
  /// The item that is being read. Holds the memory of texts and lists from one item to the next.
  var entry = EntryDraft()
  /// The folders of an exported OPML file.
  var folders = FolderTable()
  var outlineCount: Int?
  /// The author names of an export, joined, if they are too long for an element of `authors`.
  var allAuthors: String?
  var feed = FeedDraft()
  /// The link of the feed, else the address of the feed itself, as far as they are known and are bases.
  var feedBase: String?
  var collector: EntryCollector
  /// The entries of a part of a text; nil if this reader reads a file.
  var partEntries: [ReadEntry]?
  var format: FeedFormat?
  private var version: String?
  private(set) var isCancelled = false
  private var isFinished = false
  /// Whether nothing that follows is read.
  var isDone: Bool { isCancelled || isFinished }
  /// The start of the item that is being read, and the number of repairs before it.
  private var itemStart = 0
  private var repairCountBefore = 0
  private var repairCount: Int { log.count + log.twiceEncodedCount + scanner.strayCommaCount }
  /// The state in which items can be read again alone; nil if that is not wanted.
  var context: JSONEntryContext?
  /// The bytes with which items of the array begin; nil while they are not known.
  var itemMarker: [UInt8]?
  /// Whether the file ends or breaks inside the last entry.
  private var hasIncompleteEntry = false

  // Inlined, its many fields would take kilobytes of each caller.
  @inline(never)
  init(_ text: consuming SourceText, named file: String, collector: consuming EntryCollector) {
    self.file = file
    scanner = JSONScanner(text)
    self.collector = collector
  }

  var isDoubtful: Bool { scanner.text.isDoubtful }

  mutating func read() throws(FeedError) -> Feed {
    /// Where the text is broken.
    var end: TextPlace?
    do throws(JSONScanner.Fault) {
      try readTop()
    } catch {
      guard collector.count > 0 else { throw failure(error) }
      let place = scanner.text.place(of: error.offset)
      end = place
      let complete = collector.count - (hasIncompleteEntry ? 1 : 0)
      if error.isCutOff { feed.completeCount = complete }
      log.note(
        error.what,
        Message(
          "read up to here, with \(complete) complete entry",
          plural: "read up to here, with \(complete) complete entries", count: complete),
        at: place)
    }
    collector.structure?.finish(scanner.text)
    if isCancelled { throw FeedError(file: file, reason: .cancelled) }
    if let failure = scanner.text.failure { throw FeedError(file: file, reason: failure) }
    noteStrayComma()
    if format == nil, version?.holds("jsonfeed.org/version/") == true { format = .jsonFeed }
    guard let format else {
      throw FeedError(file: file, reason: .notAFeed(found: Message("a JSON file of another kind")))
    }
    scanner.text.readRestOfPiece(after: scanner.position + (end == nil ? 0 : 1))
    if !collector.isSatisfied { log.noteComplaint(of: &scanner.text) }
    if let end { scanner.text.forgetRepairs(from: end) }
    if !collector.deliverBatch(feed: header(format), fractionDone: 1) {
      throw FeedError(file: file, reason: .cancelled)
    }
    var result = header(format)
    result.sections = collector.takeSections()
    result.warnings = log.finish(scanner.text)
    result.repairCount = log.count
    collector.structure?.unplacedRepairs = log.unplaced
    return result
  }

  private mutating func noteStrayComma() {
    guard let comma = scanner.strayComma else { return }
    log.note(Message("a comma before a closing bracket"), Message("ignored"), at: comma)
  }

  /// All repairs of the text. Call once, after reading.
  mutating func finishedLog() -> [FeedWarning] {
    noteStrayComma()
    return log.finish(scanner.text)
  }

  private mutating func failure(_ fault: JSONScanner.Fault) -> FeedError {
    let place = scanner.text.place(of: fault.offset)
    let reason: FeedError.Reason = fault.isCutOff ? .cutOff : .invalidJSON(fault.what)
    return FeedError(file: file, line: place.line, column: place.column, reason: reason)
  }

  func header(_ format: FeedFormat) -> Feed {
    var header = Feed(
      format: format, identifier: feed.identifier.value, title: feed.title.value,
      link: feed.link.value.map { Reference.resolve(named: $0, against: feed.identifier.value) },
      summary: feed.summary.value, language: feed.language.value,
      author: allAuthors ?? (feed.authors.isEmpty ? nil : feed.authors.joined(separator: ", ")),
      iconReference: feed.icon.value, repairCount: log.count)
    if allAuthors == nil, feed.authors.count > 1 { header.authors = feed.authors }
    header.writtenTitle = feed.writtenTitle
    header.pages = feed.pages
    header.completeCount = feed.completeCount
    header.outlineCount = outlineCount
    header.warnings = log.soFar(scanner.text)
    header.notes = collector.notes(on: scanner.text)
    return header
  }

  // MARK: Feed

  private mutating func readTop() throws(JSONScanner.Fault) {
    guard try scanner.peek() == .object else { return }
    scanner.enter()
    while let key = try scanner.nextKey() {
      switch name(key) {
      case "version": version = try string()
      case "title": try readFeedTitle()
      case "home_page_url":
        feed.link.offer(try address(), rank: 0)
        noteFeedBase()
      case "next_url": feed.pages.next = try address()
      case "feed_url":
        feed.identifier.offer(try string(), rank: 0)
        noteFeedBase()
      case "description":
        guard try readString() else { break }
        decodeOnce()
        feed.summary.offer(lines()?.validString, rank: 0)
      case "icon": feed.icon.offer(try reference(), rank: 0)
      case "favicon": feed.icon.offer(try reference(), rank: 1)
      case "language": feed.language.offer(LanguageTag.read(try string()), rank: 0)
      case "author", "authors":
        try readPeople()
        for name in listed { feed.addAuthor(name) }
      case "items" where try scanner.peek() == .array:
        format = format ?? .jsonFeed
        try readEntries(.item)
      case "feed" where try scanner.peek() == .array:
        format = format ?? .demo
        try readEntries(.demo)
      case JSONFeedExtension.key: try readExtension()
      case "rss": try readRSS()
      default: try scanner.skipValue()
      }
      if isDone { return }
    }
  }

  /// Notes that something was read that may be a base of all references.
  mutating func noteFeedBase() {
    let base = AddressBases.joined(feed.link.value, feed.identifier.value)
    guard base != feedBase else { return }
    feedBase = base
  }

  private mutating func readFeedTitle() throws(JSONScanner.Fault) {
    guard try readString() else { return }
    let written = html.plain(unescaped, style: .line)?.validString
    decodeOnce()
    feed.title.offer(html.plain(unescaped, style: .line)?.validString, rank: 0)
    feed.writtenTitle = written == feed.title.value ? nil : written
  }

  /// What the objects of an array of entries are.
  enum ItemKind: Sendable {
    /// Those of JSON Feed.
    case item
    case demo
    /// Those of RSS in JSON.
    case rss
  }

  mutating func readEntries(_ kind: ItemKind) throws(JSONScanner.Fault) {
    scanner.enter()
    if collector.needsContexts { noteContext(kind) }
    itemMarker = nil
    while try scanner.nextElement() {
      guard try scanner.peek() == .object else {
        try scanner.skipValue()
        continue
      }
      guard !collector.isFull else {
        if collector.countOmittedEntry() {
          log.noteTooManyEntries(collector.limit, at: scanner.position, in: &scanner.text)
        }
        try scanner.skipValue()
        continue
      }
      if collector.pieces != nil, itemMarker == nil { noteItemMarker() }
      try readItem(kind)
      if collector.isSatisfied {
        isFinished = true
        return
      }
      deliverDueBatch()
      if collector.passesEntries, !isCancelled { passItems() }
      if isCancelled { return }
    }
  }

  /// Delivers the entries, if there are enough of them.
  private mutating func deliverDueBatch() {
    guard collector.isBatchDue, let format else { return }
    let fraction = scanner.text.fraction(at: scanner.position)
    isCancelled = !collector.deliverBatch(feed: header(format), fractionDone: fraction)
  }

  /// Ends reading after a request to do so.
  mutating func cancel() { isCancelled = true }

  mutating func add(_ entry: consuming FeedEntry, section: String?, folder: FeedFolder? = nil) {
    if partEntries == nil {
      collector.add(entry, section: section, folder: folder, place: place)
    } else {
      let keyHash = entry.ownKeyHash
      partEntries?.append((entry, keyHash, section, folder, scanner.position))
    }
  }

  /// The place of the item that has just ended; nil if reading it again would give another one.
  private var place: EntryPlace? {
    guard let context, repairCount == repairCountBefore, !hasIncompleteEntry else { return nil }
    return EntryPlace(offset: itemStart, count: scanner.position - itemStart, context: context)
  }

  // MARK: Items

  /// Reads the next item and adds its entry.
  mutating func readItem(_ kind: ItemKind) throws(JSONScanner.Fault) {
    itemStart = scanner.position
    repairCountBefore = repairCount
    var extra: JSONFeedExtension?
    var section: String?
    do throws(JSONScanner.Fault) {
      switch kind {
      case .item: try readItem(&extra)
      case .demo: try readDemoItem(&section)
      case .rss: try readRSSItem()
      }
    } catch {
      if entry.hasContent {
        hasIncompleteEntry = true
        finish(kind, extra, section)
      }
      throw error
    }
    finish(kind, extra, section)
  }

  private mutating func finish(_ kind: ItemKind, _ extra: JSONFeedExtension?, _ section: String?) {
    collector.currentRequest?.offer(images: entry.images, feedBase: feedBase)
    if kind == .demo { add(entry.finish(base: feedBase), section: section) } else { finish(extra) }
  }

  private mutating func finish(_ extra: JSONFeedExtension?) {
    if entry.hasOmissions { log.noteLongList(at: scanner.position, in: &scanner.text) }
    if entry.images.contains(where: { $0.rank < ImageRank.inContent }) {
      entry.useBestImageAsThumbnail(base: feedBase)
    }
    var finished = entry.finish(base: feedBase)
    if let extra { finished.change(extra.apply) }
    add(finished, section: extra?.section, folder: extra?.folder)
  }

  private mutating func readItem(_ extra: inout JSONFeedExtension?) throws(JSONScanner.Fault) {
    scanner.enter()
    while let key = try scanner.nextKey() {
      switch name(key) {
      case "id": entry.identifier.offer(try readTextOrNumber() ? unescaped : nil, rank: 0, in: &entry.texts)
      case "url": try readLink(rank: 0)
      case "external_url": try readLink(rank: 1)
      case "title":
        guard try readString() else { break }
        entry.written.offerTitle(unescaped, rank: 0, in: &entry.texts)
        decodeOnce()
        entry.title.offer(title(), rank: 0, in: &entry.texts)
      case "content_html": try readHTML()
      case "content_text":
        guard try readString() else { break }
        entry.written.offerBody(unescaped, rank: 1, isSummary: false, in: &entry.texts)
        decodeOnce()
        entry.content.offer(lines(), rank: 1, in: &entry.texts)
        offerPlainArticle(rank: 1)
      case "summary":
        guard try readString() else { break }
        entry.written.offerBody(unescaped, rank: 0, isSummary: true, in: &entry.texts)
        decodeOnce()
        entry.summary.offer(lines(), rank: 0, in: &entry.texts)
        offerPlainArticle(rank: 2)
      case "image": entry.addImage(try reference() ?? "", rank: ImageRank.image)
      case "banner_image": entry.addImage(try reference() ?? "", rank: ImageRank.banner)
      case "date_published": try readDate(isUpdate: false)
      case "date_modified": try readDate(isUpdate: true)
      case "author":
        try readPeople()
        for name in listed { entry.addAuthor(name, rank: 1) }
      case "authors":
        try readPeople()
        for name in listed { entry.addAuthor(name, rank: 0) }
      case "tags":
        try readTags()
        for tag in listed { entry.addTag(tag) }
      case "language": entry.language.offer(LanguageTag.read(try string()), rank: 0, in: &entry.texts)
      case "attachments": try readAttachments()
      case JSONFeedExtension.key:
        if extra == nil { extra = JSONFeedExtension() }
        try extra?.read(&self)
      default: try scanner.skipValue()
      }
    }
  }

  private mutating func readDemoItem(_ section: inout String?) throws(JSONScanner.Fault) {
    scanner.enter()
    while let key = try scanner.nextKey() {
      switch name(key) {
      case "title":
        guard try readString() else { break }
        entry.written.offerTitle(unescaped, rank: 0, in: &entry.texts)
        decodeOnce()
        entry.title.offer(html.plain(unescaped, style: .line), rank: 0, in: &entry.texts)
      case "content":
        guard try readString() else { break }
        entry.written.offerBody(unescaped, rank: 0, isSummary: false, in: &entry.texts)
        decodeOnce()
        entry.content.offer(lines(), rank: 0, in: &entry.texts)
        offerPlainArticle(rank: 0)
      case "username":
        if let name = try plainTitle() { entry.addAuthor(name, rank: 0) }
      case "time": try readDate(isUpdate: false)
      case "imageName": entry.addImage(try reference() ?? "", rank: ImageRank.image)
      case "section": section = try plainTitle()
      default: try scanner.skipValue()
      }
    }
  }

  private mutating func readHTML() throws(JSONScanner.Fault) {
    guard try readString() else { return }
    entry.written.offerBody(unescaped, rank: 0, isSummary: false, in: &entry.texts)
    offerBody(isHTML: true, isSummary: false)
  }

  /// Offers the string that was read last.
  private mutating func offerPlainArticle(rank: UInt8) {
    if !unescaped.isEmpty { offerArticle(.plain, rank: rank) }
  }

  /// Offers the string that was read last as the body of the entry whose article is requested.
  mutating func offerArticle(_ format: ArticleSource.Format, rank: UInt8) {
    collector.currentRequest?.offer(
      format, format == .html ? unescapedHTML : unescaped, base: format == .html ? html.base : nil,
      feedBase: feedBase, feedLanguage: feed.language.value, rank: rank)
  }

  mutating func readDate(isUpdate: Bool) throws(JSONScanner.Fault) {
    if try readTextOrNumber() { offerDate(isUpdate: isUpdate) }
  }

  /// Offers the string that was read last as a date.
  mutating func offerDate(isUpdate: Bool) {
    if !isUpdate { entry.written.offerDate(unescaped, rank: 0, in: &entry.texts) }
    guard let date = DateReader.date(unescaped) else {
      entry.dateText.offer(unescaped.validString, rank: isUpdate ? 1 : 0)
      return
    }
    if isUpdate { entry.updated.offer(date, rank: 0) } else { entry.published.offer(date, rank: 0) }
  }

  private mutating func readAttachments() throws(JSONScanner.Fault) {
    // One alone may stand without an array.
    if try scanner.peek() == .object { return try readAttachment() }
    guard try enterArray() else { return }
    while try scanner.nextElement() { try readAttachment() }
  }

  private mutating func readAttachment() throws(JSONScanner.Fault) {
    guard try enterObject() else { return }
    var enclosure = Enclosure(url: "")
    while let key = try scanner.nextKey() {
      switch name(key) {
      case "url": try readAddress(of: &enclosure)
      case "mime_type": enclosure.type = try string()
      case "title": enclosure.title = try string()
      case "size_in_bytes": enclosure.length = try amount().map(Int64.init)
      case "duration_in_seconds": entry.offerDuration(try textOrNumber().flatMap(MediaDuration.seconds))
      default: try scanner.skipValue()
      }
    }
    add(enclosure)
  }

  /// Adds a file; a picture is shown in the text, too.
  mutating func add(_ enclosure: Enclosure) {
    guard !enclosure.url.isEmpty else { return }
    if enclosure.isPicture {
      entry.addImage(enclosure.reference ?? enclosure.url, rank: ImageRank.enclosure)
    }
    entry.addEnclosure(enclosure)
  }
}
