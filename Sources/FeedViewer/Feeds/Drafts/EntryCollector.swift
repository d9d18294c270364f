/// Takes the entries of a file as they are read, gives them their keys and keeps them or hands them over in batches.
struct EntryCollector {
  typealias Handler = (FeedBatch) -> Bool

  /// Small, so that the first screen is there at once.
  static let firstBatch = 50
  static let laterBatches = 1_000

  /// How many entries are taken; those of a file that has more are left out.
  let limit: Int
  /// How many entries came when there were as many as are taken.
  private(set) var leftOutCount = 0
  /// Those that have not been handed over.
  private var sections: [FeedSection] = []
  private(set) var count = 0
  private var keys = KeyAssigner()
  private var handedOver = 0
  private let handler: Handler?
  private let request: ArticleRequest?

  /// - Parameters:
  ///   - handler: Takes the entries; without one, all are kept.
  ///   - request: The entry whose article is wanted: the reading ends behind it.
  ///   - limit: How many entries are taken.
  init(_ handler: Handler?, request: ArticleRequest? = nil, limit: Int = FeedLimits.entryCount) {
    self.limit = limit
    self.handler = handler
    self.request = request
  }

  /// Where the article of the entry goes that is being read, if it is wanted.
  var wantedArticle: ArticleRequest? { request?.ordinal == count ? request : nil }

  /// Whether the article that was wanted is there.
  var isSatisfied: Bool { request?.entry != nil }

  var isFull: Bool { count >= limit }

  /// Whether it is time to call `handOver`.
  var isBatchDue: Bool {
    handler != nil
      && count - handedOver >= (handedOver == 0 ? EntryCollector.firstBatch : EntryCollector.laterBatches)
  }

  mutating func add(_ entry: consuming FeedEntry, section title: String? = nil, folder: FeedFolder? = nil) {
    entry.key = keys.key(for: entry)
    let title = folder?.title ?? title
    if !continuesSection(title, folder) { sections.append(FeedSection(title: title, folder: folder)) }
    wantedArticle?.finish(entry)
    sections[sections.count - 1].entries.append(entry)
    count += 1
  }

  /// Whether an entry belongs to the last section.
  private func continuesSection(_ title: String?, _ folder: FeedFolder?) -> Bool {
    guard let last = sections.last, last.title == title else { return false }
    // Different folders may have one title if it is cut.
    return last.folder === folder || folder?.isElided != true
  }

  /// Counts an entry that came when there was no room for it.
  /// - Returns: Whether it is the first of them.
  mutating func leaveOut() -> Bool {
    leftOutCount += 1
    return leftOutCount == 1
  }

  /// What is to be told of a file of that many bytes.
  func notes(fileSize: Int) -> [FeedNote] {
    var notes: [FeedNote] = []
    if fileSize >= FeedLimits.largeFileSize { notes.append(.largeFile(bytes: fileSize)) }
    if leftOutCount > 0 { notes.append(.entriesLeftOut(count: leftOutCount, limit: limit)) }
    return notes
  }

  /// Gives the handler what is new; false if it wants no more.
  mutating func handOver(feed: Feed, fractionDone: Double) -> Bool {
    guard let handler else { return true }
    var fresh: [FeedSection] = []
    swap(&fresh, &sections)
    handedOver = count
    return handler(FeedBatch(format: feed.format, feed: feed, sections: fresh, fractionDone: fractionDone))
  }

  /// The entries that were kept; a section without any if there are none.
  mutating func takeSections() -> [FeedSection] {
    var taken: [FeedSection] = []
    swap(&taken, &sections)
    return taken.isEmpty ? [FeedSection()] : taken
  }
}
