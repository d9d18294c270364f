import FeedViewerBase

/// One entry (item, post, episode) of a feed.
///
/// Has value semantics: copies share their storage until one of them is mutated, so that copying is cheap. Its texts are
/// packed: each access makes a string, in O(length), and each mutation packs them again.
public struct FeedEntry: Sendable, Identifiable {
  /// All fields except the key, unpacked.
  private struct Values {
    var identity: EntryIdentity
    var identifier: String?
    var title: String?
    var link: String?
    var author: String?
    var byline: String?
    var published: PackedDate
    var updated: PackedDate
    var summary: String?
    var content: String?
    var tags: [String]
    var enclosures: [Enclosure]
    var thumbnails: [String]
    var language: String?
    var imageReferences: [String]
    var imageBases: ImageBases?
    var linkReference: String?
    var details: EntryDetails

    var record: EntryRecord {
      var bytes = ByteBuffer(capacity: 0)
      let texts = EntryRecord.Texts(
        identifier: bytes.place(of: identifier), title: bytes.place(of: title), link: bytes.place(of: link),
        author: bytes.place(of: author), byline: bytes.place(of: byline), language: bytes.place(of: language),
        summary: bytes.place(of: summary), content: bytes.place(of: content),
        tags: bytes.place(ofTags: tags))
      let lists = EntryRecord.Lists(
        enclosures: enclosures, thumbnails: thumbnails, imageReferences: imageReferences,
        imageBases: imageBases, linkReference: linkReference, details: details)
      let header = EntryRecord.Header(
        identity: identity, published: published, updated: updated, lists: lists)
      var blocks = EntryBlocks()
      return EntryRecord(header, texts, in: bytes.base, to: &blocks)
    }
  }

  /// Names the entry within its file: for outputs, and for comparing two versions of a file. Marks belong to `identity`.
  ///
  /// The published identifier, else link and title, else title, start of the body and date. Repeated keys get the
  /// suffixes `#2`, `#3` … in file order (formats.md, section 12). Empty before it is assigned.
  public var key: String {
    get {
      if let ownedKey { return ownedKey }
      return switch keyNumber {
      case 0: ""
      case 1: ownKey
      default: "\(ownKey)#\(keyNumber)"
      }
    }
    set { ownedKey = newValue }
  }

  /// A key that does not follow from the fields.
  private var ownedKey: String?
  /// How many entries up to this one ask for the same key; 0 before the key is assigned.
  var keyNumber: Int32 = 0
  private(set) var record: EntryRecord

  /// Not inlined: it is large, and all setters use it.
  private var values: Values {
    @inline(never)
    get {
      Values(
        identity: identity, identifier: identifier, title: title, link: link, author: author, byline: byline,
        published: PackedDate(published), updated: PackedDate(updated), summary: summary, content: content,
        tags: tags, enclosures: enclosures, thumbnails: thumbnails, language: language,
        imageReferences: imageReferences, imageBases: record.lists?.imageBases,
        linkReference: linkReference, details: details)
    }
    @inline(never)
    set {
      // The key was assigned by the fields as they were.
      if keyNumber > 0, ownedKey == nil { ownedKey = key }
      record = newValue.record
    }
  }

  /// An entry without a key.
  init(_ record: consuming EntryRecord) { self.record = record }

  public init(
    key: String, identifier: String? = nil, title: String? = nil, link: String? = nil, author: String? = nil,
    byline: String? = nil, published: FeedDate? = nil, updated: FeedDate? = nil,
    summary: String? = nil, content: String? = nil,
    tags: [String] = [], enclosures: [Enclosure] = [], thumbnails: [String] = [], language: String? = nil,
    imageReferences: [String] = [], details: EntryDetails = EntryDetails()
  ) {
    ownedKey = key
    record =
      Values(
        identity: EntryIdentity(
          identifier: identifier ?? key, link: link, title: title ?? content ?? summary,
          published: published?.iso8601UTC),
        identifier: identifier, title: title, link: link, author: author, byline: byline ?? author,
        published: PackedDate(published), updated: PackedDate(updated), summary: summary, content: content,
        tags: tags,
        enclosures: enclosures, thumbnails: thumbnails, language: language,
        imageReferences: imageReferences, imageBases: nil, details: details
      ).record
  }

  /// Identifies the entry by what is written in it. Changing the entry keeps it.
  public var identity: EntryIdentity { record.identity }

  /// The published identifier, neither resolved nor normalised.
  public var identifier: String? {
    get { record.string(.identifier) }
    set { values.identifier = newValue }
  }

  /// Plain text, white space collapsed to single spaces.
  public var title: String? {
    get { record.string(.title) }
    set { values.title = newValue }
  }

  /// The address of the entry, resolved if a base is known.
  public var link: String? {
    get { record.string(.link) }
    set {
      var changed = values
      (changed.link, changed.linkReference) = (newValue, nil)
      values = changed
    }
  }

