/// The marks and reading places of one feed's entries: a value that any thread may look up.
public struct FeedMarks: Sendable, Equatable {
  /// A row without its place, in eight bytes.
  private struct PackedRow: Sendable, Equatable {
    var check: UInt32
    var flags: MarkFlags
  }

  /// The only rows of keys, and the rows with check 0 of strict keys.
  private var common: [KeyDigest: PackedRow] = [:]
  /// The rows of entries with strict keys.
  private var own: [EntryKey: MarkFlags] = [:]
  /// The places of rows.
  private var places: [EntryKey: String] = [:]
  /// The number of rows that mark an entry without a check.
  private var earlierCount = 0
  /// The entries of which versions that were joined had copies; not stored.
  var copied: Set<EntryKey> = []
  /// Where the list of the feed was left, in the form that `ReadingState.setListPlace` was given; nil for its beginning.
  public internal(set) var listPlace: String?

  /// No entry is read, starred, removed or was left in the middle.
  public init() {}

  /// - Parameter twinsAreKnown: Whether all entries of the feed's file were given to `ReadingState.join`. Otherwise a mark that
  ///   has a check only belongs to entries with that check.
  /// - Complexity: O(1).
  public func isRead(_ entry: EntryKey, twinsAreKnown: Bool) -> Bool {
    has(.read, entry, twinsAreKnown)
  }

  /// See `isRead`.
  ///
  /// - Complexity: O(1).
  public func isStarred(_ entry: EntryKey, twinsAreKnown: Bool) -> Bool {
    has(.starred, entry, twinsAreKnown)
  }

  /// Whether the reader has removed the entry; see `isRead`.
  ///
  /// - Complexity: O(1).
  public func isRemoved(_ entry: EntryKey, twinsAreKnown: Bool) -> Bool {
    has(.removed, entry, twinsAreKnown)
  }

  /// Where the entry's article was left, in the form that `ReadingState.setPlace` was given; nil for its beginning.
  ///
  /// - Complexity: O(1).
  public func place(of entry: EntryKey, twinsAreKnown: Bool) -> String? {
    places.isEmpty ? nil : mark(of: entry, twinsAreKnown: twinsAreKnown)?.place
  }

  private func has(_ flag: MarkFlags, _ entry: EntryKey, _ twinsAreKnown: Bool) -> Bool {
    mark(of: entry, twinsAreKnown: twinsAreKnown)?.flags.contains(flag) ?? false
  }

  /// The number of entries that are read and not removed, each mark without a check taken for that of one entry.
  ///
  /// - Complexity: O(marks).
  public var readCount: Int {
    func counts(_ flags: MarkFlags?) -> Bool {
      flags?.isDisjoint(with: .removed) == true && flags!.contains(.read)
    }
    return own.reduce(common.values.count { counts($0.flags) }) { count, row in
      count + (counts(row.value) ? 1 : 0) - (counts(common[row.key.digest]?.flags) ? 1 : 0)
    }
  }

  /// The entries that the reader has removed, whether or not the feed still has them.
  ///
  /// - Complexity: O(marks).
  public var removedEntries: [EntryKey] {
    common.compactMap { $1.flags.contains(.removed) ? EntryKey($0, check: $1.check) : nil }
      + own.compactMap { $1.contains(.removed) ? $0 : nil }
  }

  /// Whether something is known of what the reader did with an entry whose twins are not known, be it that its marks were
  /// removed.
  ///
  /// - Complexity: O(1).
  public func hasMark(of entry: EntryKey) -> Bool {
    mark(of: entry, twinsAreKnown: false).map { $0.marksEntry || $0.flags.contains(.unmarked) } ?? false
  }

  /// Whether any entry is marked.
  public var hasMarks: Bool { !common.isEmpty }

  /// Whether there are marks of earlier versions of the program that no entry has adopted.
  public var hasEarlierMarks: Bool { earlierCount > 0 }

  /// Whether nothing is known of the feed.
  public var isEmpty: Bool { common.isEmpty && listPlace == nil }

  /// Replaces the rows of some keys by those of other marks.
  mutating func adopt(_ other: FeedMarks, of entries: [EntryKey]) {
    for entry in entries {
      for row in rows(of: entry).reversed() { put(MarkRow(check: row.check), of: entry.digest) }
      for row in other.rows(of: entry) { put(row, of: entry.digest) }
    }
  }

  /// The rows that decide about an entry, a strict one first.
  private func rows(of entry: EntryKey) -> [MarkRow] {
    guard let common = commonRow(of: entry.digest) else { return [] }
    return [common] + (common.isStrict ? [ownRow(of: entry)].compactMap(\.self) : [])
  }

  mutating func reserveCapacity(_ count: Int) { common.reserveCapacity(count) }

