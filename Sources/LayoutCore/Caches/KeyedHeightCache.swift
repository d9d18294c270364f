/// Heights by the item's key: they survive every edit. The least recently used items are dropped.
///
/// Everything can be inlined, so that other modules get code for their own keys instead of generic code, which
/// takes microseconds for a lookup.
public struct KeyedHeightCache<Key: Hashable & Sendable>: Sendable {
  @usableFromInline
  struct Node: Sendable {
    @usableFromInline let key: Key
    @usableFromInline var slots: HeightSlots
    @usableFromInline var newer: Int?
    @usableFromInline var older: Int?

    @usableFromInline
    init(key: Key) {
      self.key = key
      slots = HeightSlots()
    }
  }

  /// The most items that are kept.
  public let capacity: Int
  /// How many widths are kept of each item.
  public let keepsWidths: Int

  // A doubly linked list through an array: the order of use.
  @usableFromInline var places: [Key: Int] = [:]
  @usableFromInline var nodes: [Node] = []
  @usableFromInline var free: [Int] = []
  @usableFromInline var newest: Int?
  @usableFromInline var oldest: Int?

  /// - Parameters:
  ///   - capacity: At least 1.
  ///   - keepsWidths: At least 1.
  @inlinable
  public init(capacity: Int, keepsWidths: Int = 3) {
    precondition(capacity > 0, "A height cache must have room for at least one item.")
    precondition(keepsWidths > 0, "A height cache must keep at least one width of each item.")
    self.capacity = capacity
    self.keepsWidths = keepsWidths
  }

  /// Items with at least one height.
  @inlinable public var count: Int { places.count }

  /// The height of an item, or nil if it was never computed under these conditions. O(1).
  ///
  /// A question does not count as use: only storing does, so that asking changes nothing.
  @inlinable
  public func height(forKey key: Key, for conditions: HeightKey) -> Int? {
    places[key].flatMap { nodes[$0].slots.height(for: conditions) }
  }

  @inlinable
  public mutating func store(_ height: Int, forKey key: Key, for conditions: HeightKey) {
    precondition(
      conditions.width > 0, "A height at width \(conditions.width) means nothing and can't be cached.")
    touch(key)
    guard let place = places[key] else { return }
    nodes[place].slots.store(height, for: conditions, keeping: keepsWidths)
  }

  /// Makes an item the most recently used one; it is added if it is not there.
  @inlinable
  public mutating func touch(_ key: Key) {
    if let place = places[key] {
      unlink(place)
      link(place)
      return
    }
    if places.count == capacity, let oldest { remove(nodes[oldest].key) }
    let node = Node(key: key)
    let place = free.popLast() ?? nodes.count
    if place == nodes.count { nodes.append(node) } else { nodes[place] = node }
    places[key] = place
    link(place)
  }

  @inlinable public mutating func invalidate(_ key: Key) { remove(key) }

  @inlinable
  public mutating func invalidateAll() {
    places = [:]
    nodes = []
    free = []
    newest = nil
    oldest = nil
  }

  @usableFromInline
  mutating func remove(_ key: Key) {
    guard let place = places.removeValue(forKey: key) else { return }
    unlink(place)
    nodes[place].slots = HeightSlots()
    free.append(place)
  }

  @usableFromInline
  mutating func link(_ place: Int) {
    nodes[place].older = newest
    nodes[place].newer = nil
    if let newest { nodes[newest].newer = place }
    newest = place
    if oldest == nil { oldest = place }
  }

  @usableFromInline
  mutating func unlink(_ place: Int) {
    let newer = nodes[place].newer
    let older = nodes[place].older
    if let newer { nodes[newer].older = older } else { newest = older }
    if let older { nodes[older].newer = newer } else { oldest = newer }
  }
}
