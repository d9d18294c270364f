import FeedViewerBase

/// Entries that an edit concerns, whether or not they have rows.
nonisolated struct EntrySelection: Sendable {
  /// Those with rows.
  var rows: [FeedRow] = []
  /// The numbers of those without, and the state of their file.
  var others: [(outline: FileOutline, ordinals: [Range<Int>])] = []

  /// Lets go of the entries of a file that is being closed, of which only the numbers are known.
  mutating func close(_ file: ClosingFile) { others.removeAll { file.holds($0.outline.placeholder) } }

  var isEmpty: Bool { rows.isEmpty && others.isEmpty }

  /// Adds consecutive entries without rows.
  mutating func add(_ ordinals: Range<Int>, of outline: FileOutline) {
    guard let index = others.lastIndex(where: { $0.outline === outline }) else {
      return others.append((outline, [ordinals]))
    }
    if let last = others[index].ordinals.last, last.upperBound == ordinals.lowerBound {
      others[index].ordinals[others[index].ordinals.count - 1] = last.lowerBound..<ordinals.upperBound
    } else {
      others[index].ordinals.append(ordinals)
    }
  }

  /// The archives of which entries are selected that come after the head.
  ///
  /// - Parameter isReadAlone: Whether the entry of a row is one of those.
  func waitingPaths(_ isReadAlone: (FeedRow) -> Bool) -> Set<FilePath> {
    Set(rows.lazy.filter(isReadAlone).map(\.path)).union(others.map(\.outline.placeholder.path))
  }
}
