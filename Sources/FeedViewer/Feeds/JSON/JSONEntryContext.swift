/// The state between two items, from which they are read again.
final class JSONEntryContext: EntryContext {
  private let state: JSONFeedReader.ItemState

  init(_ state: JSONFeedReader.ItemState) { self.state = state }

  func isSame(as other: any EntryContext) -> Bool {
    guard let other = other as? JSONEntryContext else { return false }
    return JSONFeedReader.readsSame(state, other.state)
  }

  func entries(in text: TextSlice, endingAt ends: [Int]) -> [FeedEntry]? {
    let read = JSONFeedReader.readPart(text, state)
    guard read.isComplete, read.entries.elementsEqual(ends, by: { $0.end == $1 }) else { return nil }
    return read.entries.map(\.entry)
  }

  func repairedEntry(in text: TextSlice) -> (entry: FeedEntry, repairs: [FeedWarning])? {
    var repairs: [FeedWarning] = []
    let found = JSONFeedReader.readPart(text, state, onRepairs: { repairs = $0 })
    guard let entry = found.only, entry.end == text.count else { return nil }
    return (entry.entry, repairs)
  }

  func article(in text: TextSlice) -> (entry: FeedEntry, source: ArticleSource?)? {
    let request = ArticleRequest(ordinal: 0)
    guard let found = JSONFeedReader.readPart(text, state, request).only else { return nil }
    request.finish(found.entry)
    return (found.entry, request.source)
  }

  func parser() -> @Sendable (_ text: TextSlice, _ isAfterEntry: Bool) -> ParsedPart {
    let buffers = ReaderBufferPool()
    return { [state] text, isAfterEntry in
      JSONFeedReader.readPart(text, state, isAfterItem: isAfterEntry, endsAtItem: true, in: buffers)
    }
  }
}
