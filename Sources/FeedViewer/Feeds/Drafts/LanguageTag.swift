/// Language tags such as `en-US` (RFC 5646).
enum LanguageTag {
  /// No tag is longer. A text that is would stand in every entry that inherits it.
  private static let longest = 64

  /// A text that may be a tag; `nil` for what can't be one.
  static func read(_ text: String?) -> String? {
    guard let text, !text.isEmpty, text.utf8.count <= longest else { return nil }
    return text
  }

  /// The tag with `-` for `_`.
  static func normalized(_ text: String?) -> String? {
    read(text).map { $0.utf8.contains(0x5F) ? $0.replacing("_", with: "-") : $0 }
  }
}
