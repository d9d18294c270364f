/// An entry while its elements are being read. The tables in formats.md, sections 5 to 7, say which element wins.
struct EntryDraft: ~Copyable {
  /// The bytes of the texts, those included that others have replaced.
  var texts = ByteBuffer(capacity: 2_048)
  /// The texts as they are written, which identify the entry.
  var written = WrittenTexts()
  var identifier = RankedText()
  var title = RankedText()
  var link = RankedText()
  /// The link as it is written, with its rank, if a base made another address of it.
  private var linkReference: (text: String, rank: UInt8)?
  var content = RankedText()
  var summary = RankedText()
  var language = RankedText()
  var published = Ranked<FeedDate>()
  var updated = Ranked<FeedDate>()
  var created = Ranked<FeedDate>()
  var dateText = Ranked<String>()
  /// The words of pictures in texts that have no other words.
  var pictureWords = Ranked<String>()
  /// Names, in `texts`, with the rank of their element. `inheritedAuthor` and higher ranks are used only for the byline.
  private var authors: [(name: Range<Int>, rank: UInt8)] = []
  /// Whether the last of several equally ranked names is the author: later person constructs override earlier ones.
  var lastAuthorWins = false
  /// In `texts`.
  private var tags: [Range<Int>] = []
  /// The tags as strings, if there are more than two.
  private var longList: [String] = []
  private(set) var enclosures: [Enclosure] = []
  /// Sets for finding duplicates in lists that are too long to be searched.
  private var knownTags = DuplicateFilter()
  private var knownFiles = DuplicateFilter()
  private var knownContributors = DuplicateFilter()
  var thumbnails: [(url: String, width: Int)] = []
  /// A picture that the entry names.
  struct Picture {
    var reference: String
    /// The rank of its kind (formats.md, section 9).
    var rank: Int
    /// The base that counts more than those of the entry and the feed.
    var base: String?
    /// The number of the group whose members show the same, counted from 1; nil if it is in none.
    var group: Int?
    /// What it is called where its feed names it.
    var title: String?
  }

  var images: [Picture] = []
  /// The pages that play the media whose own address is not named, resolved.
  private(set) var players: [String] = []
  /// A group of media (Media RSS 1.5.1, media:group).
  struct MediaGroup {
    /// Counted from 1; 0 if there is none.
    var number = 0
    var title: String?
    /// The number of files before it.
    var firstFile = 0
  }

  /// The last group that was begun.
  private(set) var group = MediaGroup()
  var details = EntryDetails()
  /// A `guid` that may serve as the link, in `texts`.
  var permalink: Range<Int>?
  /// Where the entries are kept.
  private var blocks = EntryBlocks()
  /// The length of the authors' names in bytes.
  private var authorLength = 0

