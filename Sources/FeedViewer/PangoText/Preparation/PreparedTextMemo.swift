import LayoutCore

/// A cache of prepared texts, keyed by text, style and attributes. When it is full, the older half is dropped.
struct PreparedTextMemo {
  private let capacity: Int
  // Two generations approximate least-recently-used: a hit moves its text to the young one.
  private var young: [TextRequest: PreparedText?] = [:]
  private var old: [TextRequest: PreparedText?] = [:]

  /// - Parameter capacity: The most texts that are kept.
  init(capacity: Int) { self.capacity = capacity }

  var count: Int { young.count + old.count }

  /// The cached text; the inner nil marks a text that can't be prepared.
  mutating func value(for key: TextRequest) -> PreparedText?? {
    if let found = young[key] { return found }
    guard let found = old.removeValue(forKey: key) else { return nil }
    store(found, for: key)
    return found
  }

  mutating func insert(_ text: PreparedText?, for key: TextRequest) { store(text, for: key) }

  mutating func removeAll() {
    young = [:]
    old = [:]
  }

  private mutating func store(_ text: PreparedText?, for key: TextRequest) {
    if young.count >= max(capacity / 2, 1) {
      old = young
      young = [:]
    }
    young[key] = .some(text)
  }
}
