/// The memory of a cache with two generations, as a part of a budget.
///
/// New entries go to the young generation. When that has half of the cache's share, or the budget is used up, the cache
/// turns: the old generation is dropped, and the young one becomes the old one. Entries that are used survive, because the
/// cache puts what it finds in the old generation into the young one.
nonisolated struct CacheAccount: ~Copyable {
  private let budget: CacheBudget
  /// The memory of each generation, in bytes.
  private var young = 0
  private var old = 0

  init(_ budget: CacheBudget) { self.budget = budget }

  deinit { budget.change(from: young + old, to: 0) }

  /// The memory of both generations, in bytes.
  var byteCount: Int { young + old }

  /// Takes memory for the young generation.
  ///
  /// - Returns: False if the cache must turn first.
  mutating func take(_ bytes: Int) -> Bool {
    let share = budget.share
    guard 2 * (young + bytes) <= share, young + old + bytes <= share,
      budget.take(bytes, besides: young + old)
    else { return false }
    young += bytes
    return true
  }

  /// Takes memory for the only entry of the cache, even if the budget is used up.
  mutating func takeForOnlyEntry(_ bytes: Int) {
    budget.change(from: young + old, to: young + old + bytes)
    young += bytes
  }

  /// Call when the young generation has replaced the old one, and is empty.
  mutating func turn() {
    budget.change(from: young + old, to: young)
    (old, young) = (young, 0)
  }

  /// Call when both generations were emptied.
  mutating func removeAll() {
    budget.change(from: young + old, to: 0)
    (old, young) = (0, 0)
  }
}
