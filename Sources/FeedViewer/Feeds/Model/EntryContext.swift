/// The state of a reader between two entries, as far as entries depend on it, from which entries are read again. All entries
/// of a usual file share one.
protocol EntryContext: AnyObject, Sendable {
  /// Whether entries with the same bytes are read as the same in both.
  func isSame(as other: any EntryContext) -> Bool
  /// Reads entries without their keys, up to what is unusual or has to be repaired.
  ///
  /// - Parameters:
  ///   - request: A request for the article of the only entry.
  ///   - onRepairs: Receives what was repaired, with places in `text`; nil if nothing is to be repaired.
  func read(
    _ text: TextSlice, _ request: ArticleRequest?, onRepairs: (([FeedWarning]) -> Void)?
  ) -> ParsedPart
  /// A function that reads entries on any thread, up to what is unusual or has to be repaired.
  ///
  /// - Returns: Takes a text, and whether that starts after an entry; otherwise it starts with one.
  func parser() -> @Sendable (_ text: TextSlice, _ isAfterEntry: Bool) -> ParsedPart
}

extension EntryContext {
  /// Reads entries again, without their keys.
  ///
  /// - Parameters:
  ///   - text: Holds nothing but entries.
  ///   - ends: Where each one ends in the text.
  /// - Returns: Nil if there is anything else, or anything to repair.
  func entries(in text: TextSlice, endingAt ends: [Int]) -> [FeedEntry]? {
    let read = read(text, nil, onRepairs: nil)
    guard read.isComplete, read.entries.elementsEqual(ends, by: { $0.end == $1 }) else { return nil }
    return read.entries.map(\.entry)
  }

  /// Reads an entry again, without its key, and repairs it if need be.
  ///
  /// - Parameter text: Holds nothing but the entry.
  /// - Returns: The entry, and what was repaired, with places in `text`; nil if there is anything else.
  func repairedEntry(in text: TextSlice) -> (entry: FeedEntry, repairs: [FeedWarning])? {
    var repairs: [FeedWarning] = []
    let found = read(text, nil, onRepairs: { repairs = $0 })
    guard let entry = found.only, entry.end == text.count else { return nil }
    return (entry.entry, repairs)
  }

  /// Reads an entry again, without its key, and its body with its markup.
  ///
  /// - Parameter text: Holds nothing but the entry.
  /// - Returns: The body with the entry's own language, if there is one; nil if there is anything else, or anything to repair.
  func article(in text: TextSlice) -> (entry: FeedEntry, source: ArticleSource?)? {
    let request = ArticleRequest(ordinal: 0)
    guard let found = read(text, request, onRepairs: nil).only else { return nil }
    request.finish(found.entry)
    return (found.entry, request.source)
  }
}
