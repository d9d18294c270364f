/// Stores the heights of numbered items under the conditions used last, so that going back to a width is a cache hit.
///
/// Heights are in arrays of plain numbers: those of all items under the conditions used last, those under the ones before,
/// and so on. A lookup mostly reads one place in memory and allocates nothing; the later arrays are empty as long as there
/// was only one width.
@usableFromInline
struct HeightStore: Sendable {
  private struct Slot: Sendable {
    static let empty = Slot(revision: 0, conditions: ConditionTable.none, height: 0)

    var revision: UInt64
    var conditions: UInt32
    /// Device pixels.
    var height: Int32
  }

  /// The number of conditions that are kept for each item.
  @usableFromInline let width: Int

  private var conditions = ConditionTable()
  /// The slots of all items, the latest first; all of an item after the first empty one are empty. Arrays that are shorter
  /// than `itemCount` have no height of the other items.
  private var slots: [[Slot]]
  private var itemCount = 0
  private var free: [UInt32] = []

  @usableFromInline
  init(width: Int) {
    self.width = width
    slots = Array(repeating: [], count: width)
  }

  /// The number of items that were added and not removed.
  @usableFromInline var count: Int { itemCount - free.count }

  /// The height of an item, or nil if it was never stored under these conditions. O(width).
  @usableFromInline
  func height(of item: Int, for key: HeightKey) -> Int? {
    guard let number = conditions.number(for: key) else { return nil }
    for age in 0..<width {
      guard item < slots[age].count else { return nil }
      let slot = slots[age][item]
      if slot.conditions == number, slot.revision == key.revision { return Int(slot.height) }
    }
    return nil
  }

  /// Stores the height of an item in place of its oldest one.
  ///
  /// - Parameter height: In device pixels, at most `Int32.max`.
  @usableFromInline
  mutating func store(_ height: Int, of item: Int, for key: HeightKey) {
    precondition(key.width > 0, "A height is cached under a positive width, not \(key.width).")
    let number = conditions.number(adding: key)
    var moved = Slot(revision: key.revision, conditions: number, height: Int32(height))
    // The slots before the one that is replaced move back, so that the new height is the first one.
    for age in 0..<width {
      if item >= slots[age].count { extend(age, to: item) }
      swap(&moved, &slots[age][item])
      if moved.conditions == ConditionTable.none
        || moved.conditions == number && moved.revision == key.revision
      {
        return
      }
    }
  }

  /// Makes room for an item's slot.
  private mutating func extend(_ age: Int, to item: Int) {
    slots[age].append(contentsOf: repeatElement(.empty, count: item + 1 - slots[age].count))
  }

  /// Adds an item without heights and returns its number. O(1), amortised.
  @usableFromInline
  mutating func add() -> Int {
    if let item = free.popLast() { return Int(item) }
    itemCount += 1
    return itemCount - 1
  }

  /// Removes an item; its number will be used again.
  @usableFromInline
  mutating func remove(_ item: Int) {
    for age in 0..<width where item < slots[age].count { slots[age][item] = .empty }
    free.append(UInt32(item))
  }

  @usableFromInline
  mutating func removeAll() { self = HeightStore(width: width) }
}
