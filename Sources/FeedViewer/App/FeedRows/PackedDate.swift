import FeedViewerFeeds

/// An entry's date, or none, in eight bytes.
nonisolated struct PackedDate: Sendable {
  /// The seconds since 1970 times two, and one more for a day; the lowest number without a date.
  private let number: Int64

  init(_ date: FeedDate?) { number = date.map { $0.secondsSinceEpoch << 1 | ($0.isDay ? 1 : 0) } ?? .min }

  /// Nil if there is none.
  var date: FeedDate? {
    number == .min ? nil : FeedDate(secondsSinceEpoch: number >> 1, isDay: number & 1 != 0)
  }
}
