import FeedViewerBase
import LayoutCore
import VirtualList

/// A very large file that had rows before its entries were counted: its first ones, its last ones, so that the end is shown at
/// once, and between them as many as there seemed to be.
extension FeedLibrary {
  /// Corrects the number of rows after the entries were counted. What is shown of the file's beginning and end stays.
  func count(_ path: FilePath, _ outline: FileOutline) {
    guard let listed = readings[path]?.listed, let section = listedSection(of: path),
      let surplus = outline.surplus(to: listed.outline), surplus.end >= 0,
      listed.outline.unknownEntries.upperBound + listed.shift + min(0, surplus.middle)
        >= listed.pendingRows.lowerBound
    else {
      // What was found at the end were no entries: each entry gets another row.
      endOutline(of: path)
      return self.outline(path, by: outline)
    }
    readings[path]!.listed!.counted(outline, surplus: surplus.middle)
    let last = sections[section].rows.loadedRows.filter {
      listed.outline.unknownEntries.upperBound <= $0.ordinal
    }
    readings[path]!.listed!.correct(last)
    outline.rows.add(last)
    deliverEdits()
    sections[section].isCountEstimated = false
    insertPlaceholders(
      surplus.middle, at: listed.outline.unknownEntries.upperBound + listed.shift, inSection: section)
    insertPlaceholders(surplus.end, at: sections[section].rows.count, inSection: section)
    let middle = listed.outline.unknownEntries.lowerBound..<outline.count
    let known = (heights?.knownEntries(of: path, in: middle) ?? []).map {
      RowIndexPath(section: section, row: listed.row(fromEntry: $0))
    }
    if !known.isEmpty { consumer?.apply(.read(known)) }
    readNeeded(of: path)
  }

  /// Inserts rows of entries that were not read, or removes those before an index.
  ///
  /// - Parameter count: How many are inserted; negative if rows are removed.
  private func insertPlaceholders(_ count: Int, at index: Int, inSection section: Int) {
    let before = sections.map(\.rows.count)
    if count > 0 {
      sections[section].insertWaiting(
        [index..<index + count], awaiting: readings[sections[section].path!]!.listed!.outline.placeholder)
      consumer?.apply(
        .change(ChangeSet(inserting: index..<index + count, inSection: section, before: before)))
    } else if count < 0 {
      sections[section].removeWaiting([index + count..<index])
      consumer?.apply(
        .change(ChangeSet(deleting: index + count..<index, inSection: section, before: before)))
    }
  }
}
