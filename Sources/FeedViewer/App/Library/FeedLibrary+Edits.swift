import LayoutCore
import VirtualList

/// Leaving out rows, and bringing them back where they were.
extension FeedLibrary {
  /// Deletes rows.
  ///
  /// - Returns: What `restore` brings back.
  /// - Complexity: O(n) for all rows of the library.
  @discardableResult
  func delete(_ rows: some Sequence<FeedRow>) -> RemovedEntries {
    delete(EntrySelection(rows: Array(rows)))
  }

  /// Deletes the rows of entries, without those that are being read (`canEdit`).
  ///
  /// - Returns: What `restore` brings back.
  /// - Complexity: O(n) for all rows of the library.
  func delete(_ selection: EntrySelection) -> RemovedEntries {
    let doomed = Set(selection.rows)
    var removed = RemovedEntries()
    var places: [RowIndexPath] = []
    for (index, section) in sections.enumerated() {
      var kept: [FeedRow] = []
      var gone: [RemovedEntries.Row] = []
      for (number, row) in section.rows.known.enumerated() {
        if doomed.contains(row) {
          gone.append(.init(row: row, index: number))
          places.append(RowIndexPath(section: index, row: number))
        } else {
          kept.append(row)
        }
      }
      guard !gone.isEmpty else { continue }
      removed.rows.append((section.key, rowsVersion(of: section), gone))
      sections[index].keep(kept)
      readRowsChanged(inSection: index, by: -gone.count)
    }
    if !places.isEmpty { edited([.deleteRows(places)]) }
    removed.waiting = deleteWaiting(selection)
    if !removed.waiting.isEmpty { consumer?.apply(.files) }
    return removed
  }

  /// Brings deleted rows back to where they were. What is there again, because its file was read again, stays as it is; a file
  /// that was read since is read again.
  ///
  /// - Complexity: O(n) for all rows of the library.
  func restore(_ removed: RemovedEntries) {
    let outdated = removed.waiting.filter { !restore($0) }
    if outdated.count < removed.waiting.count { consumer?.apply(.files) }
    var pathsToRead = Set(outdated.map(\.outline.placeholder.path))
    var places: [RowIndexPath] = []
    for (key, version, rows) in removed.rows {
      guard let index = sections.firstIndex(where: { $0.key == key }) else { continue }
      let known = Set(sections[index].rows.readRows.map(\.key))
      let missing = rows.filter { !known.contains($0.row.key) }
      guard !missing.isEmpty else { continue }
      guard version == rowsVersion(of: sections[index]) else {
        pathsToRead.formUnion(sections[index].path.map { [$0] } ?? [])
        continue
      }
      let inserted = sections[index].insert(missing)
      readRowsChanged(inSection: index, by: inserted.count)
      places += inserted.map { RowIndexPath(section: index, row: $0) }
    }
    if !places.isEmpty { edited([.insertRows(places)]) }
    readAgain(files.map(\.path).filter(pathsToRead.contains))
  }

  private func rowsVersion(of section: LibrarySection) -> Int? {
    section.path.flatMap(index(ofFile:)).map { files[$0].rowsVersion }
  }

  private func edited(_ edits: [ListEdit]) {
    consumer?.apply(.edits(edits))
    consumer?.apply(.files)
  }
}
