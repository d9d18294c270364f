/// Finishes fields when their element ends, and entries when the entry ends.
extension XMLFeedReader {
  mutating func finishField() {
    let field = field
    self.field = .none
    var bytes = (borrowed.map { scanner.bytes($0) } ?? captured.view).trimmed
    dropBorrowed()
    if fieldIsCutOff {
      if field.target.needsWholeText { return }
      let whole = TruncatedMarkup.withoutOpenMarkup(bytes)
      // An incomplete tag does not make a title HTML, but it does make a body HTML.
      if isHTML(whole, field.text) || !field.isTitle && isHTML(bytes, field.text) { bytes = whole.trimmed }
    }
    if field.isOfMedia { offerMediaText(bytes, field) }
    switch field.target {
    case .none: break
    case .feedTitle:
      if feed.title.wants(field.rank) {
        let written = text(bytes, field.text, .line)?.validString
        feed.title.offer(text(once(bytes, field.text), field.text, .line)?.validString, rank: field.rank)
        feed.writtenTitle = written == feed.title.value ? nil : written
      }
    case .feedSummary:
      if feed.summary.wants(field.rank) {
        feed.summary.offer(text(once(bytes, field.text), field.text, .blocks)?.validString, rank: field.rank)
      }
    case .feedLink:
      feed.link.replace(reference(bytes).map { resolvedByXMLBase($0) }, rank: field.rank)
      noteFeedBase()
    case .feedIdentifier: feed.identifier.offer(string(bytes), rank: field.rank)
    case .feedLanguage: feed.language.replace(LanguageTag.read(string(bytes)), rank: field.rank)
    case .feedIcon: feed.icon.offer(reference(bytes).map { resolvedByXMLBase($0) }, rank: field.rank)
    case .feedAuthor:
      if let name = PersonName.read(bytes.validString) { feed.addAuthor(name, isLate: field.rank > 0) }
    case .title, .groupTitle, .pictureTitle:
      entry.written.offerTitle(bytes, rank: field.rank, in: &entry.texts)
      guard field.target != .title || entry.title.wants(field.rank) else { return }
      let title = text(once(bytes, field.text), field.text, .line)
      if field.target == .groupTitle { entry.offerTitleOfGroup(title?.validString) }
      if field.target == .pictureTitle { entry.offerTitleOfPicture(title?.validString) }
      entry.title.offer(title, rank: field.rank, in: &entry.texts)
    case .content:
      entry.written.offerBody(bytes, rank: field.rank, isSummary: false, in: &entry.texts)
      guard entry.content.wants(field.rank) else { return }
      bytes = once(bytes, field.text)
      let text = text(bytes, field.text, .blocks)
      if text == nil { offerPictureWords(bytes, field.rank) }
      entry.content.offer(text, rank: field.rank, in: &entry.texts)
      addImages(rank: ImageRank.inContent)
      offerArticle(bytes, field.text, rank: field.rank)
    case .summary, .podcastSummary, .lateSummary:
      if field.target != .lateSummary {
        entry.written.offerBody(bytes, rank: field.rank, isSummary: true, in: &entry.texts)
      }
      // Beside full content, the podcast summary wins, because the description often repeats the content.
      let replaces = field.target == .podcastSummary && entry.content.range != nil
      guard replaces || entry.summary.wants(field.rank) else { return }
      bytes = once(bytes, field.text)
      let text = text(bytes, field.text, .blocks)
      if text == nil { offerPictureWords(bytes, 100 + field.rank) }
      if replaces {
        entry.summary.put(text, rank: field.rank, in: &entry.texts)
      } else {
        entry.summary.offer(text, rank: field.rank, in: &entry.texts)
      }
      addImages(rank: ImageRank.inSummary)
      offerArticle(bytes, field.text, rank: 100 + field.rank)
    default: finishSmallField(field, bytes)
    }
  }

  /// Adds the images of the text that was read last.
  private mutating func addImages(rank: Int) {
    for image in html.images { entry.addImage(image, rank: rank, base: textBase) }
  }

  /// The base of references in the text that was read last, but for that of its entry.
  private var textBase: String? {
    bases.isEmpty ? html.base : AddressBases.joined(bases.last, html.base) ?? bases.last
  }

