/// Tells which texts of a list are there already: short lists, as nearly all are, are looked through, of long ones a set is
/// kept.
struct KnownTexts {
  private static let shortList = 16
  private var texts: Set<String>?

  /// - Parameter list: The texts that are there.
  /// - Returns: Whether the text is none of them; it counts as one from then on.
  /// - Complexity: O(1) on average.
  mutating func insert(_ text: String, among list: some Collection<String>) -> Bool {
    if texts == nil {
      if list.count < Self.shortList { return !list.contains(text) }
      texts = Set(list)
    }
    return texts?.insert(text).inserted ?? true
  }

  mutating func clear() { if texts != nil { texts = nil } }
}

extension Sequence<String> {
  /// Each text once, in the order of their first places. O(length) on average.
  var withoutRepetitions: [String] {
    var result: [String] = []
    var known = KnownTexts()
    for text in self where known.insert(text, among: result) { result.append(text) }
    return result
  }
}
