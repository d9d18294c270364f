import LayoutCore
import VirtualList

/// Where rows are that are shown, and whose entries are read only where the list shows them.
extension ShownEntries {
  /// Reads entries of which only the number is known.
  ///
  /// - Parameter places: Their rows, the most urgent ones first.
  func need(_ places: [RowIndexPath]) {
    guard let order else { return library.need(places.compactMap(libraryPlace)) }
    var wanted: [ObjectIdentifier: (outline: FileOutline, ordinals: [Int])] = [:]
    for place in places where sections.row(at: place)?.isPlaceholder == true {
      guard let (outline, ordinal) = order.entry(at: place) else { continue }
      wanted[ObjectIdentifier(outline), default: (outline, [])].ordinals.append(ordinal)
    }
    for (outline, ordinals) in wanted.values { library.need(ordinals, of: outline) }
  }

  /// Where a row that is shown is in the library; nil if it is not one of its rows, or of an archive in another order.
  func libraryPlace(of shown: RowIndexPath) -> RowIndexPath? {
    if let order {
      return order.entry(at: shown).flatMap { library.place(ofEntry: $0.ordinal, of: $0.outline) }
    }
    if isArranged {
      guard let row = row(at: shown), library.isReadAlone(row) else { return nil }
      return library.place(ofEntry: row.ordinal, of: row.path)
    }
    return RowIndexPath(section: presentWhole.librarySection(of: shown.section), row: shown.row)
  }

  /// How many rows from one on have consecutive entries of an archive; 1 in another order.
  func consecutiveRows(from shown: RowIndexPath) -> Int {
    guard !isArranged, let place = libraryPlace(of: shown), let path = library.sections[place.section].path,
      let listed = library.readings[path]?.listed, listed.section == library.sections[place.section].key
    else { return 1 }
    return listed.consecutiveRows(from: place.row)
  }

  /// The entries of rows that are shown, whether or not they were read. Outlines are none.
  ///
  /// - Complexity: O(k + r) for k known rows and r runs of others; in another order O(rows), with very little for each of those
  ///   that were not read.
  func selection(of places: RowSet) -> EntrySelection {
    var selection = EntrySelection()
    var unread: [Range<Int>] = []
    forEachPart(at: places) { part in
      switch part {
      case .row(let row): if !row.isOutline { selection.rows.append(row) }
      case .unread(let section, let rows):
        if let order {
          let start = order.index(of: RowIndexPath(section: section, row: rows.lowerBound))
          unread.append(start..<start + rows.count)
        } else {
          forEachEntry(of: rows, inSection: section) { selection.add($1, of: $0) }
        }
      }
      return true
    }
    if let order, !unread.isEmpty { selection.others = order.entries(at: unread) }
    return selection
  }

  /// A row, or consecutive ones whose entries were not read.
  private enum ShownPart {
    case row(FeedRow)
    case unread(section: Int, rows: Range<Int>)
  }

  /// Passes the entries of consecutive rows, which were not read, to `body`, in order: many at a time if they follow each
  /// other in their file.
  private func forEachEntry(
    of rows: Range<Int>, inSection section: Int, _ body: (FileOutline, Range<Int>) -> Void
  ) {
    var index = rows.lowerBound
    while index < rows.upperBound {
      let place = RowIndexPath(section: section, row: index)
      let count = min(rows.upperBound - index, consecutiveRows(from: place))
      if let (outline, ordinal) = entry(at: place) { body(outline, ordinal..<ordinal + count) }
      index += count
    }
  }

  /// Passes rows to `body`, in order, until it returns false.
  private func forEachPart(at places: RowSet, _ body: (ShownPart) -> Bool) {
    let sections = sections
    for run in places.runs where sections.indices.contains(run.section) {
      let rows = sections[run.section].rows
      var index = run.rows.lowerBound
      let end = min(run.rows.upperBound, rows.count)
      while index < end {
        let count = min(rows.placeholderRun(from: index), end - index)
        let part =
          count > 0 ? ShownPart.unread(section: run.section, rows: index..<index + count) : .row(rows[index])
        if !body(part) { return }
        index += max(count, 1)
      }
    }
  }

  /// The rows of entries that are shown, in order, of which those that were not read are read.
  ///
  /// - Parameters:
  ///   - places: Where they are shown.
  ///   - limit: The most rows.
  /// - Complexity: O(length of the entries that were not read), read from the disk on another thread.
  func readRows(at places: RowSet, limit: Int) async -> [FeedRow] {
    enum Part {
      case row(FeedRow)
      case entries(FileOutline, Range<Int>)
    }
    var parts: [Part] = []
    var left = limit
    forEachPart(at: places) { part in
      switch part {
      case .row(let row):
        parts.append(.row(row))
        left -= 1
      case .unread(let section, let rows):
        let rows = rows.prefix(left)
        forEachEntry(of: rows, inSection: section) { parts.append(.entries($0, $1)) }
        left -= rows.count
      }
      return left > 0
    }
    var rows: [FeedRow] = []
    for part in parts {
      switch part {
      case .row(let row): rows.append(row)
      case .entries(let outline, let ordinals): rows += await outline.read([ordinals]).rows
      }
    }
    return rows
  }

  /// Those of some rows whose entries are known, in order.
  func knownRows(at places: RowSet) -> [FeedRow] {
    let sections = sections
    var known: [FeedRow] = []
    for run in places.runs where sections.indices.contains(run.section) {
      let rows = sections[run.section].rows
      var next = rows.knownIndex(from: run.rows.lowerBound, forward: true)
      while let index = next, index < run.rows.upperBound {
        known.append(rows[index])
        next = rows.knownIndex(from: index + 1, forward: true)
      }
    }
    return known
  }

  /// The entries of archives that are shown, whether or not they have rows.
  var archiveParts: [ArchiveMarking.Part] {
    // A search shows none without rows.
    guard order != nil || !isArranged else { return [] }
    let own = library.files(of: whole.feeds)
    let paths = library.files.map(\.path).filter { own?.contains($0) ?? true }
    guard let order else { return library.archiveParts(of: paths) }
    return paths.compactMap { library.archiveEntries(of: $0) }.map { outline, entries in
      ArchiveMarking.Part(outline: outline, entries: entries) { order.index(ofEntry: $0, of: outline) != nil }
    }
  }

  /// The entry of an archive that is shown at a place, and the state of the file; nil if it is not one of those.
  func entry(at shown: RowIndexPath) -> (outline: FileOutline, ordinal: Int)? {
    if let order { return order.entry(at: shown) }
    return isArranged ? nil : libraryPlace(of: shown).flatMap(library.entry)
  }

  /// Where the list shows a row of the library; nil if it does not, or if it shows another order and the row is not that of a
  /// archive.
  func shownPlace(of row: RowIndexPath) -> RowIndexPath? {
    if isArranged {
      guard let order, let (outline, ordinal) = library.entry(at: row) else { return nil }
      return order.place(ofEntry: ordinal, of: outline)
    }
    return presentWhole.shownSection(of: row.section).map { RowIndexPath(section: $0, row: row.row) }
  }

  /// Puts rows that a search has found into their sections if they are in use, so that they stay when others are shown.
  func attachUsedRows() {
    var used: [FeedRow] = []
    for (section, content) in sections.enumerated() {
      content.rows.forEachRead { index, row in
        guard library.isReadAlone(row),
          let place = libraryPlace(of: RowIndexPath(section: section, row: index))
        else {
          return
        }
        if library.row(at: place)?.isPlaceholder == true, place == selectedRow { used.append(row) }
      }
    }
    library.attach(used)
  }
}
