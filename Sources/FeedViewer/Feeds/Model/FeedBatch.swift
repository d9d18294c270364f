/// The entries read since the last batch, so that the first entries of a large file can be shown at once.
public struct FeedBatch: Sendable {
  /// What is known of the feed so far, such as title and link. It has no sections.
  public var feed: Feed
  /// New entries in file order. The first section continues the last section of the previous batch if their titles
  /// are equal.
  public var sections: [FeedSection]
  /// Where entries that have a place can be read again; nil if the text is not kept.
  public var text: FeedText?
  /// The fraction of the file that was read, from 0 to 1.
  public var fractionDone: Double
}
