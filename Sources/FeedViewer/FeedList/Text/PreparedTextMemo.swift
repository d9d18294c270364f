import LayoutCore

/// Prepared texts, found by their text and style; the older half is dropped when there are too many.
struct PreparedTextMemo {
  private struct Key: Hashable {
    let string: String
    let style: TextStyle
  }

  private let capacity: Int
  // Two generations make a cheap stand-in for least recently used: a hit moves its text to the young one.
  private var young: [Key: PreparedText?] = [:]
  private var old: [Key: PreparedText?] = [:]

  /// - Parameter capacity: The most texts that are kept.
  init(capacity: Int) { self.capacity = capacity }

  var count: Int { young.count + old.count }

  /// The text prepared before; the inner nil is a text that is known to be beyond arithmetic.
  mutating func value(for string: String, style: TextStyle) -> PreparedText?? {
    let key = Key(string: string, style: style)
    if let found = young[key] { return found }
    guard let found = old.removeValue(forKey: key) else { return nil }
    store(found, for: key)
    return found
  }

  mutating func insert(_ text: PreparedText?, for string: String, style: TextStyle) {
    store(text, for: Key(string: string, style: style))
  }

  mutating func removeAll() {
    young = [:]
    old = [:]
  }

  private mutating func store(_ text: PreparedText?, for key: Key) {
    if young.count >= max(capacity / 2, 1) {
      old = young
      young = [:]
    }
    young[key] = .some(text)
  }
}