  mutating func apply(_ change: FeedChange) {
    switch change {
    case .marks(let change, let entries, let twinsAreKnown):
      if case .set(_, true) = change { common.reserveCapacity(common.count + entries.count) }
      for entry in entries { apply(change, to: entry, twinsAreKnown: twinsAreKnown) }
    case .adopted(let pairs): for pair in pairs { adopt(pair.earlier, by: pair.entry) }
    case .rows(let rows): for row in rows { take(row.row, of: row.digest) }
    case .listPlace(let place): listPlace = place
    }
  }

  /// The changes that make these marks out of none.
  var changes: [FeedChange] {
    var changes: [FeedChange] = []
    if !common.isEmpty {
      let rows =
        common.keys.map { FeedChange.Row(digest: $0, row: commonRow(of: $0)!) }
        + own.keys.map { FeedChange.Row(digest: $0.digest, row: ownRow(of: $0)!) }
      changes.append(.rows(rows))
    }
    if let listPlace { changes.append(.listPlace(listPlace)) }
    return changes
  }

  /// What all entries of a version of the feed change, which depends on their keys and checks, not on their order, but for
  /// the marks of earlier versions of the program.
  ///
  /// - Parameters:
  ///   - entries: All entries of the feed's file.
  ///   - earlier: The keys that an earlier version of the program gave them.
  /// - Returns: The changes, and the entries that have copies.
  /// - Complexity: O(entries), and with `hasEarlierMarks` O(length of the earlier keys).
  func changes(
    joining entries: [EntryKey], earlier: () -> [String]
  ) -> (changes: [FeedChange], copied: Set<EntryKey>) {
    var checks: [KeyDigest: UInt32] = [:]
    checks.reserveCapacity(entries.count)
    var twins: Set<KeyDigest> = []
    var copied: Set<EntryKey> = []
    for entry in entries {
      guard let known = checks.updateValue(entry.check, forKey: entry.digest) else { continue }
      if known == entry.check { copied.insert(entry) } else { twins.insert(entry.digest) }
    }
    if !twins.isEmpty {
      var seen: Set<EntryKey> = []
      for entry in entries where twins.contains(entry.digest) && !seen.insert(entry).inserted {
        copied.insert(entry)
      }
    }
    let strict = twins.filter { common[$0]?.flags.contains(.strict) != true }
    let edited =
      hasMarks
      ? entries.filter { entry in
        guard !twins.contains(entry.digest), let row = common[entry.digest] else { return false }
        return !row.flags.contains(.strict) && row.check != 0 && row.check != entry.check
      } : []
    var changes: [FeedChange] = []
    if !strict.isEmpty {
      changes.append(
        .marks(.hasTwin, strict.map { EntryKey($0, check: checks[$0]!) }, twinsAreKnown: true))
    }
    if !edited.isEmpty { changes.append(.marks(.isAlone, edited, twinsAreKnown: true)) }
    guard hasEarlierMarks else { return (changes, copied) }
    let adopted = zip(entries, earlier()).compactMap { entry, earlier in
      let digest = KeyDigest(of: earlier)
      let isMarked = common[digest].map { $0.check == 0 && !$0.flags.isDisjoint(with: .marks) } ?? false
      return isMarked || places[EntryKey(digest, check: 0)] != nil
        ? FeedChange.Adoption(earlier: digest, entry: entry) : nil
    }
    if !adopted.isEmpty { changes.append(.adopted(adopted)) }
    return (changes, copied)
  }
}

extension FeedMarks: MarkRows {
  func commonRow(of digest: KeyDigest) -> MarkRow? {
    common[digest].map {
      MarkRow(check: $0.check, flags: $0.flags, place: place(ofRow: EntryKey(digest, check: $0.check)))
    }
  }

  func ownRow(of entry: EntryKey) -> MarkRow? {
    own[entry].map { MarkRow(check: entry.check, flags: $0, place: place(ofRow: entry)) }
  }

  private func place(ofRow row: EntryKey) -> String? { places.isEmpty ? nil : places[row] }

  mutating func put(_ row: MarkRow, of digest: KeyDigest) {
    let key = EntryKey(digest, check: row.check)
    let old = common[digest]
    if row.check != 0, let old, old.flags.contains(.strict) {
      own[key] = row.isEmpty ? nil : row.flags
    } else {
      if old?.check == 0, commonRow(of: digest)!.marksEntry { earlierCount -= 1 }
      if row.check == 0, row.marksEntry { earlierCount += 1 }
      common[digest] = row.isEmpty ? nil : PackedRow(check: row.check, flags: row.flags)
    }
    if row.place != nil || !places.isEmpty { places[key] = row.place }
  }
}
