/// Caches heights by the items' keys: they survive every edit. When the cache is full, the least recently used item is
/// removed.
///
/// Everything is inlinable, so that other modules get specialised code for their keys: a lookup by unspecialised
/// generic code takes microseconds.
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

  /// Stands for no node.
  @usableFromInline static var none: Int32 { -1 }

  /// The maximum number of items.
  public let capacity: Int

  // A doubly linked list through an array: the order of use. A node's number is its item's in the store.
  @usableFromInline var nodes: [Node] = []
  @usableFromInline var index = HashIndex()
  @usableFromInline var store: HeightStore
  @usableFromInline var newest = none
  @usableFromInline var oldest = none

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of items; at least 1.
  ///   - keepsWidths: The number of conditions under which each item keeps a height; at least 1.
  @inlinable
  public init(capacity: Int, keepsWidths: Int = 3) {
    precondition(
      capacity > 0 && capacity < Int(Int32.max),
      "The capacity of a height cache is from 1 to 2,147,483,646 items, not \(capacity).")
    precondition(keepsWidths > 0, "A height cache must keep at least one width of each item.")
    self.capacity = capacity
    store = HeightStore(width: keepsWidths)
  }

  /// The number of conditions under which each item keeps a height.
  @inlinable public var keepsWidths: Int { store.width }
  /// The number of items in the cache.
  @inlinable public var count: Int { index.count }

  /// The height of an item in device pixels, or nil if none is stored under these conditions. O(1).
  ///
  /// Unlike ``use(_:for:)`` it does not count as a use of the item.
  @inlinable
  public func height(forKey key: Key, for conditions: HeightKey) -> Int? {
    guard let node = find(key, hash: Self.hash(key)) else { return nil }
    return store.height(of: node, for: conditions)
  }

  /// The height of an item in device pixels, or nil if none is stored under these conditions. O(1).
  ///
  /// The item, if it is in the cache, becomes the most recently used one.
  @inlinable
  public mutating func use(_ key: Key, for conditions: HeightKey) -> Int? {
    guard let node = find(key, hash: Self.hash(key)) else { return nil }
    makeNewest(node)
    return store.height(of: node, for: conditions)
  }

  /// Stores the height of an item, which becomes the most recently used one.
  ///
  /// - Parameters:
  ///   - height: In device pixels, at most `Int32.max`.
  ///   - key: The item's key.
  ///   - conditions: The conditions; their width must be positive.
  /// - Complexity: O(1), amortised.
  @inlinable
  public mutating func store(_ height: Int, forKey key: Key, for conditions: HeightKey) {
    store.store(height, of: findOrAdd(key), for: conditions)
  }

  /// Removes the heights of an item. O(1).
  @inlinable
  public mutating func invalidate(_ key: Key) {
    if let node = find(key, hash: Self.hash(key)) { remove(node) }
  }

  /// Removes all heights.
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
