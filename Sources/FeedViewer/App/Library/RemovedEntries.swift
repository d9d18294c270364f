import VirtualList

/// Deleted rows, with the places where they were.
struct RemovedEntries {
  struct Row {
    let row: FeedRow
    /// The row's index before the deletion.
    let index: Int
  }

  /// Rows of an archive after its head.
  struct Waiting {
    let section: ItemKey
    /// The state of their file.
    let outline: FileOutline
    /// The entries.
    let entries: [Range<Int>]
    /// Those of the rows whose entries are known.
    let rows: [FeedRow]
  }

  /// By the key of their section, in the order of the section; with `OpenFile.rowsVersion` of its file.
  var rows: [(section: ItemKey, version: Int?, rows: [Row])] = []
  var waiting: [Waiting] = []

  /// Lets go of what was in a file that is being closed.
  mutating func close(_ file: ClosingFile) {
    rows = rows.compactMap { section, version, rows in
      let others = rows.filter { !file.holds($0.row) }
      return others.isEmpty ? nil : (section, version, others)
    }
    waiting.removeAll { file.holds($0.outline.placeholder) }
  }

  var isEmpty: Bool { rows.isEmpty && waiting.isEmpty }

  /// The number of deleted rows.
  var rowCount: Int {
    rows.reduce(0) { $0 + $1.rows.count }
      + waiting.reduce(0) { $1.entries.reduce($0) { $0 + $1.count } }
  }
}
