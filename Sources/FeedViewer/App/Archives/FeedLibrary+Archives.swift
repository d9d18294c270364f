import FeedViewerBase
import FeedViewerFeeds
import LayoutCore
import VirtualList

/// Very large files, of which only those entries are read that the list shows.
extension FeedLibrary {
  /// Whether a file's entries are read only where the list shows them.
  func isArchive(_ path: FilePath) -> Bool {
    readings[path]?.listed != nil
  }

  /// Call when the entries of an archive were counted.
  func wasCounted(_ path: FilePath, _ outline: FileOutline) {
    guard let index = index(ofFile: path), isArchive(path) else { return }
    files[index].state = .ready
    // Rows may have been shown before all marks were loaded.
    if let section = listedSection(of: path), showMarks(ofSection: section) {
      consumer?.apply(.marks)
    }
    let complete = FeedLoader.completeHeading(
      of: outline.feed, feedKey: files[index].heading?.feedKey, path: path
    ).withoutSizeRemark
    reportNotes(complete.notes, index: index)
    noteRepairs(
      (files[index].heading?.repairs?.places ?? []) + (complete.repairs?.places ?? []), of: path)
    noteRepairs(outline.unplacedRepairs, by: outline, of: path, isEndLast: outline.feed.isCutOff)
    reportRemotePage(complete.nextPage, index: index)
    follower?.follow(.fileRead(files[index]))
    leaveOutRemoved()
    performWaitingEdits()
  }

  /// Reports repairs of a file that is not read as a whole, after their lines were found.
  ///
  /// - Parameter isEndLast: Whether the last of them is that the file ends in the middle.
  func noteRepairs(
    _ repairs: [FoundRepair], by outline: FileOutline, of path: FilePath, isEndLast: Bool = false
  ) {
    guard !repairs.isEmpty, let id = readings[path]?.id else { return }
    Task { [weak self] in
      let warnings = await outline.warnings(repairs)
      guard let self, self.readings[path]?.id == id else { return }
      if isEndLast { self.readings[path]!.listed?.repairs.end = warnings.last }
      self.noteRepairs(warnings, of: path)
      self.consumer?.apply(.files)
    }
  }

  /// Reports repairs of a file that is not read as a whole, with those that were reported before.
  func noteRepairs(_ warnings: [FeedWarning], of path: FilePath) {
    guard isArchive(path), let index = index(ofFile: path) else { return }
    readings[path]!.listed!.repairs.add(warnings)
    let listed = readings[path]!.listed!
    files[index].reportedRepairs = listed.repairs.summary(isCutOff: listed.outline.feed.isCutOff)
  }

  /// The row of a place that was stored, in a file of which only some entries were read.
  func archiveRow(at place: SessionPlace) -> RowIndexPath? {
    guard let ordinal = place.ordinal,
      let path = readings.keys.first(where: { isArchive($0) && place.rowKey.utf8.starts(with: "\($0)|".utf8) }
      ),
      let listed = readings[path]?.listed, listed.outline.unknownEntries.isEmpty,
      let section = listedSection(of: path)
    else { return nil }
    guard let row = listed.row(ofEntry: ordinal), listed.pendingRows.contains(row) else { return nil }
    return RowIndexPath(section: section, row: row)
  }

  /// Whether an entry without a row can't be read any more: it was not where it had been, and its file can't be read again.
  func isLost(_ entry: Int, of path: FilePath) -> Bool {
    guard let reading = readings[path], reading.hasFailed else { return false }
    return reading.listed?.needs.lacking.contains(entry) == true
  }

  /// Has the list draw the rows again of entries that can't be read any more. Their heights stay.
  func showLostEntries(of path: FilePath) {
    if readings[path]?.hasFailed == true { consumer?.apply(.marks) }
  }

  /// Keeps the rows of an archive whose entries can't all be read, because there are too many of them or the disk has failed,
  /// or that can't be read again, or lost entries. What the list shows of it is still read where it was.
  ///
  /// - Returns: Whether the file has such rows.
  func keepsArchiveRows(_ path: FilePath, after error: FeedError) -> Bool {
    guard let index = index(ofFile: path), let reading = readings[path] else { return false }
    if let old = reading.replaced {
      restore(old, of: path, after: reading)
      files[index].loaded = reading.earlier
    } else if reading.listed != nil {
      readings[path]!.hasFailed = true
    } else {
      return false
    }
    files[index].state = .ready
    files[index].announced = nil
    addProblem(.outdated(error), of: path)
    performWaitingEdits()
    if reading.isOutdated { readAgainIfOutdated(path) }
    return true
  }

  /// Shows an archive on as it was before it was read again.
  ///
  /// - Parameter reading: What is given up.
  private func restore(_ old: ListedFile, of path: FilePath, after reading: FileReading) {
    reading.task?.cancel()
    var shown = old
    shown.needs.askAgain()
    // Nothing else comes of that reading.
    readings[path] = FileReading(
      id: readQueue.makeID(), isLive: true, isOutdated: reading.isOutdated, hasFailed: true, listed: shown)
    if let section = listedSection(of: path), showMarks(ofSection: section) {
      consumer?.apply(.marks)
    }
    readNeeded(of: path)
  }
}
