/// The state between two elements of entries, from which they are read again.
final class XMLEntryContext: EntryContext {
  let state: XMLFeedReader.EntryState

  init(_ state: XMLFeedReader.EntryState) { self.state = state }

  func isSame(as other: any EntryContext) -> Bool {
    guard let other = other as? XMLEntryContext else { return false }
    return XMLFeedReader.readsSame(state, other.state)
  }

  func read(
    _ text: TextSlice, _ request: ArticleRequest?, onRepairs: (([FeedWarning]) -> Void)?
  ) -> ParsedPart {
    XMLFeedReader.readPart(text, state, request, onRepairs: onRepairs)
  }

  func parser() -> @Sendable (_ text: TextSlice, _ isAfterEntry: Bool) -> ParsedPart {
    let memory = XMLFeedReader.PartMemory()
    return { [state] text, _ in XMLFeedReader.readPart(text, state, in: memory) }
  }
}
