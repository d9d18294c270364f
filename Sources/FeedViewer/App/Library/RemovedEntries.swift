import VirtualList

/// Deleted rows and sections, with the places where they were.
struct RemovedEntries {
  struct Row {
    let row: FeedRow
    /// The row's index before the deletion.
    let index: Int
  }

  /// By the key of their section, in the order of the section.
  var rows: [(section: ItemKey, rows: [Row])] = []
  var sections: [(section: LibrarySection, index: Int)] = []

  var isEmpty: Bool { rows.isEmpty && sections.isEmpty }

  /// The number of deleted rows, those of deleted sections included.
  var rowCount: Int {
    rows.reduce(0) { $0 + $1.rows.count } + sections.reduce(0) { $0 + $1.section.rows.count }
  }
}
