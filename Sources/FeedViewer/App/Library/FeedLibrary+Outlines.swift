import FeedViewerBase
import FeedViewerReadingState
import LayoutCore

/// Rows of entries that were not read yet. A large file has all of its rows as soon as its entries are counted. Those that
/// the list shows are read before their turn; in the end each row is that of the entry as it was read in its turn, because
/// its key depends on all entries before it.
extension FeedLibrary {
  /// Gives each entry of a file that is read for the first time a row.
  func outline(_ path: FilePath, by outline: FileOutline) {
    guard let index = index(ofFile: path), let reading = readings[path], reading.collected == nil else {
      return
    }
    showHeldParts(of: path)
    // What was shown of the list's end is no longer at its end.
    readings[path]!.awaitedPart?.arrived(rowCount: 0)
    readings[path]!.awaitedPart = nil
    guard outline.isPlain, let place = places[path], place.count == 1, sections[place.last].ownTitle == nil
    else {
      files[index].announced = OpenFile.AnnouncedCount(count: outline.count)
      return
    }
    files[index].announced = nil
    let known = readings[path]!.entryCount
    guard outline.count > known else { return }
    let first = sections[place.last].rows.count
    readings[path]!.outlined = OutlinedFile(
      outline, section: sections[place.last].key, next: known, shift: first - known)
    deliverEdits()
    let before = sections.map(\.rows.count)
    sections[place.last].isCountGuessed = !outline.unknownEntries.isEmpty
    sections[place.last].append(outline.awaitedRow, awaiting: outline.count - known)
    delegate?.library(
      self,
      didChange: ChangeSet(
        inserting: first..<sections[place.last].rows.count, inSection: place.last, before: before))
  }

  /// Puts rows that were read in their turn in their places.
  ///
  /// - Returns: The parts that have none.
  func fill(_ parts: [LoadedSection], of file: OpenFile) -> [LoadedSection] {
    let path = file.path
    for (number, part) in parts.enumerated() {
      guard let section = outlinedSection(of: path) else { return Array(parts[number...]) }
      guard part.title == nil else {
        endOutline(of: path)
        return Array(parts[number...])
      }
      let rows = rows(of: part, feedKey: sections[section].feedKey)
      let count = put(rows, in: section, of: path)
      leaveOut(rows.prefix(count))
      if count < rows.count {
        // The file has more entries than were counted.
        endOutline(of: path)
        let rest = LoadedSection(title: nil, rows: Array(rows[count...]), marking: part.marking)
        return [rest] + parts[(number + 1)...]
      }
    }
    if let outlined = readings[path]?.outlined,
      outlined.next - outlined.firstUnreported >= OutlinedFile.reportLimit, !isThumbHeld()
    {
      reportRows(of: path)
    }
    return []
  }

  /// - Returns: The number of rows for which there are places.
  private func put(_ rows: [FeedRow], in section: Int, of path: FilePath) -> Int {
    guard var outlined = readings[path]?.outlined else { return 0 }
    let places = outlined.pendingRows.prefix(rows.count)
    for (place, row) in zip(places, rows) {
      let shown = sections[section].rows[place]
      let before = shown.isAwaited ? detachedRows[path, outlined.next] ?? shown : shown
      if before.isEarly, outlined.isEntry(of: row, shownBy: before) {
        before.page.setSuccessor(row, before.index)
      }
      sections[section].replace(at: place, with: row)
      outlined.next += 1
    }
    readings[path]!.outlined = outlined
    return places.count
  }

  /// Tells the list of all rows that were put in their places. Call it before places change.
  func reportReadRows() {
    for (path, reading) in readings where reading.outlined != nil { reportRows(of: path) }
  }

  /// Tells the list of the rows of a file that were put in their places.
  private func reportRows(of path: FilePath) {
    guard let outlined = readings[path]?.outlined, let section = outlinedSection(of: path) else { return }
    let rows = outlined.unreportedRows
    readings[path]!.outlined!.firstUnreported = outlined.next
    guard !rows.isEmpty else { return }
    deliverEdits()
    delegate?.library(self, didReadRows: rows.map { RowIndexPath(section: section, row: $0) })
  }

