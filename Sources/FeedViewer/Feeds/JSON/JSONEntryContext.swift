/// The state between two items, from which they are read again.
final class JSONEntryContext: EntryContext {
  private let group: JSONFeedReader.Group

  init(_ group: JSONFeedReader.Group) { self.group = group }

  func isSame(as other: any EntryContext) -> Bool {
    guard let other = other as? JSONEntryContext else { return false }
    return JSONFeedReader.readsSame(group, other.group)
  }

  func entries(in text: GroupText, endingAt ends: [Int]) -> [FeedEntry]? {
    guard let read = JSONFeedReader.readGroup(text, group, endsWithComma: false),
      read.elementsEqual(ends, by: { $0.end == $1 })
    else { return nil }
    return read.map(\.entry)
  }

  func repairedEntry(in text: GroupText) -> (entry: FeedEntry, repairs: [FeedWarning])? {
    var repairs: [FeedWarning] = []
    let found = JSONFeedReader.readGroup(text, group, endsWithComma: false, onRepairs: { repairs = $0 })
    guard let found, found.count == 1, found[0].end == text.count else { return nil }
    return (found[0].entry, repairs)
  }

  func articleSource(in text: GroupText) -> ArticleSource? {
    let request = ArticleRequest(ordinal: 0)
    let found = JSONFeedReader.readGroup(text, group, request, endsWithComma: false)
    guard let found, found.count == 1 else { return nil }
    request.finish(found[0].entry)
    return request.source
  }
}
