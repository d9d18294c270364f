/// One entry (item, post, episode) of a feed.
///
/// Has value semantics: copies share their storage until one of them is mutated, so that copying is cheap.
public struct FeedEntry: Sendable, Identifiable {
  /// All fields except the key.
  struct Values: Sendable {
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
    var details: EntryDetails
  }

  /// An optional date in eight bytes; `FeedDate?` takes sixteen.
  struct PackedDate: Sendable {
    /// The seconds times two, and one more for a day.
    private let packed: Int64

    init(_ date: FeedDate?) { packed = date.map { $0.secondsSinceEpoch << 1 | ($0.isDay ? 1 : 0) } ?? .min }

    var date: FeedDate? {
      packed == .min ? nil : FeedDate(secondsSinceEpoch: packed >> 1, isDay: packed & 1 != 0)
    }
  }

  private final class Box: Sendable {
    let values: Values

    init(_ values: consuming Values) { self.values = values }
  }

  /// Identifies the entry within its file: for the read state, and for comparing two versions of a file.
  ///
  /// The published identifier, else link and title, else title, start of the body and date. Repeated keys get the
  /// suffixes `#2`, `#3` … in file order (formats.md, section 12).
  public var key: String
  private var box: Box

  private var values: Values {
    get { box.values }
    set { box = Box(newValue) }
  }

  /// An entry without a key.
  init(_ values: consuming Values) {
    key = ""
    box = Box(values)
  }

  public init(
    key: String, identifier: String? = nil, title: String? = nil, link: String? = nil, author: String? = nil,
    byline: String? = nil, published: FeedDate? = nil, updated: FeedDate? = nil,
    summary: String? = nil, content: String? = nil,
    tags: [String] = [], enclosures: [Enclosure] = [], thumbnails: [String] = [], language: String? = nil,
    imageReferences: [String] = [], details: EntryDetails = EntryDetails()
  ) {
    self.key = key
    box = Box(
      Values(
        identifier: identifier, title: title, link: link, author: author, byline: byline ?? author,
        published: PackedDate(published), updated: PackedDate(updated), summary: summary, content: content,
        tags: tags,
        enclosures: enclosures, thumbnails: thumbnails, language: language,
        imageReferences: imageReferences, details: details))
  }

  /// The published identifier, neither resolved nor normalised.
  public var identifier: String? {
    get { box.values.identifier }
    set { values.identifier = newValue }
  }

  /// Plain text, white space collapsed to single spaces.
  public var title: String? {
    get { box.values.title }
    set { values.title = newValue }
  }

  /// The address of the entry, resolved if a base is known.
  public var link: String? {
    get { box.values.link }
    set { values.link = newValue }
  }

  /// The name of the first author, or the address if there is no name. `byline` names all of them.
  public var author: String? {
    get { box.values.author }
    set { values.author = newValue }
  }

  /// All authors of the entry, else those of its source feed, joined with ", ".
  public var byline: String? {
    get { box.values.byline }
    set { values.byline = newValue }
  }

  /// The publication date; never replaced by another date.
  public var published: FeedDate? {
    get { box.values.published.date }
    set { values.published = PackedDate(newValue) }
  }

  /// The date of the last change; `dc:date` in RSS counts as one.
  public var updated: FeedDate? {
    get { box.values.updated.date }
    set { values.updated = PackedDate(newValue) }
  }

  /// Plain text, with line feeds between blocks.
  public var summary: String? {
    get { box.values.summary }
    set { values.summary = newValue }
  }

  /// Plain text, with line feeds between blocks.
  public var content: String? {
    get { box.values.content }
    set { values.content = newValue }
  }

  public var tags: [String] {
    get { box.values.tags }
    set { values.tags = newValue }
  }

  public var enclosures: [Enclosure] {
    get { box.values.enclosures }
    set { values.enclosures = newValue }
  }

  /// The addresses of images that the feed declares as thumbnails.
  public var thumbnails: [String] {
    get { box.values.thumbnails }
    set { values.thumbnails = newValue }
  }

  /// The language tag of the entry, possibly inherited; `nil` means the feed's language.
  public var language: String? {
    get { box.values.language }
    set { values.language = newValue }
  }

  /// References to images as written, the best one first (formats.md, section 9).
  public var imageReferences: [String] {
    get { box.values.imageReferences }
    set { values.imageReferences = newValue }
  }

  /// The rarely present fields.
  public var details: EntryDetails {
    get { box.values.details }
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
  public var body: String? { content ?? summary }

  /// A hash of everything that is shown of the entry, equal in every run of the program.
  ///
  /// If two entries have equal keys but different revisions, the row must be measured and drawn again.
  /// - Complexity: O(length of the texts).
  public var contentRevision: UInt64 {
    var hash = StableHash()
    hash.combine(title)
    hash.combine(content)
    hash.combine(summary)
    hash.combine(byline)
    hash.combine(dateText)
    hash.combine(feedAddress)
    hash.combine(published?.secondsSinceEpoch)
    hash.combine(updated?.secondsSinceEpoch)
    hash.combine(created?.secondsSinceEpoch)
    details.combine(into: &hash)
    for reference in imageReferences { hash.combine(reference) }
    return hash.value
  }
}
