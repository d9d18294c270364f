/// A field that several elements may give: the one of the best rank that has text wins, with `offer` the
/// first of equal ones.
struct Ranked<Value> {
  private(set) var value: Value?
  private(set) var rank = UInt8.max

  func wants(_ rank: UInt8) -> Bool { rank < self.rank }

  mutating func offer(_ value: Value?, rank: UInt8) {
    guard let value, rank < self.rank else { return }
    self.value = value
    self.rank = rank
  }

  /// Takes a value whatever there was.
  mutating func put(_ value: Value?, rank: UInt8) {
    guard let value else { return }
    self.value = value
    self.rank = rank
  }

  /// The value, which is gone then: any rank is wanted again.
  mutating func take() -> Value? {
    rank = .max
    return value.take()
  }

  /// As `offer`, but of equal ranks the last one wins: repeated dates and channel elements override each other.
  mutating func replace(_ value: Value?, rank: UInt8) {
    guard let value, rank <= self.rank else { return }
    self.value = value
    self.rank = rank
  }
}
