/// The state between two elements of entries, from which they are read again.
final class XMLEntryContext: EntryContext {
  let state: XMLFeedReader.EntryState

  init(_ state: XMLFeedReader.EntryState) { self.state = state }

  func isSame(as other: any EntryContext) -> Bool {
    guard let other = other as? XMLEntryContext else { return false }
    return XMLFeedReader.readsSame(state, other.state)
  }

  func entries(in text: TextSlice, endingAt ends: [Int]) -> [FeedEntry]? {
    let read = XMLFeedReader.readPart(text, state)
    guard read.isComplete, read.entries.elementsEqual(ends, by: { $0.end == $1 }) else { return nil }
    return read.entries.map(\.entry)
  }

  func repairedEntry(in text: TextSlice) -> (entry: FeedEntry, repairs: [FeedWarning])? {
    var repairs: [FeedWarning] = []
    let found = XMLFeedReader.readPart(text, state, onRepairs: { repairs = $0 })
    guard let entry = found.only, entry.end == text.count else { return nil }
    return (entry.entry, repairs)
  }

  func article(in text: TextSlice) -> (entry: FeedEntry, source: ArticleSource?)? {
    let request = ArticleRequest(ordinal: 0)
    guard let found = XMLFeedReader.readPart(text, state, request).only else { return nil }
    request.finish(found.entry)
    return (found.entry, request.source)
  }

  func parser() -> @Sendable (_ text: TextSlice, _ isAfterEntry: Bool) -> ParsedPart {
    let memory = XMLFeedReader.PartMemory()
    return { [state] text, _ in XMLFeedReader.readPart(text, state, in: memory) }
  }
}
