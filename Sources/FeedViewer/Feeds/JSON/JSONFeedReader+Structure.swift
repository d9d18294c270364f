/// Skipping items whose places are all that is wanted.
extension JSONFeedReader {
  /// Skips the items after the last one, as far as they are sure to be items.
  mutating func skipItems() {
    guard let structure = collector.structure, let kept = collector.text, let context, !collector.isFull
    else { return }
    let feed = structure.wantsFeed ? format.map { header($0) } : nil
    let skip = structure.skip(
      from: self.scanner.position, in: &self.scanner.text, keptIn: kept, limit: collector.room, context,
      JSONItemScanner(), feed: feed)
    guard case .to(let offset) = skip else { return cancel() }
    countSkippedItems()
    self.scanner.skip(to: offset, isAtItem: false)
  }
}