  /// Keeps what the pictures of a text say that has no words of its own.
  private mutating func offerPictureWords(_ bytes: UnsafeBufferPointer<UInt8>, _ rank: UInt8) {
    if entry.pictureWords.wants(rank) {
      entry.pictureWords.offer(HTMLText.pictureWords(in: bytes), rank: rank)
    }
  }

  /// A text without its second encoding, if it was encoded twice. Valid until the next one.
  private mutating func once(
    _ bytes: UnsafeBufferPointer<UInt8>, _ kind: Field.Text
  ) -> UnsafeBufferPointer<UInt8> {
    guard TwiceEncodedText.decode(bytes, isHTML: isHTML(bytes, kind), into: &decodedAgain) else {
      return bytes
    }
    log.noteTwiceEncodedText(at: scanner.position, in: &scanner.text)
    return decodedAgain.view
  }

  private mutating func finishSmallField(_ field: Field, _ bytes: UnsafeBufferPointer<UInt8>) {
    switch field.target {
    case .identifier: entry.identifier.offer(verbatim(bytes), rank: field.rank, in: &entry.texts)
    case .permalink:
      guard let value = verbatim(bytes) else { return }
      let range = entry.texts.place(of: value)
      entry.identifier.offer(range, rank: field.rank)
      if value.startsIgnoringCase("http") { entry.permalink = webAddress(range) }
    case .link: offerLink(bytes, rank: field.rank)
    case .published, .updated, .created: offerDate(bytes, field)
    case .author:
      guard let text = text(bytes, .titleRule, .line) else { return }
      if PersonName.isPlain(text) {
        entry.addAuthor(text, rank: field.rank)
      } else if let name = PersonName.read(text.validString) {
        entry.addAuthor(name, rank: field.rank)
      }
    case .tag:
      if let tag = attributeTag.take() {
        entry.addTag(tag)
      } else if let tag = text(bytes, field.text, .line) {
        entry.addTag(tag)
      }
    case .tagList:
      for tag in (text(bytes, .titleRule, .line)?.validString ?? "").split(separator: ",") {
        entry.addTag(tag.trimmingSpaces)
      }
    case .language: entry.language.offer(LanguageTag.read(string(bytes)), rank: field.rank, in: &entry.texts)
    case .image: entry.addImage(CleanAddress.of(bytes.string), rank: ImageRank.podcast, base: bases.last)
    default: finishDetail(field, bytes)
    }
  }

  /// Finishes the rarely present fields.
  private mutating func finishDetail(_ field: Field, _ bytes: UnsafeBufferPointer<UInt8>) {
    switch field.target {
    case .contributor:
      if let text = text(bytes, .titleRule, .line), let name = PersonName.read(text.validString) {
        entry.addContributor(name)
      }
    case .sourceTitle: entry.offerSource(title: text(bytes, field.text, .line)?.validString)
    case .commentsAddress: entry.offerComments(address: address(bytes))
    case .commentsFeed: entry.offerComments(feedAddress: address(bytes))
    case .commentCount: entry.offerComments(count: string(bytes).flatMap(WrittenNumber.amount))
    case .mediaTitle: entry.offerTitleOfFile(text(bytes, field.text, .line)?.validString)
    case .duration: entry.offerDuration(string(bytes).flatMap(MediaDuration.seconds))
    default: break
    }
  }

  mutating func finishPerson() {
    guard let name = person.result else { return }
    switch person.owner {
    case .feed: feed.addAuthor(name)
    case .contributor: entry.addContributor(name)
    case .entry, .source:
      entry.addAuthor(name, rank: person.rank)
      entry.lastAuthorWins = true
    }
  }

