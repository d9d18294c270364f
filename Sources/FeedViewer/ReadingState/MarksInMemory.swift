/// The marks of all feeds that were asked for.
///
/// A change of very many entries takes several frames to be entered. It waits until that is done elsewhere (`waiting(of:)`), or
/// until the marks are asked for.
struct MarksInMemory: Sendable {
  /// So many entries are entered at once, in less than a millisecond.
  static let entriesAtOnce = 2_000

  private struct Feed: Sendable {
    var marks = FeedMarks()
    /// Changes that were not entered, in their order.
    var waiting: [FeedChange] = []
    /// Another number whenever `marks` has changed.
    var version = 0

    mutating func enterWaiting() {
      guard !waiting.isEmpty else { return }
      for change in waiting { marks.apply(change) }
      waiting = []
      version += 1
    }
  }

  /// What is to be entered elsewhere, and of which marks.
  struct Waiting: Sendable {
    fileprivate let feed: FeedKey
    fileprivate let version: Int
    fileprivate var marks: FeedMarks
    fileprivate let changes: [FeedChange]

    mutating func enter() { for change in changes { marks.apply(change) } }
  }

  private var feeds: [FeedKey: Feed] = [:]

  /// Feeds of which something is known.
  var keys: some Collection<FeedKey> { feeds.keys }

  /// The marks of a feed; nil if nothing is known of it.
  ///
  /// - Complexity: O(1), and O(entries) of changes that wait.
  subscript(feed: FeedKey) -> FeedMarks? {
    mutating get {
      feeds[feed]?.enterWaiting()
      return feeds[feed]?.marks
    }
  }

  /// The marks of all feeds.
  var all: [FeedKey: FeedMarks] {
    mutating get {
      for feed in Array(feeds.keys) { feeds[feed]!.enterWaiting() }
      return feeds.mapValues(\.marks)
    }
  }

  /// The entries of a feed that have copies.
  func copied(of feed: FeedKey) -> Set<EntryKey> { feeds[feed]?.marks.copied ?? [] }

  /// Changes marks.
  ///
  /// - Returns: Whether the change waits: `waiting(of:)` then tells what is to be entered.
  mutating func apply(_ change: FeedChange, of feed: FeedKey) -> Bool {
    if feeds[feed]?.waiting.isEmpty == false || change.entryCount > Self.entriesAtOnce {
      feeds[feed, default: Feed()].waiting.append(change)
      return true
    }
    self.change(feed) { $0.apply(change) }
    return false
  }

  /// Changes marks in another way.
  mutating func change(_ feed: FeedKey, _ body: (inout FeedMarks) -> Void) {
    feeds[feed, default: Feed()].enterWaiting()
    body(&feeds[feed]!.marks)
    feeds[feed]!.version += 1
  }

  /// Replaces the marks of a feed by others that have all changes.
  mutating func replace(_ feed: FeedKey, by marks: FeedMarks) {
    feeds[feed] = Feed(marks: marks, version: (feeds[feed]?.version ?? 0) + 1)
  }

  /// The changes of a feed that wait; nil if none do.
  func waiting(of feed: FeedKey) -> Waiting? {
    guard let known = feeds[feed], !known.waiting.isEmpty else { return nil }
    return Waiting(feed: feed, version: known.version, marks: known.marks, changes: known.waiting)
  }

  /// Takes marks over in which changes were entered that waited, unless the feed has got others since.
  ///
  /// - Returns: What waits now; nil if nothing does.
  mutating func take(_ entered: Waiting) -> Waiting? {
    let feed = entered.feed
    if let known = feeds[feed], known.version == entered.version {
      feeds[feed]!.marks = entered.marks
      feeds[feed]!.waiting.removeFirst(entered.changes.count)
      feeds[feed]!.version += 1
    }
    return waiting(of: feed)
  }
}
