/// Passing over entries that others read, or whose places are all that is wanted.
extension XMLFeedReader {
  /// Passes over the entries after the last token, if that ended an entry, as far as they are as usual.
  mutating func passEntries() throws(FeedError) {
    guard let context, !rootHasEnded, !collector.isFull, let role = frames.last?.role,
      role == .channel || role == .root, isBetweenEntries(of: context),
      let (symbol, name) = lastEntryName, isEntry(symbol)
    else { return }
    if collector.pieces != nil {
      readPieces(context, named: name)
    } else {
      try skipEntries(context, named: name)
    }
  }

  /// Lets several threads read entries.
  private mutating func readPieces(_ context: XMLEntryContext, named name: [UInt8]) {
    let end = collector.readPieces(
      from: scanner.position, in: &scanner.text, context, marker: [0x3C] + name)
    if let end { scanner.skip(to: end.offset) }
  }

  private mutating func skipEntries(_ context: XMLEntryContext, named name: [UInt8]) throws(FeedError) {
    guard let structure = collector.structure, let kept = collector.text, let format,
      let scanner = structure.scanner(for: context, named: name, { entryScanner(named: name) })
    else { return }
    let start = self.scanner.position
    let earlier = structure.earlierContext(at: start) as? XMLEntryContext ?? context
    self.context = earlier
    let count = structure.index.count
    let known = structure.wantsFeed ? header(format) : nil
    let skip = structure.skip(
      from: start, in: &self.scanner.text, keptIn: kept, limit: collector.room, earlier, scanner,
      feed: known)
    guard case .to(let offset) = skip else { throw FeedError(file: file, reason: .cancelled) }
    structure.noteSkipped(start..<offset, countBefore: count, earlier, feed, repairCount: log.count)
    collector.countSkippedEntries()
    self.scanner.skip(to: offset)
  }

  /// Whether an element that is opened now is an entry: the last one may have declared another namespace for itself.
  private mutating func isEntry(_ symbol: Int32) -> Bool {
    let (module, local) = names.meaning(of: symbol)
    return isItem(local, module)
  }

  /// A scanner for entries in the present state.
  private func entryScanner(named name: [UInt8]) -> XMLEntryScanner? {
    XMLEntryScanner(
      name: name, outerNames: frames.map { Array(names.spelling(of: $0.symbol).utf8) },
      prefixes: (names.declaredPrefixes + warnedPrefixes + ["xml"]).map { Array($0.utf8) })
  }
}