  /// The link as it is written, if a base made another address of it: a file beside the feed may have it.
  public var linkReference: String? { record.lists?.linkReference }

  /// The name of the first author, or the address if there is no name. `byline` names all of them.
  public var author: String? {
    get { record.string(.author) }
    set { values.author = newValue }
  }

  /// All authors of the entry, else those of its source feed, joined with ", ".
  public var byline: String? {
    get { record.string(.byline) }
    set { values.byline = newValue }
  }

  /// Whether the entry has one author, or none at all.
  var bylineIsAuthor: Bool {
    let bylineIsAuthor = record.withUTF8(of: .byline) { byline in
      record.withUTF8(of: .author) { byline.equals($0) } ?? false
    }
    return bylineIsAuthor ?? !record.has(.author)
  }

  /// The publication date; never replaced by another date.
  public var published: FeedDate? {
    get { record.published.date }
    set { values.published = PackedDate(newValue) }
  }

  /// The date of the last change; `dc:date` in RSS counts as one.
  public var updated: FeedDate? {
    get { record.updated.date }
    set { values.updated = PackedDate(newValue) }
  }

  /// Plain text, with line feeds between blocks.
  public var summary: String? {
    get { record.string(.summary) }
    set { values.summary = newValue }
  }

  /// Plain text, with line feeds between blocks.
  public var content: String? {
    get { record.string(.content) }
    set { values.content = newValue }
  }

  public var tags: [String] {
    get { record.tags }
    set { values.tags = newValue }
  }

  public var enclosures: [Enclosure] {
    get { record.lists?.enclosures ?? [] }
    set { values.enclosures = newValue }
  }

  /// The addresses of images that the feed declares as thumbnails.
  public var thumbnails: [String] {
    get { record.lists?.thumbnails ?? [] }
    set { values.thumbnails = newValue }
  }

  /// The language tag of the entry, possibly inherited; `nil` means the feed's language.
  public var language: String? {
    get { record.string(.language) }
    set { values.language = newValue }
  }

  /// References to images as written, the best one first (formats.md, section 9).
  public var imageReferences: [String] {
    get { record.lists?.imageReferences ?? [] }
    set {
      var changed = values
      (changed.imageReferences, changed.imageBases) = (newValue, nil)
      values = changed
    }
  }

  /// The addresses of the images, resolved if a base is known, in the same order.
  public var imageAddresses: [String] {
    guard let lists = record.lists else { return [] }
    return lists.imageBases?.addresses(of: lists.imageReferences, link: link) ?? lists.imageReferences
  }

  /// The rarely present fields.
  public var details: EntryDetails {
    get { record.lists?.details ?? EntryDetails() }
    set { values.details = newValue }
  }

  /// The creation date, which only old formats have.
  public var created: FeedDate? {
    get { details.created }
    set { details.created = newValue }
  }

  /// The address of the feed that an OPML outline stands for.
  public var feedAddress: String? {
    get { details.feedAddress }
    set { details.feedAddress = newValue }
  }

  /// The text of a date that could not be parsed, such as "2 hours ago".
  public var dateText: String? {
    get { details.dateText }
    set { details.dateText = newValue }
  }

  /// The key, which is unique within the file.
  public var id: String { key }

  /// The date to show and sort by: publication, else last change, else creation.
  public var date: FeedDate? { published ?? updated ?? created }

  /// The content, else the summary.
  public var body: String? { record.string(bodyText) }

  /// Which text is the body.
  public var bodyText: EntryText { record.has(.content) ? .content : .summary }

  /// Passes the UTF-8 of a text to `body`, which is cheaper than a string of it.
  ///
  /// - Returns: Whether the entry has the text.
  @discardableResult
  public func withUTF8(of text: EntryText, _ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
    record.withUTF8(of: text, body) != nil
  }

  /// A hash of everything that is shown of the entry, equal in every run of the program.
  ///
  /// If two entries have equal keys but different revisions, the row must be measured and drawn again.
  /// - Complexity: O(length of the texts).
  public var contentRevision: UInt64 {
    var hash = Hash64()
    combine(.title, into: &hash)
    combine(.content, into: &hash)
    combine(.summary, into: &hash)
    combine(.byline, into: &hash)
    hash.combine(dateText)
    hash.combine(feedAddress)
    hash.combine(published?.secondsSinceEpoch)
    hash.combine(updated?.secondsSinceEpoch)
    hash.combine(created?.secondsSinceEpoch)
    details.combine(into: &hash)
    if !record.has(.title), !record.has(bodyText) { hash.combine(wordsWithoutText) }
    for address in imageAddresses { hash.combine(address) }
    return hash.value
  }

  private func combine(_ text: EntryText, into hash: inout Hash64) {
    if record.withUTF8(of: text, { hash.combine($0) }) == nil { hash.combineNothing() }
  }
}
