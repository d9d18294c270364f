import FeedViewerBase
import FeedViewerFeeds

extension FeedLibrary {
  /// Where days or months begin in a file whose entries were counted, but not all read; nil if that is not known yet, or its
  /// entries are not sorted by date.
  ///
  /// - Parameter then: Called when it is known, if it was not.
  /// - Returns: Entries, and the row of each.
  func dateStarts(of path: FilePath, then: @escaping () -> Void) -> (dates: DateStarts, row: (Int) -> Int)? {
    guard let reading = readings[path], let listed = reading.listed else { return nil }
    let (id, outline) = (reading.id, listed.outline)
    switch listed.dates {
    case .found(let dates): return dates.map { ($0, listed.row(fromEntry:)) }
    case .wanted: return nil
    case .unknown where isArchive(path) && outline.unknownEntries.isEmpty:
      readings[path]!.listed!.dates = .wanted
    case .unknown: return nil
    }
    Task { [weak self] in
      let dates = await outline.dateStarts(clock: .current)
      guard let self, self.readings[path]?.id == id, self.readings[path]?.listed?.outline === outline
      else { return }
      self.readings[path]!.listed!.dates = .found(dates)
      if dates != nil { then() }
    }
    return nil
  }
}
