import FeedViewerBase
import LayoutCore
import VirtualList

/// A very large file that had rows before its entries were counted: its first ones, its last ones, so that the end is shown at
/// once, and between them as many as there seemed to be.
extension FeedLibrary {
  /// Corrects the number of rows after the entries were counted. What is shown of the file's beginning and end stays.
  func count(_ path: FilePath, _ outline: FileOutline) {
    reportReadRows()
    guard let outlined = readings[path]?.outlined, let section = outlinedSection(of: path),
      let surplus = outline.surplus(to: outlined.outline), surplus.end >= 0, outline.isPlain,
      outlined.outline.unknownEntries.upperBound + outlined.shift + min(0, surplus.middle)
        >= outlined.pendingRows.lowerBound
    else {
      detachedRows.forget(path)
      // What was found at the end were no entries: each entry gets another row.
      endOutline(of: path)
      return self.outline(path, by: outline)
    }
    let correction = GuessCorrection(
      of: outlined.outline, by: outline, surplus: surplus.middle, next: outlined.next)
    readings[path]!.outlined!.counted(outline, correction)
    let right = readings[path]!.outlined!.correct(sections[section].rows.earlyRows)
    deliverEdits()
    sections[section].isCountGuessed = false
    keepEarly(right, inSection: section)
    for (number, run) in correction.runs.enumerated().reversed() {
      let before = number > 0 ? correction.runs[number - 1].distance : 0
      insertAwaited(run.distance - before, at: run.entries.lowerBound + outlined.shift, inSection: section)
    }
    insertAwaited(surplus.end, at: sections[section].rows.count, inSection: section)
    let middle = outlined.outline.unknownEntries.lowerBound..<outline.count
    let known = knownEntries(path, middle).map {
      RowIndexPath(section: section, row: outlined.row(fromEntry: $0))
    }
    if !known.isEmpty { delegate?.library(self, didReadRows: known) }
    readNeeded(of: path)
  }

  /// Forgets rows that were read before entries were counted and are no entries.
  ///
  /// - Parameter right: The other ones.
  private func keepEarly(_ right: [FeedRow], inSection section: Int) {
    let rows = sections[section].rows
    guard right.count < rows.earlyCount else { return }
    let kept = Set(right.map(ObjectIdentifier.init))
    let wrong = rows.earlyPlaces(farFrom: 0, limit: .max) { !kept.contains(ObjectIdentifier($1)) }
    sections[section].forget(wrong)
    delegate?.library(self, didReadRows: wrong.map { RowIndexPath(section: section, row: $0) })
  }

  /// Inserts rows of entries that were not read, or removes those before an index.
  ///
  /// - Parameter count: How many are inserted; negative if rows are removed.
  private func insertAwaited(_ count: Int, at index: Int, inSection section: Int) {
    let before = sections.map(\.rows.count)
    if count > 0 {
      sections[section].insertWaiting(
        [index..<index + count], awaiting: readings[sections[section].path!]!.outlined!.outline.awaitedRow)
      delegate?.library(
        self, didChange: ChangeSet(inserting: index..<index + count, inSection: section, before: before))
    } else if count < 0 {
      sections[section].removeWaiting([index + count..<index])
      delegate?.library(
        self, didChange: ChangeSet(deleting: index + count..<index, inSection: section, before: before))
    }
  }
}
