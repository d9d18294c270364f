import FeedViewerBase
import FeedViewerFeeds
import LayoutCore
import VirtualList

/// An archive that was compared with what it was: rows of entries that stay are kept, and read their texts where these are
/// now.
extension FeedLibrary {
  /// The most entries that are read at once because others beside them were shown.
  private static let readLimit = 256

  /// Shows the entries of a file that has changed.
  func replace(_ path: FilePath, _ old: ListedFile, by outline: FileOutline, _ change: FileChange) {
    guard let id = readings[path]?.id else { return }
    let wanted = shownEntries(of: path, old, in: change)
    guard !wanted.isEmpty else { return apply(change, to: path, old, by: outline, FileOutline.Group()) }
    Task { [weak self] in
      let read = await outline.read(wanted)
      guard let self, self.readings[path]?.id == id else { return }
      self.apply(change, to: path, old, by: outline, read)
      self.deliverEdits()
      self.consumer?.apply(.files)
    }
  }

  /// New entries in the place of, or beside, entries that were read because the list showed them.
  private func shownEntries(of path: FilePath, _ old: ListedFile, in change: FileChange) -> [Range<Int>] {
    guard let section = places[path]?.first else { return [] }
    let rows = sections[section].rows
    var wanted: [Range<Int>] = []
    var count = 0
    for hunk in change.hunks where hunk.old.lowerBound >= old.first && !hunk.new.isEmpty {
      let first = max(0, old.row(fromEntry: max(0, hunk.old.lowerBound - 1)))
      guard first < rows.count, count < Self.readLimit else { break }
      // The next row that was read.
      guard first + rows.placeholderRun(from: first) <= old.row(fromEntry: hunk.old.upperBound) else {
        continue
      }
      let end = min(hunk.new.upperBound, hunk.new.lowerBound + Self.readLimit - count)
      wanted.append(hunk.new.lowerBound..<end)
      count += wanted[wanted.count - 1].count
    }
    return wanted
  }

  private func apply(
    _ change: FileChange, to path: FilePath, _ old: ListedFile, by outline: FileOutline,
    _ shown: FileOutline.Group
  ) {
    guard let (index, section, collected) = beginReplacing(path, old, by: outline) else { return }
    let before = sections.map(\.rows.count)
    let head = Array(collected.rows)
    let change = old.isUnedited ? keepingRows(ofSection: section, in: change, head + shown.rows) : change
    let loaded = loadedRows(ofSection: section, in: change).filter { $0.ordinal >= head.count }
    change.move(loaded)
    outline.rows.add(loaded.map(\.row))
    var new = LibrarySection(
      key: old.section, path: path, ownTitle: nil, title: files[index].title, rows: head,
      feedKey: collected.feedKey)
    new.append(outline.placeholder, awaiting: outline.count - head.count)
    for (row, ordinal) in loaded { new.show(row, at: ordinal) }
    sections[section] = new
    contentVersion += 1
    files[index].rowsVersion += 1
    consumer?.apply(.change(changeSet(change, outline, old, inSection: section, before: before)))
    let isLive = readings[path]!.isLive
    readings[path]!.collected = nil
    readings[path]!.replaced = nil
    readings[path]!.listed = ListedFile(outline, section: old.section, first: head.count, shift: 0)
    let headHunks = change.hunks.filter { $0.old.lowerBound < old.first }
    let fresh = headHunks.flatMap { $0.new.clamped(to: 0..<head.count) }
    if !fresh.isEmpty {
      consumer?.apply(.read(fresh.map { RowIndexPath(section: section, row: $0) }))
    }
    if change.structure.continuedCount > 0 {
      readings[path]!.listed!.repairs = old.repairs
      readings[path]!.listed!.repairs.removeEnd()
    }
    showLoaded(shown.rows, of: path)
    wasCounted(path, outline)
    noteRepairs(shown.repairs, by: outline, of: path)
    let count = change.hunks.reduce(0) { $0 + max(0, $1.new.count - $1.old.count) }
    if isLive { follower?.follow(.newEntries(files[index]) { count }) }
    readAgainIfOutdated(path)
  }

