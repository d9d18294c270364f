/// Numbers for the conditions that many heights share, so that a lookup compares numbers instead of texts.
struct ConditionTable: Sendable {
  /// A height key without what differs from item to item.
  private struct Conditions: Hashable, Sendable {
    let width: Int
    let environment: LayoutEnvironment
    let template: TemplateIdentifier

    init(_ key: HeightKey) {
      width = key.width
      environment = key.environment
      template = key.template
    }
  }

  /// No conditions have this number.
  static let none: UInt32 = 0
  /// The most conditions that are known at a time: far more than there are widths on a screen.
  static let capacity = 4096
  /// Conditions that are compared before a dictionary is asked.
  private static let recentCapacity = 4

  private var recent: [(conditions: Conditions, number: UInt32)] = []
  private var numbers: [Conditions: UInt32] = [:]
  private var last = none

  var count: Int { numbers.count }

  /// The number of a key's conditions, or nil if no height was stored under them. O(1).
  func number(for key: HeightKey) -> UInt32? {
    for entry in recent
    where entry.conditions.width == key.width && entry.conditions.environment == key.environment
      && entry.conditions.template == key.template
    {
      return entry.number
    }
    return numbers.count > recent.count ? numbers[Conditions(key)] : nil
  }

  /// The number of a key's conditions, which are now known and the first to be compared. O(1).
  ///
  /// Numbers are not used twice: when there are too many conditions, all but the latest lose theirs, and
  /// with it the heights that were stored under them are found no more.
  mutating func number(adding key: HeightKey) -> UInt32 {
    if let first = recent.first, first.conditions == Conditions(key) { return first.number }
    let conditions = Conditions(key)
    let number = numbers[conditions] ?? nextNumber()
    recent.removeAll { $0.number == number }
    recent.insert((conditions, number), at: 0)
    if recent.count > Self.recentCapacity { recent.removeLast() }
    if numbers.count == Self.capacity, numbers[conditions] == nil {
      numbers = Dictionary(uniqueKeysWithValues: recent.lazy.map { ($0.conditions, $0.number) })
    }
    numbers[conditions] = number
    return number
  }

  private mutating func nextNumber() -> UInt32 {
    last += 1
    return last
  }
}
