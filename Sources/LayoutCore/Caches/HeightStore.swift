/// Stores the heights of numbered items under the conditions used last, so that going back to a width is a cache hit.
///
/// All heights are in one array of plain numbers, those of an item side by side, the latest first: a lookup reads one
/// place in memory and allocates nothing.
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
  /// `width` slots for each item; all after the first empty one are empty.
  private var slots: [Slot] = []
  private var free: [UInt32] = []

  @usableFromInline
  init(width: Int) { self.width = width }

  /// The number of items that were added and not removed.
  @usableFromInline var count: Int { slots.count / width - free.count }

  /// The height of an item, or nil if it was never stored under these conditions. O(width).
  @usableFromInline
  func height(of item: Int, for key: HeightKey) -> Int? {
    guard let number = conditions.number(for: key) else { return nil }
    let first = item * width
    for place in first..<first + width {
      let slot = slots[place]
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
    let first = item * width
    var place = first
    // The slots before the one that is replaced move back, so that the new height is the first one.
    while place < first + width - 1, slots[place].conditions != ConditionTable.none,
      slots[place].conditions != number || slots[place].revision != key.revision
    {
      place += 1
    }
    while place > first {
      slots[place] = slots[place - 1]
      place -= 1
    }
    slots[first] = Slot(revision: key.revision, conditions: number, height: Int32(height))
  }

  /// Adds an item without heights and returns its number. O(1), amortised.
  @usableFromInline
  mutating func add() -> Int {
    if let item = free.popLast() { return Int(item) }
    slots.append(contentsOf: repeatElement(.empty, count: width))
    return slots.count / width - 1
  }

  /// Removes an item; its number will be used again.
  @usableFromInline
  mutating func remove(_ item: Int) {
    for place in item * width..<(item + 1) * width { slots[place] = .empty }
    free.append(UInt32(item))
  }

  @usableFromInline
  mutating func removeAll() { self = HeightStore(width: width) }
}
