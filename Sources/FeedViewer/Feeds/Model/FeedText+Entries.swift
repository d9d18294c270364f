/// Reading entries again, one by one or many that follow each other.
extension FeedText {
  /// Reads consecutive entries again, without their keys.
  ///
  /// - Parameter places: The places of the entries, in file order and with one context; not empty.
  /// - Returns: The entries as they were read first; nil if the file has changed so that they can't be read.
  /// - Complexity: O(length of the text from the first to the last of them), read from the disk.
  public func entries(at places: [EntryPlace]) -> [FeedEntry]? { loneEntries(at: places)?.map(\.entry) }

  /// The same with their places, and with what was left out of their texts.
  func loneEntries(at places: [EntryPlace]) -> [LoneEntry]? {
    precondition(!places.isEmpty, "At least one entry is read.")
    let (first, last) = (places[0], places[places.count - 1])
    guard let text = piece(first.offset..<last.range.upperBound) else { return nil }
    if text.count != last.range.upperBound - first.offset { return decodedEntries(at: places, text) }
    let ends = places.map { $0.range.upperBound - first.offset }
    if let all = first.context.entries(in: text), all.map(\.end) == ends {
      return zip(all, places).map { LoneEntry(entry: $0.entry, place: $1) }
    }
    // There is something else between them.
    guard places.count > 1 else { return nil }
    var result: [LoneEntry] = []
    for place in places {
      let start = place.offset - first.offset
      let alone = GroupText(UnsafeBufferPointer(start: text.base + start, count: place.count))
      guard let found = place.context.entries(in: alone), found.count == 1, found[0].end == place.count else {
        return nil
      }
      result.append(LoneEntry(entry: found[0].entry, place: place))
    }
    return result
  }

  /// Reads entries whose text had to be decoded.
  private func decodedEntries(at places: [EntryPlace], _ text: GroupText) -> [LoneEntry]? {
    guard places.count == 1 else {
      let read = places.compactMap { loneEntries(at: [$0])?.first }
      return read.count == places.count ? read : nil
    }
    guard let found = places[0].context.entries(in: text), found.count == 1, found[0].end == text.count else {
      return nil
    }
    let repairs = Self.omission(in: text, at: places[0])
    return [LoneEntry(entry: found[0].entry, place: places[0], repairs: repairs)]
  }

  /// What decoding would have reported of the text of an entry.
  private static func omission(in text: GroupText, at place: EntryPlace) -> [FoundRepair] {
    guard let (byte, offset) = text.omitted else { return [] }
    let before = TextPlace().after(UnsafeBufferPointer(start: text.base, count: offset))
    let warning = FeedWarning(line: before.line, column: before.column, omitted: byte)
    return [FoundRepair(start: place.offset, warning: warning)]
  }

  /// Reads an entry again, without its key, and repairs it if need be, as it was repaired when it was read first.
  ///
  /// - Parameter place: The place of the entry.
  /// - Returns: Nil if the file has changed.
  /// - Complexity: O(length of the entry), read from the disk.
  func repairedEntry(at place: EntryPlace) -> (entry: FeedEntry, repairs: [FoundRepair])? {
    guard let text = piece(place.range), let read = place.context.repairedEntry(in: text) else { return nil }
    let repairs = read.repairs.map { FoundRepair(start: place.offset, warning: $0) }
    return (read.entry, Self.omission(in: text, at: place) + repairs)
  }

  /// Reads the body of an entry again, from which its article can be read.
  ///
  /// - Parameters:
  ///   - place: The place of the entry.
  ///   - feedLanguage: The language of entries without one.
  /// - Returns: The content, else the summary; nil if the entry has no body, or the file has changed.
  /// - Complexity: O(length of the entry), read from the disk.
  public func articleSource(at place: EntryPlace, feedLanguage: String?) -> ArticleSource? {
    guard let text = piece(place.range), var source = place.context.articleSource(in: text) else {
      return nil
    }
    source.language = source.language ?? feedLanguage
    return source
  }
}
