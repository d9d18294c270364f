import FeedViewerBase
import FeedViewerReadingState
import LayoutCore

/// Rows of entries that were not read yet. An archive has all of its rows as soon as its entries are counted, and those that the
/// list shows are read.
extension FeedLibrary {
  /// Gives each entry of a file that is read for the first time a row.
  func outline(_ path: FilePath, by outline: FileOutline) {
    guard let index = index(ofFile: path), let reading = readings[path], reading.collected == nil else {
      return
    }
    guard let place = places[path], place.count == 1, sections[place.last].ownTitle == nil else { return }
    files[index].announced = nil
    let known = readings[path]!.entryCount
    let first = sections[place.last].rows.count
    readings[path]!.listed = ListedFile(
      outline, section: sections[place.last].key, first: known, shift: first - known)
    deliverEdits()
    let before = sections.map(\.rows.count)
    sections[place.last].isCountEstimated = !outline.unknownEntries.isEmpty
    sections[place.last].append(outline.placeholder, awaiting: outline.count - known)
    consumer?.apply(
      .change(
        ChangeSet(inserting: first..<sections[place.last].rows.count, inSection: place.last, before: before)))
  }

  /// Removes the rows of an archive after its head. Call it when no more of them will be.
  func endOutline(of path: FilePath) {
    guard let listed = readings[path]?.listed else { return }
    defer { readings[path]?.listed = nil }
    guard let section = listedSection(of: path) else { return }
    sections[section].isCountEstimated = false
    let rows = listed.pendingRows
    guard !rows.isEmpty else { return }
    deliverEdits()
    let before = sections.map(\.rows.count)
    sections[section].removePending()
    consumer?.apply(.change(ChangeSet(deleting: rows, inSection: section, before: before)))
  }

  /// The section with the rows of entries that are not read yet.
  ///
  /// - Complexity: O(sections between the first and the last one of the file).
  func listedSection(of path: FilePath) -> Int? {
    guard let key = readings[path]?.listed?.section, let place = places[path] else { return nil }
    return (place.first...place.last).first { sections[$0].key == key }
  }

  /// Call when rows of a section that belong to an archive's head were deleted, or brought back.
  ///
  /// - Parameter count: The number of rows that were brought back; negative if they were deleted.
  func readRowsChanged(inSection section: Int, by count: Int) {
    guard let path = sections[section].path else { return }
    if readings[path]?.listed?.section == sections[section].key {
      readings[path]!.listed!.shift += count
    } else if readings[path]?.replaced?.section == sections[section].key {
      readings[path]!.replaced!.shift += count
    }
  }
}

/// Entries that are loaded because the list shows them.
extension FeedLibrary {
  /// Reads entries of which only the number is known.
  ///
  /// - Parameter places: Their rows, the most urgent ones first.
  func need(_ places: [RowIndexPath]) {
    var groups: [FilePath: [Range<Int>]] = [:]
    for place in places {
      guard row(at: place)?.isPlaceholder == true, let path = sections[place.section].path,
        let listed = readings[path]?.listed
      else { continue }
      let entry = listed.entry(ofRow: place.row)
      let group = listed.outline.group(ofEntry: entry)
      if isLost(entry, of: path) { continue }
      if groups[path]?.contains(group) != true { groups[path, default: []].append(group) }
    }
    for (path, groups) in groups {
      readings[path]?.listed?.needs.ask(groups)
      readNeeded(of: path)
    }
  }

  /// If the list shows so many entries of a group in another order, the whole group is read.
  private static let groupShare = 4

  /// Reads entries of a state of a file, if that is still shown.
  ///
  /// - Parameter ordinals: Their numbers in the file, the most urgent ones first.
  func need(_ ordinals: [Int], of outline: FileOutline) {
    let path = outline.placeholder.path
    guard readings[path]?.listed?.outline === outline else { return }
    let ordinals = ordinals.filter { !isLost($0, of: path) }
    let groups = ordinals.map(outline.group)
    let counts = groups.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    var known: Set<Range<Int>> = []
    let wanted = zip(ordinals, groups).map { ordinal, group in
      counts[group]! < Self.groupShare ? ordinal..<ordinal + 1 : group
    }
    readings[path]!.listed!.needs.ask(wanted.filter { known.insert($0).inserted })
    readNeeded(of: path)
  }

  func readNeeded(of path: FilePath) {
    guard let id = readings[path]?.id, let outline = readings[path]?.listed?.outline else { return }
    while let wanted = readings[path]?.listed?.needs.takeNext(where: outline.areKnown), !wanted.isEmpty {
      Task { [weak self] in
        let read = await outline.read(wanted)
        guard let self, self.readings[path]?.id == id, let now = self.readings[path]?.listed else { return }
        var rows = read.rows
        if now.outline === outline {
          self.readings[path]?.listed?.needs.ended(wanted, read: rows.map(\.ordinal))
        } else if now.estimate === outline {
          now.correct(rows)
          rows = now.outline.rows.unique(rows)
        } else {
          // They are no entries.
          return self.readNeeded(of: path)
        }
        self.showLoaded(rows, of: path)
        if rows.count < wanted.reduce(0, { $0 + $1.count }) { self.showLostEntries(of: path) }
        self.noteRepairs(read.repairs, by: outline, of: path)
        self.readNeeded(of: path)
      }
    }
  }

  /// Puts rows that were loaded in their places.
  func showLoaded(_ rows: [FeedRow], of path: FilePath) {
    guard let listed = readings[path]?.listed, let section = listedSection(of: path) else { return }
    let marks = state.marks(of: FeedKey(sections[section].feedKey))
    let unread = sections[section].unread
    var places: [RowIndexPath] = []
    var removed: [FeedRow] = []
    for row in rows where row.ordinal >= listed.first && row.ordinal < listed.outline.count {
      guard let index = listed.row(ofEntry: row.ordinal), sections[section].rows[index].isPlaceholder else {
        continue
      }
      row.setMarks(marks.marks(of: row, twinsAreKnown: twinsAreKnown(in: path)))
      sections[section].show(row, at: index)
      places.append(RowIndexPath(section: section, row: index))
      if row.isRemoved { removed.append(row) }
    }
    guard !places.isEmpty else { return }
    deliverEdits()
    consumer?.apply(.read(places))
    forgetFarRows(of: path, from: places[0])
    if sections[section].unread != unread { consumer?.apply(.marks) }
    if canEditWaitingRows(ofSection: section) { leaveOut(removed) }
  }
}
