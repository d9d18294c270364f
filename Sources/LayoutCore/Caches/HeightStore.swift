/// The heights of numbered items under the last few conditions, the latest first: going back to a width is a hit.
///
/// All in one array of plain numbers, an item's heights side by side, so that a lookup reads one place in memory
/// and allocates nothing.
@usableFromInline
struct HeightStore: Sendable {
  private struct Slot: Sendable {
    static let empty = Slot(revision: 0, conditions: ConditionTable.none, height: 0)

    var revision: UInt64
    var conditions: UInt32
    /// Device pixels.
    var height: Int32
  }

  /// How many conditions are kept of each item.
  @usableFromInline let width: Int

  private var conditions = ConditionTable()
  /// `width` slots for each item; those after the first empty one are empty.
  private var slots: [Slot] = []
  private var free: [UInt32] = []

  @usableFromInline
  init(width: Int) { self.width = width }

  /// Items that were added and not removed.
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

  /// - Parameter height: Device pixels, at most `Int32.max`.
  @usableFromInline
  mutating func store(_ height: Int, of item: Int, for key: HeightKey) {
    precondition(key.width > 0, "A height at width \(key.width) means nothing and can't be cached.")
    let number = conditions.number(adding: key)
    let first = item * width
    var place = first
    // The slots before the one that is replaced make room at the front.
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

  /// A number for a new item without heights. O(1), amortised.
  @usableFromInline
  mutating func add() -> Int {
    if let item = free.popLast() { return Int(item) }
    slots.append(contentsOf: repeatElement(.empty, count: width))
    return slots.count / width - 1
  }

  /// Forgets an item; its number will be given to another one.
  @usableFromInline
  mutating func remove(_ item: Int) {
    for place in item * width..<(item + 1) * width { slots[place] = .empty }
    free.append(UInt32(item))
  }

  @usableFromInline
  mutating func removeAll() { self = HeightStore(width: width) }
}
