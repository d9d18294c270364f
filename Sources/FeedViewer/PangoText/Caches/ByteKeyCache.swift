/// A cache of small values, each with some elements, by short byte strings. Its memory is part of a budget (`CacheAccount`).
nonisolated struct ByteKeyCache<Value: BitwiseCopyable, Element: BitwiseCopyable>: ~Copyable {
  /// An entry, valid until another one is inserted.
  struct Entry {
    let value: Value
    let elements: UnsafeBufferPointer<Element>
    /// Whether the entry will be dropped soon unless it is inserted again.
    let isOld: Bool
  }

  private var account: CacheAccount
  private var young = ByteKeyTable<Value, Element>()
  private var old = ByteKeyTable<Value, Element>()

  init(_ budget: CacheBudget) { account = CacheAccount(budget) }

  /// The memory of the cache in bytes.
  var byteCount: Int { young.byteCount + old.byteCount }

  mutating func removeAll() {
    young = ByteKeyTable()
    old = ByteKeyTable()
    account.removeAll()
  }

  /// - Parameter seed: Equal bytes with another seed are another key.
  @inline(__always)
  func find(_ bytes: UnsafePointer<CChar>, _ length: Int, seed: UInt32) -> Entry? {
    let hash = ByteKey.hash(bytes, length, seed: seed)
    if let found = young.find(bytes, length, seed: seed, hash: hash) {
      return Entry(value: found.value, elements: found.elements, isOld: false)
    }
    return old.find(bytes, length, seed: seed, hash: hash).map {
      Entry(value: $0.value, elements: $0.elements, isOld: true)
    }
  }

  /// Inserts an entry, unless the cache has one for the key that is not old.
  ///
  /// - Parameters:
  ///   - elements: At most 65,535; not those of another entry, which may be dropped.
  ///   - bytes: At most 65,535.
  mutating func insert(
    _ value: Value, _ elements: UnsafeBufferPointer<Element>, for bytes: UnsafePointer<CChar>, _ length: Int,
    seed: UInt32
  ) {
    let hash = ByteKey.hash(bytes, length, seed: seed)
    guard young.find(bytes, length, seed: seed, hash: hash) == nil else { return }
    let growth = young.growth(keyLength: length, elementCount: elements.count)
    if growth > 0 { makeRoom(growth, keyLength: length, elementCount: elements.count) }
    young.insert(value, elements, for: bytes, length, seed: seed, hash: hash)
  }

  /// Inserts an old entry again, so that it is kept.
  mutating func renew(_ entry: Entry, for bytes: UnsafePointer<CChar>, _ length: Int, seed: UInt32) {
    withUnsafeTemporaryAllocation(of: Element.self, capacity: entry.elements.count) { copy in
      _ = copy.initialize(from: entry.elements)
      insert(entry.value, UnsafeBufferPointer(copy), for: bytes, length, seed: seed)
    }
  }

  private mutating func makeRoom(_ growth: Int, keyLength: Int, elementCount: Int) {
    if account.take(growth) { return }
    let whenEmpty = ByteKeyTable<Value, Element>().growth(keyLength: keyLength, elementCount: elementCount)
    turn()
    if account.take(whenEmpty) { return }
    turn()
    account.takeForOnlyEntry(whenEmpty)
  }

  private mutating func turn() {
    swap(&old, &young)
    young = ByteKeyTable()
    account.turn()
  }
}
