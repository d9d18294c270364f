/// Skipping items whose places are all that is wanted.
extension JSONFeedReader {
  /// Skips the items after the last one, as far as they are sure to be items.
  mutating func skipItems() {
    guard let structure = collector.structure, let kept = collector.text, let context, !collector.isFull
    else { return }
    let skip = structure.skip(
      from: self.scanner.position, in: &self.scanner.text, keptIn: kept, limit: collector.room, context,
      JSONItemScanner())
    guard case .to(let offset) = skip else { return cancel() }
    countSkippedItems()
    self.scanner.skip(to: offset, isAtItem: false)
  }
}