  /// Identifiers, addresses and the like are plain text; with nested markup they are invalid.
  private mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    bytes.isEmpty || capturedMarkup ? nil : bytes.validString
  }

  /// The bytes of such a text.
  private func verbatim(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    bytes.isEmpty || capturedMarkup ? nil : bytes
  }

  private mutating func offerLink(_ bytes: UnsafeBufferPointer<UInt8>, rank: UInt8) {
    entry.written.offerLink(bytes, rank: rank, in: &entry.texts)
    guard entry.link.wants(rank) else { return }
    if let address = verbatim(bytes), Reference.isWebAddress(address), CleanAddress.isClean(address) {
      entry.link.offer(address, rank: rank, in: &entry.texts)
    } else if let reference = reference(bytes) {
      entry.offerLink(reference, rank: rank, base: base)
    }
  }

  /// The reference that a text is, clean; nil for an unsafe one.
  private mutating func reference(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard let text = string(bytes).map(CleanAddress.of), !text.isEmpty, Reference.isSafe(text) else {
      return nil
    }
    return text
  }

  private mutating func address(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    reference(bytes).map { resolved($0) }
  }

  /// An address that is among the texts of the entry, clean; nil if it is none of the web.
  private mutating func webAddress(_ range: Range<Int>) -> Range<Int>? {
    let bytes = entry.bytes(range)
    if Reference.isWebAddress(bytes), CleanAddress.isClean(bytes) { return range }
    let address = Reference.resolve(CleanAddress.of(bytes.validString), against: nil)
    return Reference.isWebAddress(address) ? entry.texts.place(of: address) : nil
  }

  private mutating func offerDate(_ bytes: UnsafeBufferPointer<UInt8>, _ field: Field) {
    guard !bytes.isEmpty else { return }
    if field.target == .published { entry.written.offerDate(bytes, rank: field.rank, in: &entry.texts) }
    guard let date = DateReader.date(bytes) else {
      entry.dateText.offer(
        html.plain(bytes, style: .line)?.validString, rank: field.target == .published ? 0 : 1)
      return
    }
    switch field.target {
    case .published: entry.published.offer(date, rank: field.rank)
    case .created: entry.created.offer(date, rank: field.rank)
    default: entry.updated.replace(date, rank: field.rank)
    }
  }

  /// The plain text of a field, valid until the next one. Afterwards, `html.images` are the images in it.
  private mutating func text(
    _ bytes: UnsafeBufferPointer<UInt8>, _ kind: Field.Text, _ style: HTMLText.Style
  ) -> UnsafeBufferPointer<UInt8>? {
    if case .base64(let decodedKind) = kind, var decoded = XMLFeedReader.decodedBase64(bytes) {
      return decoded.withUTF8 { text($0, decodedKind.text, style) }
    }
    if isData(bytes, kind) { return html.plain(UnsafeBufferPointer(start: nil, count: 0), style: style) }
    if isHTML(bytes, kind) { return html.text(of: bytes, style: style) }
    // RFC 4287, section 3.1.1.1: line breaks are all the layout that a text of this type has.
    var keepsLines = false
    if case .plain = kind { keepsLines = style == .blocks && isAtomFeed }
    return html.plain(bytes, style: style, keepsLines: keepsLines)
  }

  /// Keeps the body of the entry whose article is requested.
  private mutating func offerArticle(_ bytes: UnsafeBufferPointer<UInt8>, _ kind: Field.Text, rank: UInt8) {
    guard let request = collector.currentRequest else { return }
    if case .file = kind {
      // RFC 4287, section 4.1.3.3: any other type is Base64.
      guard let decoded = Base64.decoded(bytes), let type = PictureType.of(decoded) else { return }
      var image = "<img src=\"data:\(type);base64,\(bytes.string.filter { !$0.isWhitespace })\">"
      image.withUTF8 {
        request.offer(
          .html, $0, base: nil, feedBase: feedBase, feedLanguage: feed.language.value, rank: rank)
      }
      return
    }
    if case .base64(let decodedKind) = kind, var decoded = XMLFeedReader.decodedBase64(bytes) {
      decoded.withUTF8 { offerArticle($0, decodedKind.text, rank: rank) }
    } else if !isData(bytes, kind) {
      request.offer(
        isHTML(bytes, kind) ? .html : .plain, bytes, isXML: capturedMarkup, base: textBase,
        feedBase: feedBase, language: languages.last, feedLanguage: feed.language.value, rank: rank)
    }
  }

  /// Keeps a text about the media of the entry whose article is requested.
  private mutating func offerMediaText(_ bytes: UnsafeBufferPointer<UInt8>, _ field: Field) {
    guard let request = collector.currentRequest, !bytes.isEmpty else { return }
    let isHTML = isHTML(bytes, field.text)
    let isTwiceEncoded = TwiceEncodedText.decode(bytes, isHTML: isHTML, into: &decodedAgain)
    let text = isTwiceEncoded ? decodedAgain.view.string : bytes.string
    let picture = field.isOfPicture ? entry.images.last?.reference : nil
    request.offer(
      MediaText(format: isHTML ? .html : .plain, text: text, isXML: capturedMarkup, picture: picture))
  }

  private mutating func isHTML(_ bytes: UnsafeBufferPointer<UInt8>, _ kind: Field.Text) -> Bool {
    switch kind {
    // Nested elements in a plain text are meant as markup, whatever the type says.
    case .plain: capturedMarkup
    case .html, .markup: true
    case .titleRule: capturedMarkup || MarkupRule.isTitleHTML(bytes)
    case .bodyRule: MarkupRule.isBodyHTML(bytes)
    // Text that is not valid base64.
    case .base64, .file: false
    }
  }

  /// Whether a text is the Base64 of a picture, a document or a sound, and not of a text: it has no words (RFC 4287, section
  /// 4.1.3.3).
  private func isData(_ bytes: UnsafeBufferPointer<UInt8>, _ kind: Field.Text) -> Bool {
    switch kind {
    case .file: true
    case .base64: Base64.isCertain(bytes)
    default: false
    }
  }

  private static func decodedBase64(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard let decoded = Base64.decoded(bytes), !decoded.contains(0) else { return nil }
    let hasMark = decoded.starts(with: [0xEF, 0xBB, 0xBF])
    guard let text = String(validating: decoded.dropFirst(hasMark ? 3 : 0), as: UTF8.self) else { return nil }
    // Noncharacters are replaced, as in all other texts.
    let isClean = text.unicodeScalars.allSatisfy { $0 != "\u{FFFE}" && $0 != "\u{FFFF}" }
    if isClean { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0 == "\u{FFFE}" || $0 == "\u{FFFF}" ? "\u{FFFD}" : $0 }))
  }

  // MARK: Results

  /// The entry, with fallbacks for missing fields.
  mutating func completedEntry() -> FeedEntry {
    // RFC 4287, section 4.2.9: the date of publication is that of an event early in the life of the entry, typically of its
    // creation, which Atom 0.3 dates alone.
    if isAtomFeed { entry.published.offer(entry.created.value, rank: 9) }
    collector.currentRequest?.offer(images: entry.images, players: entry.players, feedBase: feedBase)
    entry.link.offer(entry.permalink, rank: 6)
    if isAtomFeed, let identifier = entry.identifier.range, entry.bytes(identifier).startsIgnoringCase("http")
    {
      entry.link.offer(webAddress(identifier), rank: 8)
    }
    return entry.finish(base: feedBase)
  }

  /// What is known of the feed so far, without entries.
  func header(_ format: FeedFormat) -> Feed {
    let identifier = feed.identifier.value
    var header = Feed(
      format: format, identifier: identifier ?? feed.selfAddress, title: feed.title.value,
      // An Atom id is also an address (RFC 4287, section 4.2.6).
      link: feed.link.value.map { Reference.resolve(named: $0, against: feed.selfAddress) }
        ?? (isAtomFeed ? identifier.map(CleanAddress.of).flatMap { Reference.isSafe($0) ? $0 : nil } : nil),
      summary: feed.summary.value, language: feed.language.value,
      author: feed.authors.isEmpty ? nil : feed.authors.joined(separator: ", "),
      iconReference: feed.icon.value,
      warnings: log.soFar(scanner.text), repairCount: log.count)
    header.writtenTitle = feed.writtenTitle
    if feed.authors.count > 1 { header.authors = feed.authors }
    header.pages = feed.pages
    header.completeCount = feed.completeCount
    header.notes = collector.notes(on: scanner.text)
    if format == .opml { header.outlineCount = outlines.total }
    return header
  }

  mutating func finishedFeed(_ format: FeedFormat) -> Feed {
    var result = header(format)
    result.sections = collector.takeSections()
    result.warnings = log.finish(scanner.text)
    result.repairCount = log.count
    collector.structure?.unplacedRepairs = log.unplaced
    return result
  }
}
