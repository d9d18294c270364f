import FileNames
import LayoutCore
import VirtualList

/// Edits of rows of held files whose entries were not read in their turn, or not at all.
extension FeedLibrary {
  /// Whether rows of a section's entries that were not read in their turn can be edited: all were counted, and none is read in
  /// its turn.
  func canEditWaitingRows(ofSection section: Int) -> Bool {
    guard let path = sections[section].path, heldEntries(of: path) != nil else { return false }
    return readings[path]!.outlined!.section == sections[section].key
  }

  /// Whether all entries can be deleted or marked now; others can as soon as their file was read, or its entries were counted.
  func canEdit(_ selection: EntrySelection) -> Bool {
    selection.waitingPaths.allSatisfy { path in
      readings[path] == nil || areAllRead(of: path)
        || outlinedSection(of: path).map(canEditWaitingRows) == true
    }
  }

  /// Whether all entries that were counted were read in their turn.
  private func areAllRead(of path: FilePath) -> Bool {
    readings[path]?.outlined.map { $0.next >= $0.outline.count } ?? false
  }

  /// Those entries of a selection that have no rows.
  func heldParts(_ selection: EntrySelection) -> [HeldMarking.Part] {
    selection.others.compactMap { outline, ordinals in
      let path = outline.awaitedRow.path
      guard let waiting = outlinedEntries(of: path),
        let entries = readings[path]!.outlined!.entries(ordinals, of: outline)
      else { return nil }
      let runs = RowSet(
        runs: entries.map { RowSet.Run(section: 0, rows: $0.clamped(to: waiting.entries)) })
      guard let first = runs.first, let last = runs.last else { return nil }
      return HeldMarking.Part(outline: waiting.outline, entries: first.row..<last.row + 1) {
        runs.contains(RowIndexPath(section: 0, row: $0))
      }
    }
  }

