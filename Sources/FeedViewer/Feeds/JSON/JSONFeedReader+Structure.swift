/// Skipping items whose places are all that is wanted.
extension JSONFeedReader {
  /// Skips the items after the last one, as far as they are sure to be items.
  mutating func skipItems() {
    guard let structure = collector.structure, let kept = collector.text, let context, !collector.isFull
    else { return }
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
    countSkippedItems()
    self.scanner.skip(to: offset, isAtItem: false)
  }
}
