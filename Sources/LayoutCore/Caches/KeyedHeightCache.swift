/// Heights by the item's key: they survive every edit. The least recently used items are dropped.
///
/// Everything can be inlined, so that other modules get code for their own keys instead of generic code, which
/// takes microseconds for a lookup.
public struct KeyedHeightCache<Key: Hashable & Sendable>: Sendable {
  @usableFromInline
  struct Node: Sendable {
    @usableFromInline let key: Key
    @usableFromInline var newer = none
    @usableFromInline var older = none

    @inlinable
    init(key: Key) {
      self.key = key
    }
  }

  /// No node.
  @usableFromInline static var none: Int32 { -1 }

  /// The most items that are kept.
  public let capacity: Int

  // A doubly linked list through an array: the order of use. A node's number is its item's in the store.
  @usableFromInline var nodes: [Node] = []
  @usableFromInline var index = HashIndex()
  @usableFromInline var store: HeightStore
  @usableFromInline var newest = none
  @usableFromInline var oldest = none

  /// - Parameters:
  ///   - capacity: At least 1.
  ///   - keepsWidths: At least 1.
  @inlinable
  public init(capacity: Int, keepsWidths: Int = 3) {
    precondition(
      capacity > 0 && capacity < Int(Int32.max), "A height cache can't have room for \(capacity) items.")
    precondition(keepsWidths > 0, "A height cache must keep at least one width of each item.")
    self.capacity = capacity
    store = HeightStore(width: keepsWidths)
  }

  /// How many widths are kept of each item.
  @inlinable public var keepsWidths: Int { store.width }
  /// Items that were stored and not dropped.
  @inlinable public var count: Int { index.count }

  /// The height of an item in device pixels, or nil if it was never computed under these conditions. O(1).
  ///
  /// This question does not count as use, so that asking changes nothing; `use(_:for:)` does.
  @inlinable
  public func height(forKey key: Key, for conditions: HeightKey) -> Int? {
    guard let node = find(key, hash: Self.hash(key)) else { return nil }
    return store.height(of: node, for: conditions)
  }

  /// The same, and the item is now the most recently used one if it is there. O(1).
  @inlinable
  public mutating func use(_ key: Key, for conditions: HeightKey) -> Int? {
    guard let node = find(key, hash: Self.hash(key)) else { return nil }
    makeNewest(node)
    return store.height(of: node, for: conditions)
  }

  /// - Parameters:
  ///   - height: Device pixels, at most `Int32.max`.
  ///   - conditions: Their width must be positive.
  /// - Complexity: O(1), amortised.
  @inlinable
  public mutating func store(_ height: Int, forKey key: Key, for conditions: HeightKey) {
    store.store(height, of: findOrAdd(key), for: conditions)
  }

  /// Forgets the heights of an item. O(1).
  @inlinable
  public mutating func invalidate(_ key: Key) {
    if let node = find(key, hash: Self.hash(key)) { remove(node) }
  }

  @inlinable
  public mutating func invalidateAll() {
    self = KeyedHeightCache(capacity: capacity, keepsWidths: keepsWidths)
  }

  @inlinable
  static func hash(_ key: Key) -> UInt32 { UInt32(truncatingIfNeeded: key.hashValue) }

  @inlinable
  func find(_ key: Key, hash: UInt32) -> Int? { index.find(hash) { nodes[$0].key == key } }

  @inlinable
  mutating func findOrAdd(_ key: Key) -> Int {
    let hash = Self.hash(key)
    if let node = find(key, hash: hash) {
      makeNewest(node)
      return node
    }
    if count == capacity { remove(Int(oldest)) }
    let node = store.add()
    if node == nodes.count {
      nodes.append(Node(key: key))
    } else {
      nodes[node] = Node(key: key)
    }
    index.insert(node, hash: hash)
    link(node)
    return node
  }

  @inlinable
  mutating func makeNewest(_ node: Int) {
    guard newest != Int32(node) else { return }
    unlink(node)
    link(node)
  }

  @inlinable
  mutating func remove(_ node: Int) {
    index.remove(node, hash: Self.hash(nodes[node].key))
    unlink(node)
    store.remove(node)
  }

  @inlinable
  mutating func link(_ node: Int) {
    nodes[node].older = newest
    nodes[node].newer = Self.none
    if newest != Self.none { nodes[Int(newest)].newer = Int32(node) }
    newest = Int32(node)
    if oldest == Self.none { oldest = newest }
  }

  @inlinable
  mutating func unlink(_ node: Int) {
    let newer = nodes[node].newer
    let older = nodes[node].older
    if newer != Self.none { nodes[Int(newer)].older = older } else { newest = older }
    if older != Self.none { nodes[Int(older)].newer = newer } else { oldest = newer }
  }
}
