import FeedViewerBase
import FeedViewerReadingState

/// The rows that an edit is about.
///
/// A row keeps its file open. Of a file that was closed since, only the keys of its entries are kept: its rows are found by
/// them if it is opened again.
final class EditedRows {
  private var rows: [FeedRow]
  /// The same, to be marked.
  private var marked: RowBits
  /// The entries of closed files, by their feeds.
  private var entries: [FeedKey: [EntryKey]] = [:]
  /// The same by their files.
  private var closed: [FilePath: Set<EntryKey>] = [:]
  private let library: FeedLibrary

  init(_ rows: [FeedRow], of library: FeedLibrary) {
    self.rows = rows
    marked = RowBits(rows)
    self.library = library
  }

  /// Rows that an edit has marked, in no order.
  init(marked: RowBits, of library: FeedLibrary) {
    rows = []
    self.marked = marked
    self.library = library
  }

  /// The feeds of closed files that had some of the rows.
  var feedsOfClosedFiles: Set<FeedKey> { Set(entries.keys) }

  /// Those that are in the library, or were left out of it.
  ///
  /// - Complexity: O(n) for all rows of the library if a file was closed since.
  var current: [FeedRow] {
    guard !closed.isEmpty else { return rows }
    let found = library.sections.flatMap { section in
      section.rows.places { closed[$0.path]?.contains($0.stateKey) == true }.map { section.rows[$0] }
    }
    return rows + found
  }

  /// Sets or removes a mark of all.
  func set(_ mark: EntryMarks, _ isOn: Bool, in shown: ShownEntries) {
    if !entries.isEmpty { shown.set(mark, isOn, entries) }
    shown.set(mark, isOn, of: marked)
  }

  /// Lets go of the rows of a file that is being closed.
  func close(_ file: ClosingFile) {
    let own = marked.rows.filter { file.holds($0) }
    rows.removeAll { file.holds($0) }
    if !own.isEmpty { marked = RowBits(marked.rows.filter { !file.holds($0) }) }
    for row in own {
      closed[row.path, default: []].insert(row.stateKey)
      entries[FeedKey(library.feedKey(of: row)), default: []].append(row.stateKey)
    }
  }
}
