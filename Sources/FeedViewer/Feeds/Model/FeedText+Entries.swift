/// Reading entries again, one by one or many that follow each other.
extension FeedText {
  /// Reads consecutive entries again, without their keys.
  ///
  /// - Parameters:
  ///   - places: The places of the entries, in file order and with one context; not empty.
  ///   - areShown: Whether a row is about to show them, for which the thread that draws may wait.
  /// - Returns: The entries as they were read first; nil if the file has changed so that they can't be read.
  /// - Complexity: O(length of the text from the first to the last of them), read from the disk.
  public func entries(at places: [EntryPlace], areShown: Bool = false) -> [FeedEntry]? {
    precondition(!places.isEmpty, "At least one entry is read.")
    if !areShown { DrawingThread.mustNotWait() }
    return entries(at: places.map(\.range), places[0].context)?.entries
  }

  /// Reads consecutive entries again, without their keys.
  ///
  /// - Parameters:
  ///   - ranges: Where they are, in file order; not empty.
  ///   - context: The context of all of them.
  /// - Returns: The entries as they were read first, and what was left out of their texts; nil if the file has changed so that
  ///   they can't be read.
  func entries(
    at ranges: [Range<Int>], _ context: any EntryContext
  ) -> (entries: [FeedEntry], omissions: [FoundRepair])? {
    let start = ranges[0].lowerBound
    guard let text = piece(start..<ranges[ranges.count - 1].upperBound) else { return nil }
    if text.count != ranges[ranges.count - 1].upperBound - start {
      return decodedEntries(at: ranges, context, text)
    }
    if let all = context.entries(in: text, endingAt: ranges.map { $0.upperBound - start }) {
      return (all, [])
    }
    // There is something else between them.
    guard ranges.count > 1 else { return nil }
    var result: [FeedEntry] = []
    for range in ranges {
      let alone = TextSlice(
        UnsafeBufferPointer(start: text.base + range.lowerBound - start, count: range.count))
      guard let found = context.entries(in: alone, endingAt: [range.count]) else { return nil }
      result += found
    }
    return (result, [])
  }

  /// Reads entries whose text had to be decoded.
  private func decodedEntries(
    at ranges: [Range<Int>], _ context: any EntryContext, _ text: TextSlice
  ) -> (entries: [FeedEntry], omissions: [FoundRepair])? {
    guard ranges.count == 1 else {
      var result: (entries: [FeedEntry], omissions: [FoundRepair]) = ([], [])
      for range in ranges {
        guard let read = entries(at: [range], context) else { return nil }
        result.entries += read.entries
        result.omissions += read.omissions
      }
      return result
    }
    return context.entries(in: text, endingAt: [text.count]).map {
      ($0, Self.omission(in: text, at: ranges[0].lowerBound))
    }
  }

  /// What decoding would have reported of the text of an entry.
  private static func omission(in text: TextSlice, at start: Int) -> [FoundRepair] {
    guard let (byte, offset) = text.omitted else { return [] }
    let before = TextPlace().after(UnsafeBufferPointer(start: text.base, count: offset))
    let warning = FeedWarning(line: before.line, column: before.column, omitted: byte)
    return [FoundRepair(start: start, warning: warning)]
  }

  /// Reads an entry again, without its key, and repairs it if need be, as it was repaired when it was read first.
  ///
  /// - Parameter place: The place of the entry.
  /// - Returns: Nil if the file has changed.
  /// - Complexity: O(length of the entry), read from the disk.
  func repairedEntry(at place: EntryPlace) -> (entry: FeedEntry, repairs: [FoundRepair])? {
    DrawingThread.mustNotWait()
    guard let text = piece(place.range), let read = place.context.repairedEntry(in: text) else { return nil }
    let repairs = read.repairs.map { FoundRepair(start: place.offset, warning: $0) }
    return (read.entry, Self.omission(in: text, at: place.offset) + repairs)
  }

  /// Reads an entry again, without its key, and its body, from which its article can be read.
  ///
  /// - Parameters:
  ///   - place: The place of the entry.
  ///   - feedLanguage: The language of entries without one.
  /// - Returns: The entry, and its content, else its summary, if it has a body; nil if the file has changed.
  /// - Complexity: O(length of the entry), read from the disk.
  public func article(
    at place: EntryPlace, feedLanguage: String?
  ) -> (entry: FeedEntry, source: ArticleSource?)? {
    DrawingThread.mustNotWait()
    guard let text = piece(place.range), var read = place.context.article(in: text) else { return nil }
    let language = read.source?.language ?? feedLanguage
    read.source?.language = language
    return read
  }
}
