import FeedViewerBase

/// The rarely present fields of an entry.
public struct EntryDetails: Sendable, Hashable {
  /// The creation date, which only old formats have.
  public var created: FeedDate?
  /// What the picture or the video shows of which an entry consists that has neither a title nor a text, or the address of its
  /// player if it has nothing else.
  public var pictureWords: String?
  /// The names of the authors, in file order; empty if there is only one, or none.
  public var authors: [String] = []
  /// The text of a date that could not be parsed.
  public var dateText: String?
  /// The address of the feed that an OPML outline stands for.
  public var feedAddress: String?
  /// The names of contributors, in file order.
  public var contributors: [String] = []
  /// The feed that the entry was copied from.
  public var source: EntrySource?
  /// The comments on the entry.
  public var comments: EntryComments?
  /// The duration of the episode in seconds.
  public var duration: Int?

  public init() {}

  /// Whether no field is set. One by one, since each entry that is read asks.
  var isEmpty: Bool {
    created == nil && pictureWords == nil && authors.isEmpty && dateText == nil && feedAddress == nil
      && contributors.isEmpty && source == nil && comments == nil && duration == nil
  }

  /// Hashes the fields that are shown, if any are set.
  func combine(into hash: inout Hash64) {
    if isEmpty { return }
    for name in contributors { hash.combine(name) }
    hash.combine(source?.title)
    hash.combine(comments?.count.map(Int64.init))
    hash.combine(comments?.address)
    hash.combine(duration.map(Int64.init))
  }
}

/// The feed that an entry was copied from. At least one of the fields is set.
public struct EntrySource: Sendable, Hashable {
  public var title: String?
  public var address: String?
}

/// The comments on an entry. At least one of the fields is set.
public struct EntryComments: Sendable, Hashable {
  /// The page with the comments.
  public var address: String?
  /// The feed of the comments.
  public var feedAddress: String?
  /// The number of comments when the feed was written; not negative.
  public var count: Int?
}
