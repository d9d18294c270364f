import EntryRows
import Localization
import VirtualList
import Feeds
import LayoutCore

/// Edits made in the window. They never change files.
extension FeedLibrary {
  /// Inserts a copy of a random entry above a row, or at the beginning; adds a section if there is none.
  /// - Returns: The index path of the new row.
  @discardableResult
  func insertRow(above selected: RowIndexPath?) -> RowIndexPath {
    guard !sections.isEmpty else {
      insertSection(before: nil)
      return RowIndexPath(section: 0, row: 0)
    }
    var place = selected.flatMap { row(at: $0) == nil ? nil : $0 } ?? RowIndexPath(section: 0, row: 0)
    place.row = min(place.row, editableRows(ofSection: place.section).upperBound)
    reportReadRows()
    guard place.row > sections[place.section].rows.known.count else {
      sections[place.section].insert(randomRow(), at: place.row)
      editableRowsChanged(inSection: place.section, by: 1)
      edited([.insertRows([place])])
      return place
    }
    insertWaiting(
      [.init(place: place.row, run: .init(count: 1, entry: nil))], [(place.row, randomRow())],
      inSection: place.section)
    delegate?.libraryDidChangeFiles(self)
    return place
  }

  /// Inserts a section with one random row before the section of the selected row, or at the beginning.
  /// - Returns: The index of the new section.
  @discardableResult
  func insertSection(before selected: RowIndexPath?) -> Int {
    let place = selected.map { min($0.section, sections.count) } ?? 0
    let row = randomRow()
    sections.insert(
      LibrarySection(
        key: ItemKey("inserted|\(insertionCount)"), path: nil, ownTitle: nil, title: localized("New Section"),
        rows: [row],
        feedKey: "inserted"),
      at: place)
    knownPlaces = nil
    edited([.insertSections([place])])
    return place
  }

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
    var selection = selection
    selection.rows = selection.rows.map(\.latest) + rowsSinceRead(selection)
    let doomed = Set(selection.rows.map { ObjectIdentifier($0) })
    var removed = RemovedEntries()
    var places: [RowIndexPath] = []
    reportReadRows()
    for (index, section) in sections.enumerated() {
      var kept: [FeedRow] = []
      var gone: [RemovedEntries.Row] = []
      for (number, row) in section.rows.known.enumerated() {
        if doomed.contains(ObjectIdentifier(row)) {
          gone.append(.init(row: row, index: number))
          places.append(RowIndexPath(section: index, row: number))
        } else {
          kept.append(row)
        }
      }
      guard !gone.isEmpty else { continue }
      removed.rows.append((section.key, gone))
      sections[index].keep(kept)
      editableRowsChanged(inSection: index, by: -gone.count)
    }
    if !places.isEmpty { edited([.deleteRows(places)]) }
    removed.waiting = deleteWaiting(selection, doomed)
    if !removed.waiting.isEmpty { delegate?.libraryDidChangeFiles(self) }
    return removed
  }

  /// Deletes a section with its rows.
  ///
  /// - Returns: What `restore` brings back.
  @discardableResult
  func deleteSection(_ key: ItemKey) -> RemovedEntries {
    guard let index = sections.firstIndex(where: { $0.key == key }) else { return RemovedEntries() }
    // What is read from now on is shown in a new section. Nothing is of a file whose entries are read where the list shows them.
    if let path = sections[index].path, !isHeld(path) { endOutline(of: path) }
    var removed = RemovedEntries()
    removed.sections.append((sections.remove(at: index), index))
    knownPlaces = nil
    edited([.deleteSections([index])])
    return removed
  }

  /// Brings deleted rows and sections back to where they were. What is there again, because its file was read again,
  /// stays as it is.
  ///
  /// - Complexity: O(n) for all rows of the library.
  func restore(_ removed: RemovedEntries) {
    reportReadRows()
    var inserted: Set<Int> = []
    for (section, index) in removed.sections where !sections.contains(where: { $0.key == section.key }) {
      var section = section
      if !canReadRest(of: section) { section.removePending() }
      let place = min(index, sections.count)
      sections.insert(section, at: place)
      inserted = Set(inserted.map { $0 >= place ? $0 + 1 : $0 })
      inserted.insert(place)
    }
    knownPlaces = nil
    if !inserted.isEmpty { edited([.insertSections(inserted.sorted())]) }
    // They were deleted last, and have the indices that they had without the others.
    if removed.waiting.count(where: restore) > 0 { delegate?.libraryDidChangeFiles(self) }
    var places: [RowIndexPath] = []
    var left: [(section: Int, rows: [RemovedEntries.Row])] = []
    for (key, rows) in removed.rows {
      guard let index = sections.firstIndex(where: { $0.key == key }) else { continue }
      let known = Set(sections[index].rows.readRows.map(\.key))
      let missing = rows.filter { !known.contains($0.row.key) }
      guard !missing.isEmpty else { continue }
      let canFollow = canEditWaitingRows(ofSection: index)
      let (inserted, rest) = sections[index].insert(missing, isLimited: canFollow)
      editableRowsChanged(inSection: index, by: inserted.count)
      places += inserted.map { RowIndexPath(section: index, row: $0) }
      if !rest.isEmpty { left.append((index, rest)) }
    }
    if !places.isEmpty { edited([.insertRows(places)]) }
    // A row was moved to those that wait, and is still among them.
    for (section, rows) in left {
      insertWaiting(
        rows.map { .init(place: $0.index, run: .init(count: 1, entry: nil)) },
        rows.map { ($0.index, $0.row) }, inSection: section)
    }
  }

  /// Whether those rows of a section that wait are still those of its file.
  private func canReadRest(of section: LibrarySection) -> Bool {
    guard let path = section.path, isHeld(path), let outlined = readings[path]?.outlined else { return false }
    return outlined.section == section.key
      && outlined.pendingRows == section.rows.known.count..<section.rows.count
  }

  /// Moves a row up (-1) or down (1) within its section.
  ///
  /// - Returns: Whether there was room.
  @discardableResult
  func move(_ row: FeedRow, by distance: Int) -> Bool {
    guard let from = sections.place(of: row, near: nil) else { return false }
    let to = RowIndexPath(section: from.section, row: from.row + distance)
    let editable = editableRows(ofSection: from.section)
    guard editable.contains(from.row), editable.contains(to.row) else { return false }
    reportReadRows()
    let known = sections[from.section].rows.known.count
    if max(from.row, to.row) < known {
      let moved = sections[from.section].remove(at: from.row)
      sections[to.section].insert(moved, at: to.row)
    } else {
      precondition(
        min(from.row, to.row) >= known || abs(distance) == 1, "A row is moved by one place at a time.")
      moveWaiting(from: from.row, to: to.row, inSection: from.section, of: sections[from.section].path!)
    }
    edited([.moveRow(from: from, to: to)])
    return true
  }

  private func edited(_ edits: [ListEdit]) {
    delegate?.library(self, didEdit: edits)
    delegate?.libraryDidChangeFiles(self)
  }

  /// A copy of a random entry with a new key; if there are no entries, a placeholder.
  private func randomRow() -> FeedRow {
    insertionCount += 1
    let key = "inserted|\(insertionCount)"
    guard entryCount > 0 else { return Self.firstRow(key: key) }
    var index = random(entryCount)
    for section in sections {
      if index < section.rows.count {
        let rows = section.rows
        guard
          let known = rows.knownIndex(from: index, forward: false)
            ?? rows.knownIndex(from: index, forward: true)
        else { return Self.firstRow(key: key) }
        return FeedRow(copying: rows[known], key: KeyDigest(key))
      }
      index -= section.rows.count
    }
    preconditionFailure("A random row index must be less than the number of rows.")
  }

  private static func firstRow(key: String) -> FeedRow {
    var entry = FeedEntry(key: key)
    entry.title = localized("A row of its own")
    entry.content =
      localized(
        "There is no feed to copy an entry from. Open one, and inserted rows will be copies of its entries.")
    let feed = Feed(format: .jsonFeed, author: ApplicationInfo.name)
    let context = RowContext(
      path: "", format: feed.format, now: 0, clock: .current, feedTitle: ApplicationInfo.name, feed: feed)
    return FeedRow(entry, context.texts(of: entry, ordinal: 0), key: KeyDigest(key), context: context)
  }
}
