import FeedViewerBase
import FeedViewerFeeds
import LayoutCore
import VirtualList

/// Heights of archives' rows by the numbers of entries, so that rows whose entries were not read, or were forgotten, are as
/// high as they were. They are kept for one state of a file, in which entries have these numbers.
extension HeightMemory {
  /// The heights of a file under the present conditions.
  struct FileHeights {
    /// The state of the file.
    fileprivate weak var outline: FileOutline?
    fileprivate var heights: HeightColumn
  }

  /// Heights that are to be stored.
  nonisolated struct NumberedHeights: Sendable {
    fileprivate var heights: HeightColumn
    fileprivate let section: Int
    fileprivate let entryCount: Int
    fileprivate let (name, conditions): (UInt64, UInt64)

    /// Stores them, and those of rows that the list has.
    ///
    /// - Complexity: O(rows that were read).
    @concurrent
    func store(_ sections: [LibrarySection], _ geometry: RowGeometry, in folder: HeightFolder) async {
      var heights = heights
      let path = sections[section].path
      // Copies of other files' entries have the numbers that these have there.
      sections[section].rows.forEachRead { index, row in
        guard row.path == path else { return }
        let element = ListElement.row(RowIndexPath(section: section, row: index))
        if case .measured(let height) = geometry.height(of: element) {
          heights.keep(height, ordinal: row.ordinal)
        }
      }
      folder.store(heights.file(entryCount: entryCount), named: name, conditions: conditions)
    }
  }

  /// What is to be stored of a section's rows by the numbers of their entries; nil if all of them were read.
  func numberedHeights(
    ofSection index: Int, _ section: LibrarySection, _ conditions: UInt64
  ) -> NumberedHeights? {
    guard section.placeholderCount > 0, let path = section.path, let listed = library.readings[path]?.listed,
      listed.outline.unknownEntries.isEmpty,
      let file = Self.file(path, listed.outline, conditions)
    else { return nil }
    return NumberedHeights(
      heights: heights(of: path, listed.outline, conditions), section: index,
      entryCount: listed.outline.count, name: file.name, conditions: file.conditions)
  }

  /// The name of a file's heights in the cache folder, and a hash of what they depend on; nil if the system can't tell the
  /// file's state.
  private static func file(
    _ path: FilePath, _ outline: FileOutline, _ conditions: UInt64
  ) -> (name: UInt64, conditions: UInt64)? {
    guard let status = outline.structure.status else { return nil }
    let name = name(of: "held|\(path)", conditions)
    var fingerprint = Hash64(name)
    for number in status.numbers { fingerprint.combine(number) }
    return (name, fingerprint.value)
  }

  /// The heights of a file's rows: those that were forgotten, and those that were known in earlier runs.
  private func heights(of path: FilePath, _ outline: FileOutline, _ conditions: UInt64) -> HeightColumn {
    if let known = columns[path], known.outline === outline { return known.heights }
    let stored = Self.file(path, outline, conditions).flatMap {
      folder?.heightColumn(named: $0.name, conditions: $0.conditions)
    }
    columns[path] = FileHeights(outline: outline, heights: stored ?? HeightColumn())
    columnVersion += 1
    return columns[path]!.heights
  }

  /// Forgets the heights of a file that was closed.
  func forget(_ path: FilePath) {
    if columns.removeValue(forKey: path) != nil { columnVersion += 1 }
  }

  /// Keeps the heights of rows that are about to be forgotten.
  ///
  /// - Parameter rows: Their places in the library.
  func keepHeights(of rows: [RowIndexPath], path: FilePath) {
    guard let outline = library.readings[path]?.listed?.outline, let conditions = presentConditions else {
      return
    }
    _ = heights(of: path, outline, conditions)
    columnVersion += 1
    for place in rows {
      // Rows that name their feeds may have other heights.
      guard let shown = entries.shownPlace(of: place), !entries.section(at: shown.section).namesFeeds,
        list.geometry.rowCount(inSection: shown.section) > shown.row, let row = library.row(at: place),
        case .measured(let height) = list.geometry.height(of: .row(shown))
      else { continue }
      columns[path]!.heights.keep(height, ordinal: row.ordinal)
    }
  }

  /// The height of the row of an entry after the head of its archive, in device pixels; nil if it is not known.
  func columnHeight(ofEntry entry: Int, of outline: FileOutline) -> Int? {
    guard let heights = heights(of: outline) else { return nil }
    return heights.number(ofEntry: entry, in: outline).flatMap { heights[$0] }
  }

  /// How many entries from one on have no height that is known; 0 if it has one, or one near it.
  func unknownRun(fromEntry entry: Int, of outline: FileOutline) -> Int {
    guard let heights = heights(of: outline) else { return .max }
    let unknown = outline.unknownEntries
    if unknown.contains(entry) { return unknown.upperBound - entry }
    guard let number = heights.number(ofEntry: entry, in: outline) else { return .max }
    let run = heights.unknownRun(from: number)
    return entry < unknown.lowerBound ? min(run, unknown.lowerBound - entry) : run
  }

  /// The entries with known heights among those whose numbers were not known before all were counted.
  func knownEntries(of path: FilePath, in range: Range<Int>) -> [Int] {
    library.readings[path]?.listed.flatMap { heights(of: $0.outline) }?.numbers(in: range) ?? []
  }

  /// Reads heights that were known in earlier runs, if that was not done.
  func readHeightColumn(of outline: FileOutline) { _ = heights(of: outline) }

  /// The heights of a file's rows; nil if that state of it is not shown any more.
  private func heights(of outline: FileOutline) -> HeightColumn? {
    let path = outline.placeholder.path
    guard library.readings[path]?.listed?.outline === outline, let conditions = presentConditions else {
      return nil
    }
    return heights(of: path, outline, conditions)
  }
}

extension HeightColumn {
  /// The number of an entry in a file after all entries were counted; nil if it is not known.
  fileprivate func number(ofEntry entry: Int, in outline: FileOutline) -> Int? {
    let unknown = outline.unknownEntries
    if unknown.isEmpty || entry < unknown.lowerBound { return entry }
    // Those at the end are counted from there.
    guard let entryCount, entry >= unknown.upperBound else { return nil }
    let number = entry + entryCount - outline.count
    return number >= 0 ? number : nil
  }
}
