import FeedViewerFeeds

/// The repairs of a file of which not all entries were read: those of the entries that were.
struct ArchiveRepairs {
  /// An archive may have millions; more are not counted.
  private static let limit = 10_000

  private var places: Set<FeedWarning> = []
  /// That the file ends in the middle; nil if it does not, or if the line was not found yet.
  var end: FeedWarning?

  /// - Parameter isCutOff: Whether the file ends in the middle, which was noted.
  /// - Returns: Nil if nothing was repaired.
  func summary(isCutOff: Bool) -> FeedRepairs? {
    guard !places.isEmpty else { return nil }
    let ordered = places.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    return FeedRepairs(
      count: ordered.count, places: Array(ordered.prefix(FeedWarning.limit)), isCutOff: isCutOff,
      isSoFar: true)
  }

  /// Call when the file goes on where it ended.
  mutating func removeEnd() {
    if let end { places.remove(end) }
    end = nil
  }

  /// Adds repairs. The same entry may be read several times.
  mutating func add(_ new: [FeedWarning]) {
    guard places.count < Self.limit else { return }
    places.formUnion(new.prefix(Self.limit))
    // Of characters that are left out the first one is reported, as when all of the file is read.
    let omissions = places.filter { $0.omittedCount > 0 }
    let first = omissions.min {
      ($0.line, $0.column, -$0.omittedCount) < ($1.line, $1.column, -$1.omittedCount)
    }
    places.subtract(omissions.filter { $0 != first })
  }
}
