/// An optional date in eight bytes; `FeedDate?` takes sixteen.
@frozen public struct PackedDate: Sendable {
  /// The seconds times two, and one more for a day; the lowest number without a date.
  @usableFromInline let packed: Int64

  @inlinable public init(_ date: FeedDate?) {
    packed = date.map { $0.secondsSinceEpoch << 1 | ($0.isDay ? 1 : 0) } ?? .min
  }

  /// Nil if there is none.
  @inlinable public var date: FeedDate? {
    packed == .min ? nil : FeedDate(secondsSinceEpoch: packed >> 1, isDay: packed & 1 != 0)
  }
}
