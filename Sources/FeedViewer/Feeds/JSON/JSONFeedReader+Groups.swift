/// Reading groups of entries on several threads: see `EntryGroups`.
extension JSONFeedReader {
  /// What entries depend on besides their own text.
  struct Group: Sendable {
    fileprivate var file: String
    fileprivate var folders: FolderTable
    fileprivate var kind: ItemKind
    fileprivate var feedBase: String?
  }

  /// An entry of a group, its `ownKeyHash`, where it belongs, and its end, counted from the start of the group.
  ///
  /// A tuple, because it is taken apart without copying the entry.
  typealias GroupedEntry = (
    entry: FeedEntry, keyHash: UInt64, section: String?, folder: FeedFolder?, end: Int
  )

  /// Prepares for reading groups of entries that begin as the next item does.
  mutating func beginGroups(_ kind: ItemKind) {
    guard let groups, groups.context.map({ $0.kind != kind || $0.feedBase != feedBase }) ?? true else {
      return
    }
    guard let marker = scanner.objectBeginning() else {
      self.groups = nil
      return
    }
    groups.begin(Group(file: file, folders: folders, kind: kind, feedBase: feedBase), marker: marker)
  }

  /// Whether items with the same bytes are read as the same in both states.
  static func readsSame(_ one: Group, _ other: Group) -> Bool {
    one.kind == other.kind && one.feedBase == other.feedBase && one.folders.isEmpty && other.folders.isEmpty
  }

  /// Takes the state in which items can be read again.
  mutating func noteContext(_ kind: ItemKind) {
    context = JSONEntryContext(Group(file: file, folders: folders, kind: kind, feedBase: feedBase))
  }

  /// Adds the entries of the groups that follow the last item.
  mutating func readGroups() {
    while let groups,
      var group = groups.take(
        at: scanner.position, after: scanner.isAtItem ? nil : 0x2C, in: &scanner.text)
    {
      guard group.entries.count <= collector.room else {
        // The others are counted one by one.
        self.groups = nil
        return
      }
      scanner.skip(group.range, length: group.length)
      while let (entry, keyHash, section, folder, _) = group.entries.popLast() {
        addRead(entry, keyHash: keyHash, section: section, folder: folder)
      }
      deliverDueBatch()
      if isCancelled { return }
      if groups.areUseless { self.groups = nil }
    }
  }

  /// Reads a group as `readGroup` does. The last entry is the first one, so that they are taken from the array without being
  /// copied.
  static func readReversedGroup(_ text: GroupText, _ group: Group, in shared: GroupBuffers) -> [GroupedEntry]?
  {
    var entries = readGroup(text, group, in: shared)
    // An array that reverses itself copies its elements.
    entries?.withUnsafeMutableBufferPointer { $0.reverse() }
    return entries
  }

  /// Reads a group of entries. Returns nil if there is anything else in it or anything to repair.
  ///
  /// - Parameters:
  ///   - request: A request for the article of the only entry.
  ///   - endsWithComma: Whether a comma must follow the last item.
  ///   - shared: Buffers for it and for other groups.
  ///   - onRepairs: Receives what was repaired, as the reader of the file does it; nil if nothing is to be repaired.
  static func readGroup(
    _ text: GroupText, _ group: Group, _ request: ArticleRequest? = nil, endsWithComma: Bool = true,
    in shared: GroupBuffers? = nil, onRepairs: (([FeedWarning]) -> Void)? = nil
  ) -> [GroupedEntry]? {
    let buffers = shared?.take()
    return withExtendedLifetime(text) {
      var reader = JSONFeedReader(
        SourceText(decoded: text.base, count: text.count), named: group.file,
        collector: EntryCollector(nil, request: request))
      reader.folders = group.folders
      reader.feedBase = group.feedBase
      var entries: [GroupedEntry] = []
      entries.reserveCapacity(buffers?.entryCount ?? 0)
      reader.groupedEntries = entries
      buffers?.exchange(&reader.html, &reader.entry, &reader.scratch)
      // Any fault is reported by the reader of the file, which reads the group again.
      let isComplete =
        (try? reader.readItems(
          group.kind, endsWithComma: endsWithComma, repairs: onRepairs != nil)) ?? false
      // A reader that stopped within an item leaves nothing to others.
      if isComplete, let shared, let buffers {
        buffers.exchange(&reader.html, &reader.entry, &reader.scratch)
        buffers.entryCount = reader.groupedEntries?.count ?? 0
        shared.put(buffers)
      }
      if isComplete { onRepairs?(reader.finishedLog()) }
      return isComplete ? reader.groupedEntries : nil
    }
  }

  /// Returns whether the text holds nothing but items, each followed by a comma, but perhaps not the last one.
  private mutating func readItems(
    _ kind: ItemKind, endsWithComma: Bool, repairs: Bool
  ) throws(JSONScanner.Fault) -> Bool {
    while try scanner.peek() == .object {
      try readItem(kind)
      guard log.count == 0 || repairs, scanner.strayComma == nil || repairs else { return false }
      if scanner.isAtEnd { return !endsWithComma }
      guard scanner.skipComma() else { return false }
      if scanner.isAtEnd { return true }
    }
    return false
  }
}
