import FeedViewerBase
import VirtualList

/// The sections of an arrangement, and where they show entries of archives that have no rows.
nonisolated struct ArrangedSections: Sendable {
  /// A section before it has rows.
  struct Draft {
    let key: ItemKey
    let path: FilePath?
    let ownTitle: String?
    let title: String
    let feedKey: String
    var namesFeeds = false
    var isOfOutlines = false
    /// The numbers of its entries, in their order.
    let numbers: [UInt32]
  }

  var sections: [LibrarySection] = []
  /// Nil if all entries that are shown have rows.
  var order: EntryOrder?

  /// No sections.
  init() {}

  /// - Parameter isByTitle: Whether the entries of each section are sorted by title.
  /// - Complexity: O(entries).
  init(_ drafts: [Draft], of entries: ArrangeableEntries, isByTitle: Bool) {
    guard entries.areSomeWaiting else {
      sections = drafts.map { draft in
        LibrarySection(draft, SectionRows(draft.numbers.map { entries.rows[Int($0)] }))
      }
      return
    }
    let order = EntryOrder(
      drafts.map(\.numbers), count: entries.count, parts: entries.archiveParts, isByTitle: isByTitle)
    var known: [[(index: Int, row: FeedRow)]] = Array(repeating: [], count: drafts.count)
    func add(_ row: FeedRow, _ number: Int) {
      if let place = order.place(of: number) { known[place.section].append((place.row, row)) }
    }
    for (number, row) in entries.rows.enumerated() { add(row, number) }
    for (row, number) in entries.loadedRows { add(row, number) }
    sections = zip(drafts, known).map { draft, known in
      let rows = known.sorted { $0.index < $1.index }
      return LibrarySection(
        draft,
        SectionRows(rows, among: draft.numbers.count, awaiting: entries.archiveParts[0].outline.placeholder))
    }
    self.order = order
  }
}

nonisolated extension LibrarySection {
  fileprivate init(_ draft: ArrangedSections.Draft, _ rows: SectionRows) {
    self.init(
      key: draft.key, path: draft.path, ownTitle: draft.ownTitle, title: draft.title, rows: rows,
      feedKey: draft.feedKey, isOfOutlines: draft.isOfOutlines)
    namesFeeds = draft.namesFeeds
  }
}
