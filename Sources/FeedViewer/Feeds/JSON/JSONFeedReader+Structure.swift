/// Passing over items that others read, or whose places are all that is wanted.
extension JSONFeedReader {
  /// Takes the bytes with which the next item begins for those with which all do.
  mutating func noteItemMarker() {
    itemMarker = JSONItemScanner().marker(of: scanner.bytes(scanner.position..<scanner.text.end))
  }

  /// Passes over the items after the last one, as far as they are as usual.
  mutating func passItems() {
    guard let context, !collector.isFull else { return }
    if collector.pieces != nil { readPieces(context) } else { skipItems(context) }
  }

  /// Lets several threads read items.
  private mutating func readPieces(_ context: JSONEntryContext) {
    guard let itemMarker else { return }
    let end = collector.readPieces(
      from: scanner.position, in: &scanner.text, context, marker: itemMarker)
    if let end { scanner.skip(to: end.offset, isAtItem: end.isAtEntry) }
  }

  private mutating func skipItems(_ context: JSONEntryContext) {
    guard let structure = collector.structure, let kept = collector.text else { return }
    let start = self.scanner.position
    let earlier = structure.earlierContext(at: start) as? JSONEntryContext ?? context
    self.context = earlier
    let count = structure.index.count
    let feed = structure.wantsFeed ? format.map { header($0) } : nil
    let skip = structure.skip(
      from: start, in: &self.scanner.text, keptIn: kept, limit: collector.room, earlier, JSONItemScanner(),
      feed: feed)
    guard case .to(let offset) = skip else { return cancel() }
    // Items change nothing of what is known of the feed.
    structure.noteSkipped(
      start..<offset, countBefore: count, earlier, FeedDraft(),
      repairCount: log.count + scanner.strayCommaCount)
    collector.countSkippedEntries()
    self.scanner.skip(to: offset, isAtItem: false)
  }
}
