/// The state between two items, from which they are read again.
final class JSONEntryContext: EntryContext {
  private let state: JSONFeedReader.ItemState

  init(_ state: JSONFeedReader.ItemState) { self.state = state }

  func isSame(as other: any EntryContext) -> Bool {
    guard let other = other as? JSONEntryContext else { return false }
    return JSONFeedReader.readsSame(state, other.state)
  }

  func read(
    _ text: TextSlice, _ request: ArticleRequest?, onRepairs: (([FeedWarning]) -> Void)?
  ) -> ParsedPart {
    JSONFeedReader.readPart(text, state, request, onRepairs: onRepairs)
  }

  func parser() -> @Sendable (_ text: TextSlice, _ isAfterEntry: Bool) -> ParsedPart {
    let buffers = Pool<ReaderBuffers>()
    return { [state] text, isAfterEntry in
      JSONFeedReader.readPart(text, state, isAfterItem: isAfterEntry, endsAtItem: true, in: buffers)
    }
  }
}
