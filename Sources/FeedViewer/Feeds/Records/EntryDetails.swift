import FeedViewerBase

/// The rarely present fields of an entry, stored out of line so that other entries take no memory for them.
///
/// Has value semantics: copies share their storage until one of them is mutated.
public struct EntryDetails: Sendable, Hashable {
  private struct Values: Sendable, Hashable {
    var created: FeedDate?
    var pictureWords: String?
    var authors: [String] = []
    var dateText: String?
    var feedAddress: String?
    var contributors: [String] = []
    var source: EntrySource?
    var comments: EntryComments?
    var duration: Int?
  }

  private final class Box: Sendable {
    let values: Values

    init(_ values: Values) { self.values = values }
  }

  /// `nil` while no field is set.
  private var box: Box?

  public init() {}

  /// Whether no field is set.
  var isEmpty: Bool { box == nil }

  private static let nothing = Values()

  private var values: Values {
    get { box?.values ?? Self.nothing }
    set { box = newValue == Self.nothing ? nil : Box(newValue) }
  }

  /// The creation date, which only old formats have.
  public var created: FeedDate? {
    get { box?.values.created }
    set { if box != nil || newValue != nil { values.created = newValue } }
  }

  /// What the picture or the video shows of which an entry consists that has neither a title nor a text, or the address of its
  /// player if it has nothing else.
  public var pictureWords: String? {
    get { box?.values.pictureWords }
    set { if box != nil || newValue != nil { values.pictureWords = newValue } }
  }

  /// The names of the authors, in file order; empty if there is only one, or none.
  public var authors: [String] {
    get { box?.values.authors ?? [] }
    set { if box != nil || !newValue.isEmpty { values.authors = newValue } }
  }

  /// The text of a date that could not be parsed.
  public var dateText: String? {
    get { box?.values.dateText }
    set { if box != nil || newValue != nil { values.dateText = newValue } }
  }

  /// The address of the feed that an OPML outline stands for.
  public var feedAddress: String? {
    get { box?.values.feedAddress }
    set { if box != nil || newValue != nil { values.feedAddress = newValue } }
  }

  /// The names of contributors, in file order.
  public var contributors: [String] {
    get { box?.values.contributors ?? [] }
    set { if box != nil || !newValue.isEmpty { values.contributors = newValue } }
  }

  /// The feed that the entry was copied from.
  public var source: EntrySource? {
    get { box?.values.source }
    set { if box != nil || newValue != nil { values.source = newValue } }
  }

  /// The comments on the entry.
  public var comments: EntryComments? {
    get { box?.values.comments }
    set { if box != nil || newValue != nil { values.comments = newValue } }
  }

  /// The duration of the episode in seconds.
  public var duration: Int? {
    get { box?.values.duration }
    set { if box != nil || newValue != nil { values.duration = newValue } }
  }

  /// Hashes the fields that are shown, if any are set.
  func combine(into hash: inout Hash64) {
    guard let values = box?.values else { return }
    for name in values.contributors { hash.combine(name) }
    hash.combine(values.source?.title)
    hash.combine(values.comments?.count.map(Int64.init))
    hash.combine(values.comments?.address)
    hash.combine(values.duration.map(Int64.init))
  }

  public static func == (left: EntryDetails, right: EntryDetails) -> Bool {
    left.box === right.box || left.values == right.values
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// The feed that an entry was copied from. At least one of the fields is set.
public struct EntrySource: Sendable, Hashable {
  public var title: String?
  public var address: String?

  public init(title: String? = nil, address: String? = nil) {
    self.title = title
    self.address = address
  }
}

/// The comments on an entry. At least one of the fields is set.
public struct EntryComments: Sendable, Hashable {
  /// The page with the comments.
  public var address: String?
  /// The feed of the comments.
  public var feedAddress: String?
  /// The number of comments when the feed was written; not negative.
  public var count: Int?

  public init(address: String? = nil, feedAddress: String? = nil, count: Int? = nil) {
    self.address = address
    self.feedAddress = feedAddress
    self.count = count
  }
}
