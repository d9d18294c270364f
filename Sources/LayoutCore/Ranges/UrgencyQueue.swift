/// A priority queue of work by range: work for visible rows before that for the display range, and that before the
/// preload range; in the order of adding within a range.
package struct UrgencyQueue<Item: Hashable & Sendable>: Sendable {
  private struct Ticket {
    var kind: RangeKind
    var number: Int
  }

  /// A line for each range in the order of adding. Entries without their item's present ticket are void.
  private var lines: [[(item: Item, number: Int)]] = RangeKind.allCases.map { _ in [] }
  private var heads: [Int] = RangeKind.allCases.map { _ in 0 }
  private var tickets: [Item: Ticket] = [:]
  private var lastNumber = 0

  /// Creates an empty queue.
  package init() {}

  /// Whether no item waits.
  package var isEmpty: Bool { tickets.isEmpty }
  /// The number of waiting items.
  package var count: Int { tickets.count }

  /// The range that an item waits for; nil if it does not wait.
  package func urgency(of item: Item) -> RangeKind? { tickets[item]?.kind }

  /// Adds an item at the end of its line. An item that waits already keeps its place, unless `kind` is more urgent.
  ///
  /// - Complexity: O(1), amortized.
  package mutating func add(_ item: Item, for kind: RangeKind) {
    if let ticket = tickets[item], ticket.kind.rawValue <= kind.rawValue { return }
    lastNumber += 1
    tickets[item] = Ticket(kind: kind, number: lastNumber)
    lines[kind.rawValue].append((item, lastNumber))
    if lines[kind.rawValue].count > 2 * tickets.count + 64 { dropVoidEntries(of: kind) }
  }

  /// Removes an item if it waits. O(1).
  package mutating func remove(_ item: Item) { tickets[item] = nil }

  /// Removes all items.
  package mutating func removeAll() { self = UrgencyQueue() }

  /// Removes and returns the most urgent item; nil if none waits.
  ///
  /// - Complexity: O(1), amortized.
  package mutating func next() -> (item: Item, kind: RangeKind)? {
    for kind in RangeKind.allCases {
      while heads[kind.rawValue] < lines[kind.rawValue].count {
        let entry = lines[kind.rawValue][heads[kind.rawValue]]
        heads[kind.rawValue] += 1
        guard tickets[entry.item]?.number == entry.number else { continue }
        tickets[entry.item] = nil
        return (entry.item, kind)
      }
      lines[kind.rawValue].removeAll(keepingCapacity: true)
      heads[kind.rawValue] = 0
    }
    return nil
  }

  /// Removed items leave void entries behind, which must not accumulate while `next()` is not called.
  private mutating func dropVoidEntries(of kind: RangeKind) {
    lines[kind.rawValue].removeFirst(heads[kind.rawValue])
    lines[kind.rawValue].removeAll { tickets[$0.item]?.number != $0.number }
    heads[kind.rawValue] = 0
  }

  /// Replaces each waiting item by the result of `name`, or removes it if that is nil. The order is kept. O(n).
  package mutating func rename(_ name: (Item) -> Item?) {
    var renamed = UrgencyQueue()
    while let (item, kind) = next() {
      if let new = name(item) { renamed.add(new, for: kind) }
    }
    self = renamed
  }
}
