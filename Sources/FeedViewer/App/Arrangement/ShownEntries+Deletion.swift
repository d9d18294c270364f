import LayoutCore
import VirtualList

/// Rows that are deleted in another order of archives disappear, and come back, at once: to put millions of others in order
/// again takes seconds.
extension ShownEntries {
  /// What was deleted, and where it was shown.
  struct Deletion {
    fileprivate(set) var removed = RemovedEntries()
    /// Nil if all was arranged again.
    fileprivate var hidden: HiddenRows?

    /// Lets go of what was in a file that is being closed.
    mutating func close(_ file: ClosingFile) {
      removed.close(file)
      // The entries are put in order again when they come back.
      hidden = nil
    }
  }

  /// The places of deleted rows in another order.
  struct HiddenRows {
    fileprivate struct Part {
      let section: Int
      let ranges: [Range<Int>]
      let order: [Range<Int>]
      let rows: [(index: Int, row: FeedRow)]
    }

    fileprivate let arrangementNumber: Int
    fileprivate let outlines: [FileOutline]
    fileprivate var parts: [Part] = []
  }

  /// The most rows that are looked for where they are shown.
  private static let hidingLimit = 10_000

  /// Removes entries: they get this mark, as far as they are known, and their rows are left out with those of exact copies.
  func delete(_ selection: EntrySelection) -> Deletion {
    var selection = selection
    set(.removed, true, of: selection.rows)
    selection.rows = library.removedRows
    let hidden = hide(selection)
    followsEdits = hidden != nil
    defer { followsEdits = false }
    return Deletion(removed: library.delete(selection), hidden: hidden)
  }

  /// Brings rows back whose entries are not marked as removed any more.
  func restore(_ deletion: Deletion) {
    guard let hidden = deletion.hidden, let order, hidden.arrangementNumber == arrangementNumber, !isBusy,
      hidden.outlines.elementsEqual(order.outlines, by: ===)
    else { return library.restore(deletion.removed) }
    followsEdits = true
    library.restore(deletion.removed)
    followsEdits = false
    for part in hidden.parts.reversed() {
      let before = sections.map(\.rows.count)
      arranged!.order!.insert(part.order, inSection: part.section)
      arranged!.sections[part.section].insertWaiting(
        part.ranges, part.rows, awaiting: hidden.outlines[0].placeholder)
      orderNumber += 1
      consumer?.apply(.change(ChangeSet(inserting: part.ranges, inSection: part.section, before: before)))
    }
  }

  /// Removes rows from another order of archives.
  ///
  /// - Returns: Nil if there is none, or if all is to be arranged again.
  private func hide(_ selection: EntrySelection) -> HiddenRows? {
    guard let order, !isBusy, library.canEdit(selection),
      let places = shownPlaces(of: selection, in: order), !places.isEmpty
    else {
      return nil
    }
    let runs = Dictionary(grouping: RowSet(places).runs, by: \.section).mapValues { $0.map(\.rows) }
    // Sections without rows may have to go.
    let isEmptied = runs.contains { section, ranges in
      ranges.reduce(0) { $0 + $1.count } == sections[section].rows.count
    }
    if isEmptied { return nil }
    var hidden = HiddenRows(arrangementNumber: arrangementNumber, outlines: order.outlines)
    for (section, ranges) in runs {
      let before = sections.map(\.rows.count)
      let parts = arranged!.order!.remove(ranges, inSection: section)
      let rows = arranged!.sections[section].removeWaiting(ranges)
      hidden.parts.append(.init(section: section, ranges: ranges, order: parts, rows: rows))
      orderNumber += 1
      consumer?.apply(.change(ChangeSet(deleting: ranges, inSection: section, before: before)))
    }
    return hidden
  }

  /// Where entries are shown in another order; nil if there are very many, or if they are of another state of their file.
  private func shownPlaces(of selection: EntrySelection, in order: EntryOrder) -> [RowIndexPath]? {
    let unread = selection.others.reduce(0) { $1.ordinals.reduce($0) { $0 + $1.count } }
    guard selection.rows.count + unread <= Self.hidingLimit else { return nil }
    var places: [RowIndexPath] = []
    for (outline, ordinals) in selection.others {
      guard order.outlines.contains(where: { $0 === outline }) else { return nil }
      places += ordinals.joined().compactMap { order.place(ofEntry: $0, of: outline) }
    }
    var others: Set<FeedRow> = []
    for row in selection.rows {
      guard library.isReadAlone(row) else {
        others.insert(row)
        continue
      }
      guard let outline = order.outlines.first(where: { $0.placeholder.path == row.path }) else { return nil }
      if let place = order.place(ofEntry: row.ordinal, of: outline) { places.append(place) }
    }
    return others.isEmpty ? places : places + self.places(where: others.contains)
  }
}
