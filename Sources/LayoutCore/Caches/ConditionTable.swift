/// Numbers the conditions that many heights share, so that a lookup compares numbers and not identifiers.
struct ConditionTable: Sendable {
  /// A height key without the item's revision.
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

  /// The number that stands for no conditions.
  static let none: UInt32 = 0
  /// The maximum number of conditions at a time: far more than a screen has widths.
  static let capacity = 4096
  /// The number of conditions that are compared before the dictionary is searched.
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

  /// The number of a key's conditions. They are added if necessary, and are the first to be compared from now on. O(1).
  ///
  /// Numbers are never reused. When the table is full, all conditions but the most recent ones are removed; heights
  /// that were stored under them are not found any more.
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
