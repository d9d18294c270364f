/// The dialect of a feed file, detected from its content, never from its name (formats.md, section 2).
public enum FeedFormat: String, Sendable, CaseIterable {
  /// RSS 0.90 (Netscape's RDF dialect).
  case rss090
  /// RSS 0.91 to 2.0 and variants.
  case rss
  /// RSS 1.0 (RDF).
  case rss10
  /// Atom 1.0, and `feed` roots without a known namespace.
  case atom10
  /// Atom 0.3.
  case atom03
  /// JSON Feed 1 and 1.1.
  case jsonFeed
  /// `{"feed": [{"title", "content", "username", "time", "imageName"}]}`.
  ///
  /// All values are strings, and any may be missing. Consecutive items with the same `"section"` form one
  /// `FeedSection` with that title; items without it form a section without a title.
  case demo
  /// OPML 1 and 2: a list of feeds. Each section is a folder, each entry an outline, which may stand for a feed
  /// (`FeedEntry.feedAddress`).
  case opml

  /// Whether all entries are in one section without a title.
  public var isPlain: Bool { self != .demo && self != .opml }
}

/// The contents of one feed file, in file order.
public struct Feed: Sendable {
  public var format: FeedFormat
  /// The feed's `id`, `feed_url` or self link, unmodified; `nil` if only the path identifies it.
  public var identifier: String?
  /// Plain text, white space collapsed.
  public var title: String?
  /// The title as it identifies the feed; `nil` if it is `title`.
  var writtenTitle: String?
  /// The address of the website, resolved against `xml:base` if there is one.
  public var link: String?
  /// The description, subtitle or tagline as plain text.
  public var summary: String?
  /// A language tag such as `en-US`.
  public var language: String?
  /// The author of the feed, who is also the author of entries without one; the names of several joined with ", ".
  public var author: String?
  /// The names of the authors, if there are several.
  public var authors: [String] = []
  /// The address of the logo, icon or channel image.
  public var iconReference: String?
  /// The addresses of the feed's other pages.
  public var pages = FeedPages()
  /// The number of outlines in an OPML file, folders included; `nil` for other formats.
  public var outlineCount: Int?
  /// The number of complete entries of a file that ends in the middle; `nil` for a whole one.
  public var completeCount: Int?
  /// Whether the file ends in the middle; entries may be missing.
  public var isCutOff: Bool { completeCount != nil }
  /// Notes to show to the user.
  public var notes: [FeedNote] = []
  /// One section for ordinary feeds; the demo format and OPML may have several.
  public var sections: [FeedSection]
  /// The repairs made while reading, in file order; at most `FeedWarning.limit`.
  public var warnings: [FeedWarning]
  /// The number of all repairs, including those beyond `FeedWarning.limit`.
  public var repairCount: Int

  public init(
    format: FeedFormat, identifier: String? = nil, title: String? = nil, link: String? = nil,
    summary: String? = nil, language: String? = nil, author: String? = nil, iconReference: String? = nil,
    sections: [FeedSection] = [], warnings: [FeedWarning] = [], repairCount: Int = 0
  ) {
    self.format = format
    self.identifier = identifier
    self.title = title
    self.link = link
    self.summary = summary
    self.language = language
    self.author = author
    self.iconReference = iconReference
    self.sections = sections
    self.warnings = warnings
    self.repairCount = repairCount
  }

  /// The address to open for an entry: its link, resolved against the feed's link (formats.md, section 10). The
  /// result may still be relative to the file's folder.
  public func address(of entry: FeedEntry) -> String? {
    entry.link.map { Reference.resolve(named: $0, against: link) }
  }

  /// What identifies the feed for marks and reading places: its published identifier, else its address and title, so
  /// that a file that was moved or downloaded again keeps them, else the path of its file.
  public func key(path: String) -> String {
    if let identifier { return identifier }
    if let link, let title { return "\(link)|\(writtenTitle ?? title)" }
    return path
  }

  /// The number of entries in all sections. O(sections).
  public var entryCount: Int {
    sections.reduce(0) { $0 + $1.entries.count }
  }
}

/// Consecutive entries under one heading.
public struct FeedSection: Sendable {
  /// Plain text; `nil` for feeds without sections.
  public var title: String?
  /// The OPML folder of the entries, if any; its title is then the section's.
  public var folder: FeedFolder?
  public var entries: [FeedEntry]
  /// Where the entries can be read again, nil for one that can't be read alone. Empty unless the text is kept
  /// (`FeedReader.stream`).
  public var places: [EntryPlace?] = []

  public init(title: String? = nil, folder: FeedFolder? = nil, entries: [FeedEntry] = []) {
    self.title = title
    self.folder = folder
    self.entries = entries
  }
}
