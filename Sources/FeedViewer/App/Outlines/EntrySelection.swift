/// Entries that an edit concerns, whether or not they have rows.
nonisolated struct EntrySelection: Sendable {
  /// Those with rows.
  var rows: [FeedRow] = []
  /// The numbers of those without, and the state of their file.
  var others: [(outline: FileOutline, ordinals: [Int])] = []

  var isEmpty: Bool { rows.isEmpty && others.isEmpty }

  /// Adds an entry without a row.
  mutating func add(_ ordinal: Int, of outline: FileOutline) {
    if let index = others.lastIndex(where: { $0.outline === outline }) {
      others[index].ordinals.append(ordinal)
    } else {
      others.append((outline, [ordinal]))
    }
  }

  /// The files of which entries are not read in their turn, or were not.
  var waitingPaths: Set<String> {
    Set(rows.lazy.map(\.latest).filter(\.isEarly).map(\.path)).union(others.map(\.outline.awaitedRow.path))
  }
}
