/// A short text without the differences that a search ignores: case, diacritics and the others that `TextFolder` lists.
package struct FoldedText: Sendable, Hashable {
  private let bytes: [UInt8]

  /// - Complexity: O(length).
  package init(_ text: String) { bytes = TextFolder.fold(text) }

  /// Whether the other text is a part of this one; the empty text is a part of every text.
  ///
  /// - Complexity: O(length of this one · length of the other).
  package func contains(_ other: FoldedText) -> Bool {
    // The standard library's own search would bring its regular expressions with it.
    bytes.indices.contains { bytes[$0...].starts(with: other.bytes) } || other.bytes.isEmpty
  }
}
