import FeedViewerFeeds

/// The rows of a file while it is read.
nonisolated struct LoadedRows {
  private(set) var rows = RowRuns()
  /// The last that was told of the feed.
  private(set) var heading: FeedHeading?
  private var isPlain = true
  /// The file, as soon as all of it was read; nil if a later state of it can't be compared with this one: it has sections,
  /// or entries were repaired, which must be reported again.
  private(set) var whole: LoadedFile?

  mutating func add(_ event: LoadEvent) {
    switch event {
    case .part(let heading, let sections):
      self.heading = heading
      for section in sections {
        if section.title != nil { isPlain = false }
        rows.append(section.rows)
      }
    case .finished(let heading) where isPlain && heading.canBeCompared && !rows.isEmpty:
      whole = LoadedFile(rows: rows, heading: heading, isArchive: false, readCount: rows.count)
    default: break
    }
  }

  /// The first rows of an archive; nil if its later states can't be compared with this one.
  var archive: LoadedFile? {
    guard isPlain, let heading, !rows.isEmpty else { return nil }
    return LoadedFile(rows: rows, heading: heading, isArchive: true, readCount: rows.count)
  }
}

nonisolated extension FeedHeading {
  /// Whether a later state of a file can be compared with this one. Repairs are found by reading all of it, except that it
  /// ends in the middle.
  var canBeCompared: Bool {
    format.isPlain && (repairs == nil || isCutOff && repairs?.count == 1)
  }
}
