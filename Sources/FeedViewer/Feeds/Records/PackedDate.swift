/// An optional date in eight bytes; `FeedDate?` takes sixteen.
struct PackedDate: Sendable {
  /// The seconds times two, and one more for a day.
  private let packed: Int64

  init(_ date: FeedDate?) { packed = date.map { $0.secondsSinceEpoch << 1 | ($0.isDay ? 1 : 0) } ?? .min }

  var date: FeedDate? {
    packed == .min ? nil : FeedDate(secondsSinceEpoch: packed >> 1, isDay: packed & 1 != 0)
  }
}
