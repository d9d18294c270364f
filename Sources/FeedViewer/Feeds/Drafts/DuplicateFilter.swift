/// Finds duplicates in a list: short lists are searched, and for long ones a set is kept.
struct DuplicateFilter {
  private static let shortList = 16
  private var texts: Set<String>?

  /// - Parameter list: The texts of the list.
  /// - Returns: Whether the text was not in the list. It is remembered from then on.
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
  /// The texts without duplicates, in order of their first occurrence. O(length) on average.
  var withoutRepetitions: [String] {
    var result: [String] = []
    var known = DuplicateFilter()
    for text in self where known.insert(text, among: result) { result.append(text) }
    return result
  }
}
