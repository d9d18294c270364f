/// Where the entries of a feed file are: found in a fraction of the time that reading them takes.
///
/// The entries are those that `FeedReader` reads from the file, in the same order; each is read when it is needed. What
/// depends on other entries, such as keys and sections, is not known.
public struct FeedStructure: Sendable {
  /// What is known of the feed: it has no entries, and of its repairs only those that were made while its structure was
  /// found.
  public let feed: Feed
  /// Where the entries can be read.
  public let text: FeedText
  let index: EntryIndex

  /// The number of entries in the file.
  public var entryCount: Int { index.count }

  /// Where an entry is.
  ///
  /// - Parameter ordinal: The index of the entry in the file.
  /// - Returns: Nil if the entry can't be read alone, such as one after whose beginning the file ends.
  /// - Complexity: O(log(`entryCount`)).
  public func place(ofEntry ordinal: Int) -> EntryPlace? { index.place(of: ordinal) }

  /// Reads an entry, without its key, and repairs it if need be.
  ///
  /// - Parameter ordinal: The index of the entry in the file.
  /// - Returns: Nil if the entry can't be read alone, or if the file has changed.
  /// - Complexity: O(length of the entry), read from the disk.
  public func entry(_ ordinal: Int) -> FeedEntry? {
    index.place(of: ordinal).flatMap { text.repairedEntry(at: $0) }
  }
}
