import FeedViewerBase

/// One entry (item, post, episode) of a feed.
///
/// Its fields never change, so that copies share their storage. Its texts are packed: each access makes a string, in
/// O(length).
public struct FeedEntry: Sendable, Identifiable {
  /// All fields except the key, unpacked.
  struct Values {
    var identity: EntryIdentity
    var identifier: String?
    var title: String?
    var link: String?
    var author: String?
    var byline: String?
    var published: FeedDate?
    var updated: FeedDate?
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

    fileprivate var record: EntryRecord {
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
        identity: identity, published: PackedDate(published), updated: PackedDate(updated), lists: lists)
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

  /// An entry without a key.
  init(_ record: consuming EntryRecord) { self.record = record }

  /// Changes fields of an entry that has no key yet.
  mutating func change(_ change: (inout Values) -> Void) {
    var values = Values(
      identity: identity, identifier: identifier, title: title, link: link, author: author, byline: byline,
      published: published, updated: updated, summary: summary, content: content,
      tags: tags, enclosures: enclosures, thumbnails: thumbnails, language: language,
      imageReferences: imageReferences, imageBases: record.lists?.imageBases,
      linkReference: linkReference, details: details)
    change(&values)
    record = values.record
  }

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
        published: published, updated: updated, summary: summary, content: content,
        tags: tags, enclosures: enclosures, thumbnails: thumbnails, language: language,
        imageReferences: imageReferences, imageBases: nil, details: details
      ).record
  }

  /// Identifies the entry by what is written in it.
  public var identity: EntryIdentity { record.identity }

  /// The published identifier, neither resolved nor normalised.
  public var identifier: String? { record.string(.identifier) }

  /// Plain text, white space collapsed to single spaces.
  public var title: String? { record.string(.title) }

  /// The address of the entry, resolved if a base is known.
  public var link: String? { record.string(.link) }

  /// The link as it is written, if a base made another address of it: a file beside the feed may have it.
  public var linkReference: String? { record.lists?.linkReference }

  /// The name of the first author, or the address if there is no name. `byline` names all of them.
  public var author: String? { record.string(.author) }

  /// All authors of the entry, else those of its source feed, joined with ", ".
  public var byline: String? { record.string(.byline) }

  /// Whether the entry has one author, or none at all.
  var bylineIsAuthor: Bool {
    let bylineIsAuthor = record.withUTF8(of: .byline) { byline in
      record.withUTF8(of: .author) { byline.equals($0) } ?? false
    }
    return bylineIsAuthor ?? !record.has(.author)
  }

  /// The publication date; never replaced by another date.
  public var published: FeedDate? { record.published.date }

  /// The date of the last change; `dc:date` in RSS counts as one.
  public var updated: FeedDate? { record.updated.date }

  /// Plain text, with line feeds between blocks.
  public var summary: String? { record.string(.summary) }

  /// Plain text, with line feeds between blocks.
  public var content: String? { record.string(.content) }

  public var tags: [String] { record.tags }

  public var enclosures: [Enclosure] { record.lists?.enclosures ?? [] }

  /// The addresses of images that the feed declares as thumbnails.
  public var thumbnails: [String] { record.lists?.thumbnails ?? [] }

  /// The language tag of the entry, possibly inherited; `nil` means the feed's language.
  public var language: String? { record.string(.language) }

  /// References to images as written, the best one first (formats.md, section 9).
  public var imageReferences: [String] { record.lists?.imageReferences ?? [] }

  /// The addresses of the images, resolved if a base is known, in the same order.
  public var imageAddresses: [String] {
    guard let lists = record.lists else { return [] }
    return lists.imageBases?.addresses(of: lists.imageReferences, link: link) ?? lists.imageReferences
  }

  /// The rarely present fields.
  public var details: EntryDetails { record.lists?.details ?? EntryDetails() }

  /// The creation date, which only old formats have.
  public var created: FeedDate? { record.lists?.details.created }

  /// The address of the feed that an OPML outline stands for.
  public var feedAddress: String? { record.lists?.details.feedAddress }

  /// The text of a date that could not be parsed, such as "2 hours ago".
  public var dateText: String? { record.lists?.details.dateText }

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
