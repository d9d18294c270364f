/// One entry (item, post, episode) of a feed.
///
/// A value: copies share what stands in it until one of them is changed, so that entries are cheap to hand on.
public struct FeedEntry: Sendable, Identifiable {
  /// Everything but the key.
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

  /// A date or none in eight bytes, where an optional takes sixteen.
  struct PackedDate: Sendable {
    private let seconds: Int64

    init(_ date: FeedDate?) { seconds = date?.secondsSinceEpoch ?? .min }

    var date: FeedDate? { seconds == .min ? nil : FeedDate(secondsSinceEpoch: seconds) }
  }

  private final class Box: Sendable {
    let values: Values

    init(_ values: consuming Values) { self.values = values }
  }

  /// Identifies the entry within its file, for read and star state and for comparing two states of a file.
  ///
  /// The published identifier, else link and title, else title, start of the body and date; repeated keys get
  /// `#2`, `#3` … in file order (formats.md, section 12).
  public var key: String
  private var box: Box

  private var values: Values {
    get { box.values }
    set { box = Box(newValue) }
  }

  /// An entry that has no key yet.
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

  /// The identifier as published, never resolved or normalised.
  public var identifier: String? {
    get { box.values.identifier }
    set { values.identifier = newValue }
  }

  /// Plain text, white space collapsed to single spaces.
  public var title: String? {
    get { box.values.title }
    set { values.title = newValue }
  }

  /// The entry's address, resolved where a base is known.
  public var link: String? {
    get { box.values.link }
    set { values.link = newValue }
  }

  /// The name of the author the entry puts first, or the address if there is no name. Who else wrote it is in
  /// `byline`.
  public var author: String? {
    get { box.values.author }
    set { values.author = newValue }
  }

  /// All authors that the entry names, else those of the feed it was taken from, joined with ", ".
  public var byline: String? {
    get { box.values.byline }
    set { values.byline = newValue }
  }

  /// The date of publication as the feed gives it; no other date is put in its place.
  public var published: FeedDate? {
    get { box.values.published.date }
    set { values.published = PackedDate(newValue) }
  }

  /// The date of the last change; RSS's `dc:date` counts as one.
  public var updated: FeedDate? {
    get { box.values.updated.date }
    set { values.updated = PackedDate(newValue) }
  }

  /// Plain text; blocks are separated by line feeds.
  public var summary: String? {
    get { box.values.summary }
    set { values.summary = newValue }
  }

  /// Plain text; blocks are separated by line feeds.
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

  /// Addresses of small pictures that the feed names as such.
  public var thumbnails: [String] {
    get { box.values.thumbnails }
    set { values.thumbnails = newValue }
  }

  /// The entry's own or inherited language tag; `nil` means the feed's.
  public var language: String? {
    get { box.values.language }
    set { values.language = newValue }
  }

  /// Pictures to show with the entry as written in the file, best first (formats.md, section 9).
  public var imageReferences: [String] {
    get { box.values.imageReferences }
    set { values.imageReferences = newValue }
  }

  /// What few entries have.
  public var details: EntryDetails {
    get { box.values.details }
    set { values.details = newValue }
  }

  /// The date of the first draft, which only old formats know.
  public var created: FeedDate? {
    get { details.created }
    set { details.created = newValue }
  }

  /// The address of the feed that an outline of an OPML file stands for.
  public var feedAddress: String? {
    get { details.feedAddress }
    set { details.feedAddress = newValue }
  }

  /// The text of the date when it could not be read as one, such as "2 hours ago".
  public var dateText: String? {
    get { details.dateText }
    set { details.dateText = newValue }
  }

  /// The key, which is unique in its file.
  public var id: String { key }

  /// The date to show and to sort by: of publication, else of the last change, else of the first draft.
  public var date: FeedDate? { published ?? updated ?? created }

  /// The text to read: the content, else the summary.
  public var body: String? { content ?? summary }

  /// A hash of everything that is shown of the entry; the same in every run of the program.
  ///
  /// Two entries with equal keys and different revisions have to be measured and drawn anew.
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
