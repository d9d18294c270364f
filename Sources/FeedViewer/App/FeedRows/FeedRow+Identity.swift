import FeedViewerReadingState

/// Rows of the same entries in two states of a file, which the list takes for the same.
nonisolated extension FeedRow {
  /// What makes two rows the same for certain.
  private struct Content: Hashable {
    let key: EntryKey
    let revision: UInt64

    init(of row: FeedRow) { (key, revision) = (row.stateKey, row.contentRevision) }
  }

  /// Gives rows that were just made the identities that rows of the same entries had: of those with the same content, in their
  /// order, then of those whose title, link and date are the same, then of the only one with the same key.
  ///
  /// - Parameters:
  ///   - new: The rows of the file now. Those that were there before have their identities.
  ///   - old: The rows of the file as it was.
  /// - Complexity: O(n) for all rows; without a hash table if what has changed is all in one place.
  static func takeIdentities(_ new: [FeedRow], from old: [FeedRow]) {
    var fresh = new.filter { !$0.hasIdentity }[...]
    guard !fresh.isEmpty else { return }
    let kept = fresh.count < new.count ? Set(new.lazy.filter(\.hasIdentity).map(\.key)) : []
    var left = old.filter { $0.hasIdentity && !kept.contains($0.key) }[...]
    while let one = fresh.first, let other = left.first, Content(of: one) == Content(of: other) {
      one.takeIdentity(of: other)
      fresh.removeFirst()
      left.removeFirst()
    }
    while let one = fresh.last, let other = left.last, Content(of: one) == Content(of: other) {
      one.takeIdentity(of: other)
      fresh.removeLast()
      left.removeLast()
    }
    var (rows, others) = (Array(fresh), Array(left))
    take(&rows, from: &others, by: Content.init)
    take(&rows, from: &others, by: \.stateKey)
    let edited = onlyOnes(of: others)
    for (key, row) in onlyOnes(of: rows) { if let other = edited[key] { row.takeIdentity(of: other) } }
  }

  /// The rows whose keys no other one has.
  private static func onlyOnes(of rows: [FeedRow]) -> [EntryKey: FeedRow] {
    Dictionary(grouping: rows, by: \.stateKey.withoutCheck).compactMapValues { $0.count == 1 ? $0[0] : nil }
  }

  /// Pairs rows that agree, in their order. Both lists keep what is left.
  private static func take<Key: Hashable>(
    _ rows: inout [FeedRow], from others: inout [FeedRow], by key: (FeedRow) -> Key
  ) {
    guard !rows.isEmpty, !others.isEmpty else { return }
    var places: [Key: [Int]] = [:]
    for index in others.indices.reversed() { places[key(others[index]), default: []].append(index) }
    var taken: Set<Int> = []
    rows.removeAll { row in
      guard let index = places[key(row)]?.popLast() else { return false }
      row.takeIdentity(of: others[index])
      taken.insert(index)
      return true
    }
    others = others.indices.filter { !taken.contains($0) }.map { others[$0] }
  }
}
