/// What was read since the last batch, so that a window can show the first entries of a large file at once.
public struct FeedBatch: Sendable {
  public var format: FeedFormat
  /// What is known of the feed so far: title, link and the like. Its sections are empty.
  public var feed: Feed
  /// New entries in file order; the first section continues the last one of the batch before if it has the
  /// same title.
  public var sections: [FeedSection]
  /// How much of the file is read: 0 to 1.
  public var fractionDone: Double

  public init(format: FeedFormat, feed: Feed, sections: [FeedSection], fractionDone: Double) {
    self.format = format
    self.feed = feed
    self.sections = sections
    self.fractionDone = fractionDone
  }
}
