import Synchronization

/// Numbers of a page's rows that no other row has, given when they are asked for: the list knows rows by them.
nonisolated struct RowIdentities {
  /// That of all rows that stand for others.
  static let ofPlaceholders: UInt64 = 1
  private static let last = Atomic<UInt64>(ofPlaceholders)

  /// That of the first row, if all have consecutive ones.
  private var first: UInt64?
  /// Those of all rows, if some were taken from other rows; 0 for one that has none yet.
  private var numbers: [UInt64] = []

  /// The identity of a row of a page with `count` rows.
  mutating func identity(_ index: Int, of count: Int) -> UInt64 {
    if let first { return first + UInt64(index) }
    guard !numbers.isEmpty else {
      let new = Self.last.wrappingAdd(UInt64(count), ordering: .relaxed).oldValue + 1
      first = new
      return new + UInt64(index)
    }
    if numbers[index] == 0 { numbers[index] = Self.last.wrappingAdd(1, ordering: .relaxed).newValue }
    return numbers[index]
  }

  /// Whether a row's identity was asked for, or taken from another row.
  func hasIdentity(_ index: Int) -> Bool { first != nil || !numbers.isEmpty && numbers[index] != 0 }

  /// Gives a row the identity of another one, unless it has one.
  mutating func take(_ identity: UInt64, _ index: Int, of count: Int) {
    guard !hasIdentity(index) else { return }
    if numbers.isEmpty { numbers = Array(repeating: 0, count: count) }
    numbers[index] = identity
  }
}
