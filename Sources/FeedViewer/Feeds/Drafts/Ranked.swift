/// A field that several elements may provide. The value of the lowest rank wins; `offer` keeps the first of equally
/// ranked values.
struct Ranked<Value> {
  private(set) var value: Value?
  private(set) var rank = UInt8.max

  func wants(_ rank: UInt8) -> Bool { rank < self.rank }

  mutating func offer(_ value: Value?, rank: UInt8) {
    guard let value, rank < self.rank else { return }
    self.value = value
    self.rank = rank
  }

  /// Replaces the value regardless of rank.
  mutating func put(_ value: Value?, rank: UInt8) {
    guard let value else { return }
    self.value = value
    self.rank = rank
  }

  /// Moves the value out, so that the next value of any rank is accepted.
  mutating func take() -> Value? {
    rank = .max
    return value.take()
  }

  /// Like `offer`, but the last of equally ranked values wins: repeated dates and channel elements override each
  /// other.
  mutating func replace(_ value: Value?, rank: UInt8) {
    guard let value, rank <= self.rank else { return }
    self.value = value
    self.rank = rank
  }
}

extension Ranked: Equatable where Value: Equatable {}
extension Ranked: Sendable where Value: Sendable {}
