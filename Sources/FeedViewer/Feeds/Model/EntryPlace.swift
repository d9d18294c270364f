/// Where an entry is in the text of its file, and what is needed to read it alone.
public struct EntryPlace: Sendable {
  /// The offset of its first byte in the decoded text.
  public let offset: Int
  /// The bytes of its element or object.
  public let count: Int
  let context: any EntryContext

  var range: Range<Int> { offset..<offset + count }

  /// Whether two entries can be read in one go, if nothing but white space is between them.
  public func hasContext(of other: EntryPlace) -> Bool { context === other.context }

  /// The same place, counted from another one with the same context.
  ///
  /// - Parameter first: A place before this one.
  /// - Returns: Nil if it is more than 4 GB away, or longer than that.
  public func packed(from first: EntryPlace) -> (offset: UInt32, count: UInt32)? {
    guard let offset = UInt32(exactly: offset - first.offset), let count = UInt32(exactly: count) else {
      return nil
    }
    return (offset, count)
  }

  /// A place with the context of this one.
  ///
  /// - Parameters:
  ///   - offset: Counted from this place, in bytes.
  ///   - count: The bytes of the entry's element or object.
  public func place(at offset: UInt32, count: UInt32) -> EntryPlace {
    EntryPlace(offset: self.offset + Int(offset), count: Int(count), context: context)
  }
}

/// The state of a reader between two entries, as far as entries depend on it, from which entries are read again. All entries
/// of a usual file share one.
protocol EntryContext: AnyObject, Sendable {
  /// Whether entries with the same bytes are read as the same in both.
  func isSame(as other: any EntryContext) -> Bool
  /// Reads entries again, without their keys.
  ///
  /// - Parameters:
  ///   - text: Holds nothing but entries.
  ///   - ends: Where each one ends in the text.
  /// - Returns: Nil if there is anything else, or anything to repair.
  func entries(in text: TextSlice, endingAt ends: [Int]) -> [FeedEntry]?
  /// Reads an entry again, without its key, and repairs it if need be.
  ///
  /// - Parameter text: Holds nothing but the entry.
  /// - Returns: The entry, and what was repaired, with places in `text`; nil if there is anything else.
  func repairedEntry(in text: TextSlice) -> (entry: FeedEntry, repairs: [FeedWarning])?
  /// Reads an entry again, without its key, and its body with its markup.
  ///
  /// - Parameter text: Holds nothing but the entry.
  /// - Returns: The body with the entry's own language, if there is one; nil if there is anything else, or anything to repair.
  func article(in text: TextSlice) -> (entry: FeedEntry, source: ArticleSource?)?
  /// A function that reads entries on any thread, up to what is unusual or has to be repaired.
  ///
  /// - Returns: Takes a text, and whether that starts after an entry; otherwise it starts with one.
  func parser() -> @Sendable (_ text: TextSlice, _ isAfterEntry: Bool) -> ParsedPart
}
