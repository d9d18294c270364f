/// Language tags such as `en-US` (RFC 5646).
enum LanguageTag {
  /// Longer texts are not tags, and would be copied into every entry that inherits them.
  private static let longest = 64

  /// The text if it may be a language tag, else `nil`.
  static func read(_ text: String?) -> String? {
    guard let text, !text.isEmpty, text.utf8.count <= longest else { return nil }
    return text
  }

  /// The tag with `_` replaced by `-`.
  static func normalized(_ text: String?) -> String? {
    read(text).map { $0.utf8.contains(0x5F) ? $0.hyphenated : $0 }
  }
}

extension String {
  /// The text with `_` replaced by `-`.
  var hyphenated: String { String(map { $0 == "_" ? "-" : $0 }) }
}
