/// The dialect a feed file is written in, recognised by its content and never by its name (formats.md,
/// section 2).
public enum FeedFormat: String, Sendable, CaseIterable {
  /// RSS 0.90 (Netscape's RDF dialect).
  case rss090
  /// RSS 0.91 to 2.0 and their relatives.
  case rss
  /// RSS 1.0 (RDF).
  case rss10
  /// Atom 1.0, and `feed` roots in no or an unknown namespace.
  case atom10
  /// Atom 0.3.
  case atom03
  /// JSON Feed 1 and 1.1.
  case jsonFeed
  /// `{"feed": [{"title", "content", "username", "time", "imageName"}]}`.
  ///
  /// All values are strings, any may be missing. An item may carry an extra string `"section"`: consecutive
  /// items with the same value form one `FeedSection` with that title; items without it form a section
  /// without a title.
  case demo
  /// OPML 1 and 2: a list of feeds. Each section is a folder, each entry an outline, which may stand for a feed
  /// (`FeedEntry.feedAddress`).
  case opml
}

/// What one feed file says, in the order of the file.
public struct Feed: Sendable {
  public var format: FeedFormat
  /// The feed's `id`, `feed_url` or link to itself, unmodified; `nil` means that only the path identifies it.
  public var identifier: String?
  /// Plain text, white space collapsed.
  public var title: String?
  /// The address of the site, resolved against `xml:base` where there is one.
  public var link: String?
  /// Plain text of the description, subtitle or tagline.
  public var summary: String?
  /// A language tag such as `en-US`.
  public var language: String?
  /// Who writes the feed; stands in for entries that name no author.
  public var author: String?
  /// The address of the logo, icon or channel image.
  public var iconReference: String?
  /// Where the other pages of the feed are.
  public var pages = FeedPages()
  /// The number of outlines in an OPML file, folders included; `nil` for other formats.
  public var outlineCount: Int?
  /// The file ends in the middle: there may have been more.
  public var isCutOff = false
  /// What is to be told of the file besides.
  public var notes: [FeedNote] = []
  /// One section for ordinary feeds; the demo format and OPML may name several.
  public var sections: [FeedSection]
  /// What was repaired while reading, in file order; at most `FeedWarning.limit` of them.
  public var warnings: [FeedWarning]
  /// Repairs made in all, those beyond `FeedWarning.limit` included.
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

  /// The address to open for an entry: its link, joined with the feed's own link if it is relative
  /// (formats.md, section 10). It may still be relative, to the folder of the file.
  public func address(of entry: FeedEntry) -> String? {
    entry.link.map { Reference.resolve($0, against: link) }
  }

  /// The number of entries in all sections. O(sections).
  public var entryCount: Int {
    sections.reduce(0) { $0 + $1.entries.count }
  }
}

/// A run of entries under one heading.
public struct FeedSection: Sendable {
  /// Plain text; `nil` for feeds that have no sections of their own.
  public var title: String?
  /// The OPML folder around the entries, if there is one; the section then has its title.
  public var folder: FeedFolder?
  public var entries: [FeedEntry]

  public init(title: String? = nil, folder: FeedFolder? = nil, entries: [FeedEntry] = []) {
    self.title = title
    self.folder = folder
    self.entries = entries
  }
}