  /// The rows of entries that had none when they were selected, and were all read in their turn since.
  ///
  /// - Complexity: O(rows of their files).
  func rowsSinceRead(_ selection: EntrySelection) -> [FeedRow] {
    selection.others.flatMap { outline, ordinals -> [FeedRow] in
      let path = outline.awaitedRow.path
      guard areAllRead(of: path), readings[path]?.outlined?.outline === outline,
        let section = outlinedSection(of: path)
      else { return [] }
      let wanted = Set(ordinals.joined())
      return sections[section].rows.known.filter {
        wanted.contains($0.ordinal) && $0.keyDigest == KeyDigest($0.keyText)
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
  /// - Parameters:
  ///   - selection: Entries, of any files.
  ///   - doomed: Their rows.
  /// - Returns: What `restore` brings back.
  func deleteWaiting(_ selection: EntrySelection, _ doomed: Set<ObjectIdentifier>) -> [RemovedEntries.Waiting]
  {
    sections.indices.compactMap { section in
      guard canEditWaitingRows(ofSection: section), let path = sections[section].path,
        case let ranges = waitingRows(selection, doomed, path, section), !ranges.isEmpty
      else { return nil }
      return removeWaiting(ranges, inSection: section, of: path)
    }
  }

  /// The rows of a section that wait and are among those that are to be deleted.
  private func waitingRows(
    _ selection: EntrySelection, _ doomed: Set<ObjectIdentifier>, _ path: FilePath, _ section: Int
  ) -> [Range<Int>] {
    let outlined = readings[path]!.outlined!
    var entries = selection.rows.filter { $0.isEarly && $0.path == path }.map { $0.ordinal..<$0.ordinal + 1 }
    for (outline, ordinals) in selection.others { entries += outlined.entries(ordinals, of: outline) ?? [] }
    let waiting = outlined.next..<outlined.outline.count
    var rows = entries.flatMap { outlined.rows(ofEntries: $0.clamped(to: waiting)) }
    // Those that were inserted.
    sections[section].rows.forEachEarly { index, row in
      if !row.isEarly, doomed.contains(ObjectIdentifier(row)) { rows.append(index..<index + 1) }
    }
    return RowSet(runs: rows.map { RowSet.Run(section: section, rows: $0) }).runs.map(\.rows)
  }

  private func removeWaiting(
    _ ranges: [Range<Int>], inSection section: Int, of path: FilePath
  ) -> RemovedEntries.Waiting {
    deliverEdits()
    let before = sections.map(\.rows.count)
    let outline = readings[path]!.outlined!.outline
    let parts = readings[path]!.outlined!.remove(ranges)
    let rows = sections[section].removeWaiting(ranges)
    delegate?.library(
      self, didChange: ChangeSet(deleting: ranges, inSection: section, before: before))
    return RemovedEntries.Waiting(section: sections[section].key, outline: outline, parts: parts, rows: rows)
  }

  /// Brings deleted rows back, if their file is as it was.
  ///
  /// - Returns: Whether any came back.
  func restore(_ removed: RemovedEntries.Waiting) -> Bool {
    guard let section = sections.firstIndex(where: { $0.key == removed.section }),
      canEditWaitingRows(ofSection: section), let path = sections[section].path,
      readings[path]!.outlined!.outline === removed.outline
    else { return false }
    let marks = marks(ofFile: path)
    for (_, row) in removed.rows where row.isEarly {
      row.setMarks(marks.marks(of: row, twinsAreKnown: false))
    }
    insertWaiting(removed.parts, removed.rows, inSection: section)
    return true
  }

  /// Inserts rows among those that wait.
  ///
  /// - Parameters:
  ///   - parts: What is inserted, with the indices that it gets, in order; what would be beyond the end follows all others.
  ///   - rows: Those of the rows whose entries are known, with their indices.
  func insertWaiting(
    _ parts: [EntryPlaces.Part], _ rows: [(index: Int, row: FeedRow)], inSection section: Int
  ) {
    guard let path = sections[section].path else {
      preconditionFailure("Rows that wait are those of a file.")
    }
    deliverEdits()
    let before = sections.map(\.rows.count)
    let ranges = readings[path]!.outlined!.insert(parts)
    // Parts may have come to other places, because there are fewer rows than there were.
    var next = 0
    let placed = rows.map { index, row in
      while parts[next].places.upperBound <= index { next += 1 }
      return (index: ranges[next].lowerBound + index - parts[next].place, row: row)
    }
    sections[section].insertWaiting(
      ranges, placed, awaiting: readings[path]!.outlined!.outline.awaitedRow)
    delegate?.library(
      self, didChange: ChangeSet(inserting: ranges, inSection: section, before: before))
  }

  /// Moves a row that waits, or moves another one among those that wait, without telling the list.
  ///
  /// - Parameters:
  ///   - from: Its index.
  ///   - to: Its index afterwards: the one before or the one after.
  func moveWaiting(from: Int, to: Int, inSection section: Int, of path: FilePath) {
    let awaited = readings[path]!.outlined!.outline.awaitedRow
    guard from < sections[section].rows.known.count || to < sections[section].rows.known.count else {
      let parts = readings[path]!.outlined!.remove([from..<from + 1])
      let row = sections[section].removeWaiting([from..<from + 1])
      let ranges = readings[path]!.outlined!.insert([.init(place: to, run: parts[0].run)])
      sections[section].insertWaiting(ranges, row.map { (to, $0.row) }, awaiting: awaited)
      return
    }
    // The row that was read in its turn goes to the other side, whichever of the two is moved.
    let last = sections[section].remove(at: min(from, to))
    readings[path]!.outlined!.shift -= 1
    let ranges = readings[path]!.outlined!.insert(
      [.init(place: max(from, to), run: .init(count: 1, entry: nil))])
    sections[section].insertWaiting(ranges, [(max(from, to), last)], awaiting: awaited)
  }

  /// The places of the entries of held files, by path, of those whose rows were edited.
  var editedPlaces: [FilePath: EntryPlaces] { readings.compactMapValues { $0.outlined?.edited } }
}
