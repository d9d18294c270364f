/// Work that waits, the most urgent first: for visible rows before rows about to be displayed, and for those
/// before rows that are only loaded ahead; among equals, what was added first.
public struct UrgencyQueue<Item: Hashable & Sendable>: Sendable {
  private struct Ticket {
    var kind: RangeKind
    var number: Int
  }

  /// One line for each kind, in the order of adding; entries that do not hold their item's ticket are void.
  private var lines: [[(item: Item, number: Int)]] = RangeKind.allCases.map { _ in [] }
  private var heads: [Int] = RangeKind.allCases.map { _ in 0 }
  private var tickets: [Item: Ticket] = [:]
  private var lastNumber = 0

  public init() {}

  public var isEmpty: Bool { tickets.isEmpty }
  public var count: Int { tickets.count }

  /// How urgent an item is; nil if it does not wait.
  public func urgency(of item: Item) -> RangeKind? { tickets[item]?.kind }

  /// Adds an item at the end of its line. One that waits already keeps its place, or changes to a line that
  /// is more urgent.
  ///
  /// - Complexity: O(1), amortized.
  public mutating func add(_ item: Item, for kind: RangeKind) {
    if let ticket = tickets[item], ticket.kind.rawValue <= kind.rawValue { return }
    lastNumber += 1
    tickets[item] = Ticket(kind: kind, number: lastNumber)
    lines[kind.rawValue].append((item, lastNumber))
    if lines[kind.rawValue].count > 2 * tickets.count + 64 { dropVoidEntries(of: kind) }
  }

  /// Takes an item out if it waits.
  public mutating func remove(_ item: Item) { tickets[item] = nil }

  public mutating func removeAll() { self = UrgencyQueue() }

  /// Takes the most urgent item out; nil if none waits.
  ///
  /// - Complexity: O(1), amortized.
  public mutating func next() -> (item: Item, kind: RangeKind)? {
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

  /// Removed items leave their entries behind, which must not pile up while nothing is taken out.
  private mutating func dropVoidEntries(of kind: RangeKind) {
    lines[kind.rawValue].removeFirst(heads[kind.rawValue])
    lines[kind.rawValue].removeAll { tickets[$0.item]?.number != $0.number }
    heads[kind.rawValue] = 0
  }

  /// Gives waiting items other names, in their order; those without one are dropped.
  public mutating func rename(_ name: (Item) -> Item?) {
    var renamed = UrgencyQueue()
    while let (item, kind) = next() {
      if let new = name(item) { renamed.add(new, for: kind) }
    }
    self = renamed
  }
}
