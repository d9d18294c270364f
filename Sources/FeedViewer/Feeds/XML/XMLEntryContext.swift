/// The state between two elements of entries, from which they are read again.
final class XMLEntryContext: EntryContext {
  let group: XMLFeedReader.Group

  init(_ group: XMLFeedReader.Group) { self.group = group }

  func isSame(as other: any EntryContext) -> Bool {
    guard let other = other as? XMLEntryContext else { return false }
    return XMLFeedReader.readsSame(group, other.group)
  }

  func entries(in text: GroupText, endingAt ends: [Int]) -> [FeedEntry]? {
    guard let read = XMLFeedReader.readGroup(text, group), read.elementsEqual(ends, by: { $0.end == $1 })
    else { return nil }
    return read.map(\.entry)
  }

  func repairedEntry(in text: GroupText) -> (entry: FeedEntry, repairs: [FeedWarning])? {
    var repairs: [FeedWarning] = []
    guard let found = XMLFeedReader.readGroup(text, group, onRepairs: { repairs = $0 }), found.count == 1,
      found[0].end == text.count
    else { return nil }
    return (found[0].entry, repairs)
  }

  func articleSource(in text: GroupText) -> ArticleSource? {
    let request = ArticleRequest(ordinal: 0)
    guard let found = XMLFeedReader.readGroup(text, group, request), found.count == 1 else { return nil }
    request.finish(found[0].entry)
    return request.source
  }
}
