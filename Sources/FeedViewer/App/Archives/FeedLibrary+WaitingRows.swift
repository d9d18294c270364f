import FeedViewerBase
import LayoutCore
import VirtualList

/// Deleting rows of archives that come after their heads.
extension FeedLibrary {
  /// Whether rows of a section after the head of its archive can be deleted: all were counted, and none is read in
  /// its turn.
  func canEditWaitingRows(ofSection section: Int) -> Bool {
    guard let path = sections[section].path, archiveEntries(of: path) != nil else { return false }
    return readings[path]!.listed!.section == sections[section].key
  }

  /// Whether all entries can be deleted or marked now; others can as soon as their file was read, or its entries were counted.
  func canEdit(_ selection: EntrySelection) -> Bool {
    selection.waitingPaths(isReadAlone).allSatisfy { path in
      readings[path] == nil || listedSection(of: path).map(canEditWaitingRows) == true
    }
  }

  /// Those entries of a selection that have no rows.
  func archiveParts(_ selection: EntrySelection) -> [ArchiveMarking.Part] {
    selection.others.compactMap { outline, ordinals in
      let path = outline.placeholder.path
      guard let waiting = listedEntries(of: path),
        let entries = readings[path]!.listed!.entries(ordinals, of: outline)
      else { return nil }
      let runs = RowSet(
        runs: entries.map { RowSet.Run(section: 0, rows: $0.clamped(to: waiting.entries)) })
      guard let first = runs.first, let last = runs.last else { return nil }
      return ArchiveMarking.Part(outline: waiting.outline, entries: first.row..<last.row + 1) {
        runs.contains(RowIndexPath(section: 0, row: $0))
      }
    }
  }

  /// The entries of archives that were not removed, whether or not they have rows.
  ///
  /// - Parameters:
  ///   - paths: Open files.
  ///   - required: The marks that entries have to have.
  ///   - day: The day that they have to be of; nil for any.
  func archiveParts(
    of paths: [FilePath], with required: EntryMarks = [], on day: Today? = nil
  ) -> [ArchiveMarking.Part] {
    paths.compactMap { path in
      let edited = readings[path]?.listed?.edited
      return archiveEntries(of: path).map { outline, entries in
        ArchiveMarking.Part(outline: outline, entries: entries, required: required, day: day) { ordinal in
          edited.map { $0.place(ofEntry: ordinal) != nil } ?? true
        }
      }
    }
  }

  /// Call when a file was read, or its entries were counted.
  func performWaitingEdits() {
    guard !waitingEdits.isEmpty else { return }
    // What was read in this iteration of the loop, of any file.
    deliverEdits()
    let edits = waitingEdits
    waitingEdits = []
    for edit in edits { edit() }
  }

  /// Deletes rows that wait.
  ///
  /// - Parameter selection: Entries, of any files.
  /// - Returns: What `restore` brings back.
  func deleteWaiting(_ selection: EntrySelection) -> [RemovedEntries.Waiting] {
    sections.indices.compactMap { section in
      guard canEditWaitingRows(ofSection: section), let path = sections[section].path,
        case let ranges = waitingRows(selection, of: path), !ranges.isEmpty
      else { return nil }
      return removeWaiting(ranges, inSection: section, of: path)
    }
  }

  /// The rows of a file that wait and are among those that are to be deleted.
  private func waitingRows(_ selection: EntrySelection, of path: FilePath) -> [Range<Int>] {
    let listed = readings[path]!.listed!
    var entries = selection.rows.filter { $0.path == path && isReadAlone($0) }.map {
      $0.ordinal..<$0.ordinal + 1
    }
    for (outline, ordinals) in selection.others { entries += listed.entries(ordinals, of: outline) ?? [] }
    let waiting = listed.first..<listed.outline.count
    let rows = entries.map { listed.rows(ofEntries: $0.clamped(to: waiting)) }.filter { !$0.isEmpty }
    return RowSet(runs: rows.map { RowSet.Run(section: 0, rows: $0) }).runs.map(\.rows)
  }

  private func removeWaiting(
    _ ranges: [Range<Int>], inSection section: Int, of path: FilePath
  ) -> RemovedEntries.Waiting {
    deliverEdits()
    let before = sections.map(\.rows.count)
    let outline = readings[path]!.listed!.outline
    let entries = readings[path]!.listed!.remove(ranges)
    let rows = sections[section].removeWaiting(ranges).map(\.row)
    consumer?.apply(.change(ChangeSet(deleting: ranges, inSection: section, before: before)))
    return RemovedEntries.Waiting(
      section: sections[section].key, outline: outline, entries: entries, rows: rows)
  }

  /// Brings deleted rows back, if their file is as it was.
  ///
  /// - Returns: Whether any came back.
  func restore(_ removed: RemovedEntries.Waiting) -> Bool {
    guard let section = sections.firstIndex(where: { $0.key == removed.section }),
      canEditWaitingRows(ofSection: section), let path = sections[section].path,
      readings[path]!.listed!.outline === removed.outline
    else { return false }
    deliverEdits()
    let before = sections.map(\.rows.count)
    let ranges = readings[path]!.listed!.insert(removed.entries)
    let marks = marks(ofFile: path)
    let rows = removed.rows.compactMap { row -> (index: Int, row: FeedRow)? in
      row.setMarks(marks.marks(of: row, twinsAreKnown: false))
      return readings[path]!.listed!.row(ofEntry: row.ordinal).map { ($0, row) }
    }
    sections[section].insertWaiting(ranges, rows, awaiting: removed.outline.placeholder)
    consumer?.apply(.change(ChangeSet(inserting: ranges, inSection: section, before: before)))
    return true
  }

  /// The places of the entries of archives, by path, of those of which rows were deleted.
  var editedPlaces: [FilePath: EntryPlaces] { readings.compactMapValues { $0.listed?.edited } }
}
