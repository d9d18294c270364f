/// A cache by key whose memory is part of a budget (`CacheAccount`).
nonisolated struct GenerationCache<Key: Hashable, Value>: ~Copyable {
  private var account: CacheAccount
  private var young: [Key: Kept] = [:]
  private var old: [Key: Kept] = [:]

  private struct Kept {
    let value: Value
    let byteCount: Int
  }

  /// The memory of an entry in a dictionary, which is between three eighths and three quarters full.
  private static var entryByteCount: Int { 2 * (MemoryLayout<Key>.stride + MemoryLayout<Kept>.stride) }

  init(_ budget: CacheBudget) { account = CacheAccount(budget) }

  /// The memory of the cache in bytes.
  var byteCount: Int { account.byteCount }

  /// The value of a key, which is kept longer then.
  mutating func value(for key: Key) -> Value? {
    if let found = young[key] { return found.value }
    guard let found = old[key] else { return nil }
    insert(found.value, for: key, byteCount: found.byteCount)
    return found.value
  }

  /// Inserts a value, or replaces the present one.
  ///
  /// - Parameter byteCount: The memory of key and value in bytes, beside their own sizes.
  mutating func insert(_ value: Value, for key: Key, byteCount: Int) {
    let present = young[key]
    let growth = present.map { byteCount - $0.byteCount } ?? byteCount + Self.entryByteCount
    if growth > 0 { makeRoom(growth, whenEmpty: byteCount + Self.entryByteCount) }
    young[key] = Kept(value: value, byteCount: max(byteCount, present?.byteCount ?? 0))
  }

  mutating func removeAll() {
    young = [:]
    old = [:]
    account.removeAll()
  }

  private mutating func makeRoom(_ growth: Int, whenEmpty: Int) {
    if account.take(growth) { return }
    turn()
    if account.take(whenEmpty) { return }
    turn()
    account.takeForOnlyEntry(whenEmpty)
  }

  private mutating func turn() {
    old = young
    young = [:]
    account.turn()
  }
}
