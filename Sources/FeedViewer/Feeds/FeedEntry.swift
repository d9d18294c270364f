/// One entry (item, post, episode) of a feed.
public struct FeedEntry: Sendable, Identifiable {
  /// Identifies the entry within its file, for read and star state and for comparing two states of a file.
  ///
  /// The published identifier, else link and title, else title, start of the body and date; repeated keys get
  /// `#2`, `#3` … in file order (formats.md, section 12).
  public var key: String
  /// The identifier as published, never resolved or normalised.
  public var identifier: String?
  /// Plain text, white space collapsed to single spaces.
  public var title: String?
  /// The entry's address, resolved where a base is known.
  public var link: String?
  /// The name of the author the entry puts first, or the address if there is no name. Who else wrote it is in
  /// `byline`.
  public var author: String?
  /// All authors that the entry names, else those of the feed it was taken from, joined with ", ".
  public var byline: String?
  /// The date of publication as the feed gives it; no other date is put in its place.
  public var published: FeedDate?
  /// The date of the last change; RSS's `dc:date` counts as one.
  public var updated: FeedDate?
  /// Plain text; blocks are separated by line feeds.
  public var summary: String?
  /// Plain text; blocks are separated by line feeds.
  public var content: String?
  public var tags: [String]
  public var enclosures: [Enclosure]
  /// Addresses of small pictures that the feed names as such.
  public var thumbnails: [String]
  /// The entry's own or inherited language tag; `nil` means the feed's.
  public var language: String?
  /// Pictures to show with the entry as written in the file, best first (formats.md, section 9).
  public var imageReferences: [String]
  /// What few entries have.
  public var details: EntryDetails

  public init(
    key: String, identifier: String? = nil, title: String? = nil, link: String? = nil, author: String? = nil,
    byline: String? = nil, published: FeedDate? = nil, updated: FeedDate? = nil,
    summary: String? = nil, content: String? = nil,
    tags: [String] = [], enclosures: [Enclosure] = [], thumbnails: [String] = [], language: String? = nil,
    imageReferences: [String] = [], details: EntryDetails = EntryDetails()
  ) {
    self.key = key
    self.identifier = identifier
    self.title = title
    self.link = link
    self.author = author
    self.byline = byline ?? author
    self.published = published
    self.updated = updated
    self.summary = summary
    self.content = content
    self.tags = tags
    self.enclosures = enclosures
    self.thumbnails = thumbnails
    self.language = language
    self.imageReferences = imageReferences
    self.details = details
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

/// A file that belongs to an entry, such as the sound of a podcast episode.
public struct Enclosure: Sendable, Hashable {
  /// The address, resolved where a base is known.
  public var url: String
  /// The media type as written, such as `audio/mpeg`.
  public var type: String?
  /// Size in bytes as the feed claims it.
  public var length: Int64?
  public var title: String?
  /// How long it plays, in seconds, as the feed claims it.
  public var duration: Int?

  public init(
    url: String, type: String? = nil, length: Int64? = nil, title: String? = nil, duration: Int? = nil
  ) {
    self.url = url
    self.type = type
    self.length = length
    self.title = title
    self.duration = duration
  }
}
