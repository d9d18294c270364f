/// Reading items from parts of a text, in the state in which the reader of the file has come to them.
extension JSONFeedReader {
  /// What items depend on besides their own text.
  struct ItemState: Sendable {
    fileprivate var file: String
    fileprivate var folders: FolderTable
    fileprivate var kind: ItemKind
    fileprivate var feedBase: String?
  }

  /// Whether items with the same bytes are read as the same in both states.
  static func readsSame(_ one: ItemState, _ other: ItemState) -> Bool {
    one.kind == other.kind && one.feedBase == other.feedBase && one.folders.isEmpty && other.folders.isEmpty
  }

  /// Takes the state in which items can be read again.
  mutating func noteContext(_ kind: ItemKind) {
    context = JSONEntryContext(ItemState(file: file, folders: folders, kind: kind, feedBase: feedBase))
  }

  /// Reads items from a part of a text, up to what is unusual or has to be repaired.
  ///
  /// - Parameters:
  ///   - request: A request for the article of the only item.
  ///   - isAfterItem: Whether the text starts after an item, with a comma.
  ///   - endsAtItem: Whether the text ends where another item begins, after a comma.
  ///   - shared: Buffers for it and for other parts.
  ///   - onRepairs: Receives what was repaired, as the reader of the file does it; nil if nothing is to be repaired.
  static func readPart(
    _ text: TextSlice, _ state: ItemState, _ request: ArticleRequest? = nil, isAfterItem: Bool = false,
    endsAtItem: Bool = false, in shared: Pool<ReaderBuffers>? = nil,
    onRepairs: (([FeedWarning]) -> Void)? = nil
  ) -> ParsedPart {
    let buffers = shared.map { $0.take() ?? ReaderBuffers() }
    return withExtendedLifetime(text) {
      var reader = JSONFeedReader(
        SourceText(decoded: text.base, count: text.count), named: state.file,
        collector: EntryCollector(nil, request: request))
      reader.folders = state.folders
      reader.feedBase = state.feedBase
      var entries: [ReadEntry] = []
      entries.reserveCapacity(buffers?.entryCount ?? 0)
      reader.partEntries = entries
      buffers?.exchange(&reader.html, &reader.entry, &reader.scratch)
      var usualCount = 0
      // Any fault is reported by the reader of the file, which reads the item again.
      let isComplete =
        (try? reader.readItems(
          state.kind, isAfterItem: isAfterItem, endsAtItem: endsAtItem, repairs: onRepairs != nil,
          usualCount: &usualCount)) ?? false
      // A reader that stopped within an item leaves nothing to others.
      if isComplete, let shared, let buffers {
        buffers.exchange(&reader.html, &reader.entry, &reader.scratch)
        buffers.entryCount = usualCount
        shared.put(buffers)
      }
      if isComplete { onRepairs?(reader.finishedLog()) }
      return ParsedPart(&reader.partEntries, count: usualCount, isComplete: isComplete)
    }
  }

  /// Returns whether the text holds nothing but items with a comma between any two.
  ///
  /// - Parameter usualCount: Becomes the number of items before what is unusual.
  private mutating func readItems(
    _ kind: ItemKind, isAfterItem: Bool, endsAtItem: Bool, repairs: Bool, usualCount: inout Int
  ) throws(JSONScanner.Fault) -> Bool {
    if isAfterItem, !scanner.skipComma() { return false }
    while try scanner.peek() == .object {
      try readItem(kind)
      guard log.count == 0 || repairs, scanner.strayComma == nil || repairs else { return false }
      usualCount = partEntries?.count ?? 0
      if scanner.isAtEnd { return !endsAtItem }
      guard scanner.skipComma() else { return false }
      if scanner.isAtEnd { return endsAtItem }
    }
    return false
  }
}
