/// What few entries have: kept apart, so that the others take no room for it.
///
/// A value: copies share their box until one of them is changed.
public struct EntryDetails: Sendable, Hashable {
  private struct Values: Sendable, Hashable {
    var created: FeedDate?
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

  /// `nil` as long as nothing is set.
  private var box: Box?

  public init() {}

  private static let nothing = Values()

  private var values: Values {
    get { box?.values ?? Self.nothing }
    set { box = newValue == Self.nothing ? nil : Box(newValue) }
  }

  /// The date of the first draft, which only old formats know.
  public var created: FeedDate? {
    get { box?.values.created }
    set { if box != nil || newValue != nil { values.created = newValue } }
  }

  /// The text of the date when it could not be read as one.
  public var dateText: String? {
    get { box?.values.dateText }
    set { if box != nil || newValue != nil { values.dateText = newValue } }
  }

  /// The address of the feed that an outline of an OPML file stands for.
  public var feedAddress: String? {
    get { box?.values.feedAddress }
    set { if box != nil || newValue != nil { values.feedAddress = newValue } }
  }

  /// Names of those who helped, in file order.
  public var contributors: [String] {
    get { box?.values.contributors ?? [] }
    set { if box != nil || !newValue.isEmpty { values.contributors = newValue } }
  }

  /// The feed that the entry was taken over from.
  public var source: EntrySource? {
    get { box?.values.source }
    set { if box != nil || newValue != nil { values.source = newValue } }
  }

  /// What readers said about the entry.
  public var comments: EntryComments? {
    get { box?.values.comments }
    set { if box != nil || newValue != nil { values.comments = newValue } }
  }

  /// How long the episode plays, in seconds.
  public var duration: Int? {
    get { box?.values.duration }
    set { if box != nil || newValue != nil { values.duration = newValue } }
  }

  /// Adds what is shown of an entry besides its texts; nothing if it has none of it.
  func combine(into hash: inout StableHash) {
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

/// The feed that an entry was taken over from: at least one of its title and its address.
public struct EntrySource: Sendable, Hashable {
  public var title: String?
  public var address: String?

  public init(title: String? = nil, address: String? = nil) {
    self.title = title
    self.address = address
  }
}

/// What readers said about an entry, as far as its feed tells: at least one of the values.
public struct EntryComments: Sendable, Hashable {
  /// The page of the comments.
  public var address: String?
  /// The feed of the comments.
  public var feedAddress: String?
  /// How many there were when the feed was written, 0 or more.
  public var count: Int?

  public init(address: String? = nil, feedAddress: String? = nil, count: Int? = nil) {
    self.address = address
    self.feedAddress = feedAddress
    self.count = count
  }
}
