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
  /// The state of each file when its rows were marked: see `OpenFile.rowsVersion`.
  private let versions: [FilePath: Int]
  /// The entries of closed files, by their feeds.
  private var entries: [FeedKey: [EntryKey]] = [:]
  /// The same by their files.
  private var closed: [FilePath: Set<EntryKey>] = [:]
  private let library: FeedLibrary

  init(_ rows: [FeedRow], of library: FeedLibrary) {
    self.rows = rows
    marked = RowBits(rows)
    versions = Self.versions(of: marked, in: library)
    self.library = library
  }

  /// Rows that an edit has marked, in no order.
  init(marked: RowBits, of library: FeedLibrary) {
    rows = []
    self.marked = marked
    versions = Self.versions(of: marked, in: library)
    self.library = library
  }

  private static func versions(of rows: RowBits, in library: FeedLibrary) -> [FilePath: Int] {
    let paths = rows.files.map(\.path)
    return Dictionary(
      paths.compactMap { path in library.index(ofFile: path).map { (path, library.files[$0].rowsVersion) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The rows that entries have now whose files were read again since.
  ///
  /// - Complexity: O(n) for all rows of these files.
  private var rowsReadAgain: [FeedRow] {
    marked.files.flatMap { path, own -> [FeedRow] in
      guard let version = versions[path], let index = library.index(ofFile: path),
        library.files[index].rowsVersion != version
      else { return [] }
      let rows = library.sections(of: path).flatMap { $0.rows.readRows }
      let keys = Set(own.stateKeys)
      // Those that have another title, link or date now are known by their identifiers alone, as marks are.
      let edited = Set(keys.subtracting(rows.lazy.map(\.stateKey)).map(\.withoutCheck))
      return rows.filter { keys.contains($0.stateKey) || edited.contains($0.stateKey.withoutCheck) }
    }
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
    let again = rowsReadAgain
    if !again.isEmpty { shown.set(mark, isOn, of: again) }
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