  /// Removes the rows of entries that were not read in their turn. Call it when no more of them will be.
  func endOutline(of path: FilePath) {
    guard let outlined = readings[path]?.outlined else { return }
    reportRows(of: path)
    defer { readings[path]?.outlined = nil }
    guard let section = outlinedSection(of: path) else { return }
    let rows = outlined.pendingRows
    guard !rows.isEmpty else { return }
    deliverEdits()
    let before = sections.map(\.rows.count)
    sections[section].isCountGuessed = false
    sections[section].removePending()
    delegate?.library(
      self, didChange: ChangeSet(deleting: rows, inSection: section, before: before))
  }

  /// The section with the rows of entries that are not read yet.
  ///
  /// - Complexity: O(sections between the first and the last one of the file).
  func outlinedSection(of path: FilePath) -> Int? {
    guard let key = readings[path]?.outlined?.section, let place = places[path] else { return nil }
    return (place.first...place.last).first { sections[$0].key == key }
  }

  /// Call when rows of a section that were read in their turn were deleted, or brought back.
  ///
  /// - Parameter count: The number of rows that were brought back; negative if they were deleted.
  func readRowsChanged(inSection section: Int, by count: Int) {
    guard let path = sections[section].path else { return }
    if readings[path]?.outlined?.section == sections[section].key {
      readings[path]!.outlined!.shift += count
    } else if readings[path]?.replaced?.section == sections[section].key {
      readings[path]!.replaced!.shift += count
    }
  }
}

/// Entries that are read before their turn.
extension FeedLibrary {
  /// Reads entries of which only the number is known.
  ///
  /// - Parameter places: Their rows, the most urgent ones first.
  func need(_ places: [RowIndexPath]) {
    var groups: [FilePath: [Int]] = [:]
    for place in places {
      guard row(at: place)?.isAwaited == true, let path = sections[place.section].path,
        let outlined = readings[path]?.outlined
      else { continue }
      let entry = outlined.entry(ofRow: place.row)
      let group = FileOutline.group(ofEntry: entry)
      if isLost(entry, of: path) { continue }
      if groups[path]?.contains(group) != true { groups[path, default: []].append(group) }
    }
    for (path, groups) in groups {
      readings[path]?.outlined?.needs.ask(groups)
      readNeeded(of: path)
    }
  }

  func readNeeded(of path: FilePath) {
    guard let id = readings[path]?.id else { return }
    while let group = readings[path]?.outlined?.needs.takeNext(), let outlined = readings[path]?.outlined {
      let outline = outlined.outline
      Task { [weak self] in
        let read = await outline.read(group)
        var rows = read.rows
        let isComplete = outline.isComplete(rows, group)
        guard let self, self.readings[path]?.id == id, let now = self.readings[path]?.outlined else { return }
        if now.outline === outline {
          self.readings[path]?.outlined?.needs.ended(group, isComplete: isComplete)
        } else if now.guess === outline {
          rows = now.correct(rows)
        } else {
          // They are no entries.
          return self.readNeeded(of: path)
        }
        self.showEarly(rows, of: path)
        if !isComplete { self.showLostEntries(of: path) }
        self.noteRepairs(read.repairs, by: outline, of: path)
        self.readNeeded(of: path)
      }
    }
  }

  /// Puts rows of entries that were read before their turn in their places.
  func showEarly(_ rows: [FeedRow], of path: FilePath) {
    guard let outlined = readings[path]?.outlined, let section = outlinedSection(of: path) else { return }
    let marks = state.marks(of: FeedKey(sections[section].feedKey))
    let unread = sections[section].unread
    var places: [RowIndexPath] = []
    var removed: [FeedRow] = []
    for row in rows where row.ordinal >= outlined.next && row.ordinal < outlined.outline.count {
      guard let index = outlined.row(ofEntry: row.ordinal), sections[section].rows[index].isAwaited else {
        continue
      }
      let row = detachedRows[path, row.ordinal] ?? row
      row.setMarks(marks.marks(of: row, twinsAreKnown: twinsAreKnown(in: path)))
      sections[section].replace(at: index, with: row)
      places.append(RowIndexPath(section: section, row: index))
      if row.isRemoved { removed.append(row) }
    }
    guard !places.isEmpty else { return }
    deliverEdits()
    delegate?.library(self, didReadRows: places)
    forgetFarRows(of: path, from: places[0])
    if sections[section].unread != unread { delegate?.libraryDidChangeMarks(self) }
    if canEditWaitingRows(ofSection: section) { leaveOut(removed) }
  }
}