  /// The bytes of a text, valid until the next one is added.
  func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: texts.view[range])
  }

  /// Whether an entry that is cut off by the end of the file is worth showing.
  var hasContent: Bool {
    title.range != nil || content.range != nil || summary.range != nil || link.range != nil
      || !enclosures.isEmpty || !images.isEmpty
  }

  /// Whether a list exceeded `listLimit`, so that elements were omitted.
  private(set) var hasOmissions = false

  /// Whether a list of `count` elements may grow. Remembers that an element was omitted if not.
  private mutating func hasRoom(behind count: Int) -> Bool {
    if count < EntryDraft.listLimit { return true }
    hasOmissions = true
    return false
  }

  mutating func addAuthor(_ name: String, rank: UInt8) {
    var name = name
    name.withUTF8 { addAuthor($0, rank: rank) }
  }

  mutating func addAuthor(_ name: UnsafeBufferPointer<UInt8>, rank: UInt8) {
    authorLength += name.count
    // All names together are one text.
    if hasRoom(behind: authorLength <= FeedLimits.fieldLength ? authors.count : .max) {
      authors.append((texts.place(of: name), rank))
    }
  }

  /// A file that several elements name is listed once.
  mutating func addEnclosure(_ enclosure: Enclosure) {
    guard hasRoom(behind: enclosures.count) else { return }
    if knownFiles.insert(enclosure.url, among: enclosures.lazy.map(\.url)) { enclosures.append(enclosure) }
  }

  /// The title of the file that was added last, unless it has one of its own.
  mutating func offerTitleOfFile(_ title: String?) {
    guard let last = enclosures.indices.last else { return }
    if let known = enclosures[last].title, known != group.title { return }
    enclosures[last].title = title
  }

  mutating func beginGroup() { group = MediaGroup(number: group.number + 1, firstFile: enclosures.count) }

  /// The title of the files and pictures of the group, but for those that have one.
  mutating func offerTitleOfGroup(_ title: String?) {
    guard group.title == nil, let title else { return }
    group.title = title
    for index in enclosures.indices.dropFirst(group.firstFile) where enclosures[index].title == nil {
      enclosures[index].title = title
    }
    for index in images.indices where images[index].group == group.number && images[index].title == nil {
      images[index].title = title
    }
  }

  /// The title of the picture that was added last, unless it has one of its own.
  mutating func offerTitleOfPicture(_ title: String?) {
    guard let last = images.indices.last else { return }
    if let known = images[last].title, known != group.title { return }
    images[last].title = title
  }

  mutating func addThumbnail(_ url: String, width: Int) {
    if hasRoom(behind: thumbnails.count) { thumbnails.append((url, width)) }
  }

  mutating func addTag(_ tag: String) {
    var tag = tag.trimmingSpaces
    if !tag.isEmpty { tag.withUTF8 { addTrimmed(tag: $0) } }
  }

  mutating func addTag(_ tag: UnsafeBufferPointer<UInt8>) {
    guard let first = tag.first, let last = tag.last else { return }
    if String.mayStartSpace(first) || String.mayEndSpace(last) {
      addTag(tag.validString)
    } else {
      addTrimmed(tag: tag)
    }
  }

  private mutating func addTrimmed(tag: UnsafeBufferPointer<UInt8>) {
    guard hasRoom(behind: tags.count) else { return }
    // Most entries have a tag or two, of different bytes.
    if tags.count < 2 {
      if tags.contains(where: { bytes($0).isEqualText(tag) }) { return }
    } else {
      if longList.isEmpty { longList = tags.map { bytes($0).validString } }
      let text = tag.validString
      guard knownTags.insert(text, among: longList) else { return }
      longList.append(text)
    }
    tags.append(texts.place(of: tag))
  }

  mutating func addImage(_ reference: String, rank: Int, base: String? = nil, group: Int? = nil) {
    guard !reference.isEmpty, images.count < 64 else { return }
    images.append(Picture(reference: reference, rank: rank, base: base, group: group))
  }

  mutating func addPlayer(_ address: String) {
    guard players.count < 64, !players.contains(address) else { return }
    players.append(address)
  }

  /// Makes the best image the only thumbnail.
  ///
  /// - Parameter base: What its reference is resolved against.
  mutating func useBestImageAsThumbnail(base: String?) {
    guard let best = images.min(by: { $0.rank < $1.rank }) else { return }
    thumbnails = [(Reference.resolve(best.reference, against: base), 0)]
  }

  /// Offers an address of the entry, clean and safe.
  ///
  /// - Parameter base: What it is resolved against.
  mutating func offerLink(_ reference: String, rank: UInt8, base: String?) {
    guard link.wants(rank) else { return }
    let address = Reference.resolve(reference, against: base)
    guard !address.isEmpty else { return }
    link.offer(address, rank: rank, in: &texts)
    linkReference = address == reference || reference.isEmpty ? nil : (reference, rank)
  }

  mutating func addContributor(_ name: String) {
    let names = details.contributors
    guard hasRoom(behind: names.count), knownContributors.insert(name, among: names) else { return }
    details.contributors.append(name)
  }

  /// The first title and the first address win.
  mutating func offerSource(title: String? = nil, address: String? = nil) {
    let address = address.flatMap { $0.isEmpty ? nil : $0 }
    guard title != nil || address != nil else { return }
    var source = details.source ?? EntrySource()
    source.title = source.title ?? title
    source.address = source.address ?? address
    details.source = source
  }

  /// The first page, the first feed and the first valid count win.
  mutating func offerComments(address: String? = nil, feedAddress: String? = nil, count: Int? = nil) {
    guard address != nil || feedAddress != nil || count != nil else { return }
    var comments = details.comments ?? EntryComments()
    comments.address = comments.address ?? address
    comments.feedAddress = comments.feedAddress ?? feedAddress
    comments.count = comments.count ?? count
    details.comments = comments
  }

  mutating func offerDuration(_ seconds: Int?) {
    if details.duration == nil, let seconds { details.duration = seconds }
  }

  /// The most tags, files or names of one entry; more would never be shown.
  static let listLimit = 1_000
  static let inheritedAuthor: UInt8 = 20

  /// Puts the names of the best rank, without duplicates, into the buffer. Returns where the author is, and all names.
  private mutating func putAuthors() -> (author: Range<Int>?, all: Range<Int>?) {
    if authors.count == 1 {
      let (name, rank) = authors[0]
      return (rank < EntryDraft.inheritedAuthor ? name : nil, name)
    }
    guard let best = authors.map(\.rank).min() else { return (nil, nil) }
    let names = authors.filter { $0.rank == best }.map { bytes($0.name).validString }.withoutRepetitions
    let all = texts.place(of: names.joined(separator: ", "))
    guard best < EntryDraft.inheritedAuthor else { return (nil, all) }
    if names.count > 1 { details.authors = names }
    return (names.count == 1 ? all : texts.place(of: lastAuthorWins ? names.last : names.first), all)
  }

  /// Puts the tags into the buffer, one after the other.
  private mutating func putTags() -> Range<Int>? {
    if tags.count < 2 { return tags.first }
    let start = texts.count
    for (number, tag) in tags.enumerated() {
      if number > 0 { texts.append(EntryRecord.tagSeparator) }
      texts.appendCopy(of: tag)
    }
    return start..<texts.count
  }

  /// The image references without duplicates, the best first, and what they are resolved against if any is relative.
  ///
  /// - Parameter base: The base of references outside of texts.
  private func imageReferences(_ base: String?) -> (written: [String], bases: ImageBases?) {
    var written: [String] = []
    var rules: [ImageBases.Rule] = []
    for picture in images.count < 2 ? images : images.sorted(by: { $0.rank < $1.rank })
    where !written.contains(picture.reference) {
      written.append(picture.reference)
      rules.append(ImageBases.Rule(isInText: picture.rank >= ImageRank.inContent, own: picture.base))
    }
    let areRelative = written.contains(where: Reference.isRelative)
    return (written, areRelative ? ImageBases(base: base, rules: rules) : nil)
  }

  private var thumbnailAddresses: [String] {
    thumbnails.isEmpty ? [] : thumbnails.lazy.map(\.url).withoutRepetitions
  }

  /// Makes the entry, without a key, and resets the draft.
  ///
  /// - Parameter base: The base of references outside of texts, but for `xml:base`.
  mutating func finish(base: String? = nil) -> FeedEntry {
    if created.value != nil { details.created = created.take() }
    let words = pictureWords.take()
    if title.range == nil, content.range == nil, summary.range == nil {
      // A player is shown by its address.
      let isPlayer = enclosures.isEmpty && images.isEmpty && link.range == nil
      if let words = words ?? (isPlayer ? players.first : nil) { details.pictureWords = words }
    }
    if let (_, rank) = linkReference, rank != link.rank { linkReference = nil }
    if let text = dateText.take(), published.value == nil, updated.value == nil, details.created == nil {
      details.dateText = text
    }
    let (author, byline) = putAuthors()
    let places = EntryRecord.Texts(
      identifier: identifier.range, title: title.range, link: link.range,
      author: author, byline: byline, language: language.range,
      summary: summary.range, content: content.range, tags: putTags())
    let lists =
      enclosures.isEmpty && thumbnails.isEmpty && images.isEmpty && details.isEmpty && linkReference == nil
      ? nil : lists(base)
    let header = EntryRecord.Header(
      identity: written.identity(identifier: identifier.range, in: texts),
      published: PackedDate(published.take()), updated: PackedDate(updated.take()), lists: lists)
    let record = EntryRecord(header, places, in: texts.base, to: &blocks)
    clear()
    return FeedEntry(record)
  }

  private func lists(_ base: String?) -> EntryRecord.Lists {
    let (written, bases) = imageReferences(base)
    return EntryRecord.Lists(
      enclosures: enclosures, thumbnails: thumbnailAddresses, imageReferences: written,
      imageBases: bases, linkReference: linkReference?.text, details: details)
  }

  /// Resets the fields.
  private mutating func clear() {
    texts.clear()
    written.clear()
    identifier.clear()
    title.clear()
    link.clear()
    linkReference = nil
    content.clear()
    summary.clear()
    language.clear()
    authorLength = 0
    if !authors.isEmpty { authors.removeAll(keepingCapacity: true) }
    if !tags.isEmpty { tags.removeAll(keepingCapacity: true) }
    if !longList.isEmpty { longList.removeAll() }
    if !enclosures.isEmpty { enclosures.removeAll() }
    lastAuthorWins = false
    hasOmissions = false
    if !thumbnails.isEmpty { thumbnails.removeAll(keepingCapacity: true) }
    if !images.isEmpty { images.removeAll(keepingCapacity: true) }
    if !players.isEmpty { players.removeAll() }
    if group.number > 0 { group = MediaGroup() }
    if !details.isEmpty { details = EntryDetails() }
    knownTags.clear()
    knownFiles.clear()
    knownContributors.clear()
    permalink = nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether two texts are equal as strings: canonically equivalent.
  fileprivate func isEqualText(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    if equals(other) { return true }
    return (contains { $0 >= 0x80 } || other.contains { $0 >= 0x80 }) && validString == other.validString
  }
}
