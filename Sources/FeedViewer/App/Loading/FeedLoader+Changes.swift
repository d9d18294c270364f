import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState

/// A file that has changed is compared with what it was, and only what is new is read.
nonisolated extension FeedLoader {
  /// Compares a file with the state in which it was read.
  ///
  /// - Returns: All events of reading it; nil if it must be read.
  static func changes(
    of path: FilePath, since earlier: LoadedFile, state: ReadingState, _ plan: LoadingPlan, _ now: Int64
  ) -> [LoadEvent]? {
    let isArchive = plan.isArchive
    guard plan.keepsText, isArchive == earlier.isArchive,
      let change = FileChange(
        of: path, since: earlier, entryLimit: isArchive ? FeedLimits.countedEntries : FeedLimits.entryCount,
        goesOn: { !Task.isCancelled })
    else { return nil }
    var feed = change.structure.feed
    if !isArchive { feed.warnings += change.structure.warnings(change.structure.unplacedRepairs) }
    let heading = completeHeading(of: feed, feedKey: nil, path: path)
    let changeCount = state.changeCount
    guard heading.feedKey == earlier.heading.feedKey, isArchive || heading.canBeCompared,
      earlier.hasContext(of: feed, path: path),
      let update = RowUpdate(change, of: path, since: earlier, state: state), !Task.isCancelled
    else { return nil }
    let loaded = LoadedFile(
      rows: RowRuns(update.rows), heading: heading, isArchive: isArchive, readCount: update.readCount,
      number: earlier.number + 1)
    loaded.prepare(change.structure, change.fingerprints, earlier: earlier.known?.fingerprints)
    if !isArchive { join(update.rows, of: heading.feedKey, in: state) }
    let marking = RowMarking(feedKey: heading.feedKey, changeCount: changeCount)
    let section = LoadedSection(title: nil, rows: update.rows, marking: marking, isOfArchive: isArchive)
    guard isArchive else {
      return [.part(heading, [section]), .loaded(loaded), .finished(heading)]
    }
    let outline = FileOutline(change.structure, path: path, now: now, change: change, number: loaded.number)
    return [.part(heading.withoutSizeRemark, [section]), .loaded(loaded), .listed(outline)]
  }
}

nonisolated extension LoadedFile {
  /// Whether the texts of rows would be the same with what is known of the feed now.
  fileprivate func hasContext(of feed: Feed, path: FilePath) -> Bool {
    let title = feed.title ?? FileName.of(path)
    return [rows.first, rows.last].allSatisfy { $0?.page.context.isCurrent(feed, feedTitle: title) == true }
  }
}
