/// The standard library's own search for texts would bring all of its regular expressions into the program.
extension StringProtocol {
  /// The first occurrence of the bytes of a text.
  ///
  /// - Complexity: O(length of this text × length of the other).
  func range(ofBytes text: String) -> Range<Index>? {
    let sought = text.utf8
    guard let first = sought.first else { return startIndex..<startIndex }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: sought) { return start..<rest.index(start, offsetBy: sought.count) }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Whether a text occurs in this one, by their bytes.
  func holds(_ text: String) -> Bool { range(ofBytes: text) != nil }
}