  /// Compares an archive again that has changed while its entries were counted.
  func readAgainIfOutdated(_ path: FilePath) {
    guard readings[path]?.listed != nil, readings[path]?.isOutdated == true, isArchive(path),
      consumer?.isArranging != true
    else { return }
    start([path], isLive: true)
  }

  /// Compares archives again that have changed while this had to wait.
  func readOutdatedFiles() {
    for (path, reading) in readings where reading.isOutdated { readAgainIfOutdated(path) }
  }

  /// The entries that the last change of an archive put in the place of a row's entry and those beside it; nil if it left
  /// the entry as it was, or if the file is no archive.
  func replacement(of row: FeedRow) -> Range<Int>? {
    readings[row.path]?.listed?.outline.change?.hunks.first { $0.old.contains(row.ordinal) }?.new
  }

  /// Whether all entries that came with the last change of an archive have rows.
  func knowsNewEntries(of path: FilePath) -> Bool {
    guard let change = readings[path]?.listed?.outline.change, let section = places[path]?.first,
      change.hunks.reduce(0, { $0 + $1.new.count }) <= Self.readLimit
    else { return false }
    let rows = sections[section].rows
    return change.hunks.allSatisfy { hunk in
      hunk.new.allSatisfy { $0 < rows.count && rows.placeholderRun(from: $0) == 0 }
    }
  }

  /// The place of another state of a row's entry: the only one with its key, among those that have replaced it in an archive, or in
  /// its file, which it may have left for a while.
  ///
  /// - Complexity: O(rows of the file).
  func newState(of row: FeedRow) -> RowIndexPath? {
    guard readings[row.path]?.listed != nil else { return returned(row) }
    guard let entries = replacement(of: row), entries.count <= Self.readLimit,
      let section = places[row.path]?.first
    else { return nil }
    let rows = sections[section].rows
    let found = entries.filter {
      $0 < rows.count && rows.placeholderRun(from: $0) == 0 && rows[$0].stateKey.hasSameKey(as: row.stateKey)
    }
    return found.count == 1 ? RowIndexPath(section: section, row: found[0]) : nil
  }

  private func returned(_ row: FeedRow) -> RowIndexPath? {
    var found: [RowIndexPath] = []
    for section in places[row.path].map({ Array($0.sections) }) ?? [] {
      found += sections[section].rows.places {
        $0.path == row.path && $0.stateKey.hasSameKey(as: row.stateKey)
      }
      .map { RowIndexPath(section: section, row: $0) }
    }
    if found.count > 1 { found.removeAll { self.row(at: $0)?.stateKey != row.stateKey } }
    return found.count == 1 ? found[0] : nil
  }

  /// A change in which entries with rows stay if they have the same rows after it.
  ///
  /// - Parameter new: Rows of the changed file.
  private func keepingRows(ofSection section: Int, in change: FileChange, _ new: [FeedRow]) -> FileChange {
    var old: [(ordinal: Int, row: FeedRow)] = []
    sections[section].rows.forEachRead { old.append(($0, $1)) }
    return change.keeping(old, as: new.map { ($0.ordinal, $0) })
  }

  /// The rows that were loaded, and stay, with the numbers that their entries have now.
  private func loadedRows(ofSection section: Int, in change: FileChange) -> [(row: FeedRow, ordinal: Int)] {
    var rows: [(row: FeedRow, ordinal: Int)] = []
    sections[section].rows.forEachLoaded { _, row in
      guard let ordinal = change.newOrdinal(of: row.ordinal) else { return }
      rows.append((row, ordinal))
    }
    return rows
  }

  private func changeSet(
    _ change: FileChange, _ outline: FileOutline, _ old: ListedFile, inSection section: Int, before: [Int]
  ) -> ChangeSet {
    // Rows that were left out are there again until their entries are read.
    guard old.isUnedited, before[section] == change.oldCount else {
      let last = change.hunks.last.map { change.oldCount - $0.old.upperBound } ?? change.oldCount
      let kept = min(last, old.unchangedEnd, outline.count)
      return ChangeSet(
        replacing: 0..<before[section] - kept, with: 0..<outline.count - kept, inSection: section,
        before: before)
    }
    return ChangeSet(
      replacing: change.hunks.map { (deleted: $0.old, inserted: $0.new) }, inSection: section, before: before)
  }
}
