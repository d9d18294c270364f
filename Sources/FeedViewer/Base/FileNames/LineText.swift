/// Texts of any length and content, such as names, keys and arguments of others, as a part of one line.
public enum LineText {
  /// The text with every control character, line feed and line separator replaced by U+FFFD: in a log, where each line is a
  /// message.
  ///
  /// - Parameter limit: The most scalars shown; longer text loses its middle.
  /// - Complexity: O(`limit`).
  public static func plain(_ text: String, limit: Int = 200) -> String {
    shortened(text, limit: limit) { breaksLine($0) ? "\u{FFFD}" : nil }
  }

  /// The text with some characters replaced.
  ///
  /// - Parameters:
  ///   - limit: The most scalars shown; longer text loses its middle.
  ///   - escape: What is shown instead of a character; nil for itself.
  /// - Complexity: O(`limit`).
  public static func shortened(
    _ text: String, limit: Int, escape: (Unicode.Scalar) -> String?
  ) -> String {
    let scalars = text.unicodeScalars
    func visible(_ part: some Sequence<Unicode.Scalar>) -> String {
      part.map { escape($0) ?? String($0) }.joined()
    }
    let head = scalars.prefix(limit)
    if head.endIndex == scalars.endIndex { return visible(head) }
    return visible(head.prefix(limit * 2 / 3)) + "…" + visible(scalars.suffix(limit / 3))
  }

  private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }
}
