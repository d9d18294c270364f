import LayoutCore

/// Prepared texts, found by their text, style and attributes; the older half is dropped when there are too many.
struct PreparedTextMemo {
  private let capacity: Int
  // Two generations make a cheap stand-in for least recently used: a hit moves its text to the young one.
  private var young: [TextRequest: PreparedText?] = [:]
  private var old: [TextRequest: PreparedText?] = [:]

  /// - Parameter capacity: The most texts that are kept.
  init(capacity: Int) { self.capacity = capacity }

  var count: Int { young.count + old.count }

  /// The text prepared before; the inner nil is a text that is known to be beyond arithmetic.
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
