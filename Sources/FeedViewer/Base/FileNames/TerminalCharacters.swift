/// Finds the characters that terminals obey instead of showing them: control characters other than tab and line feed, and
/// the overrides, embeddings and isolates of text direction (U+202A to U+202E, U+2066 to U+2069).
///
/// Feeds, file names and arguments can contain them. Output that is redirected is read in a terminal later, so it is no
/// exception. The marks of direction (U+061C, U+200E, U+200F) reorder nothing but their neighbours; they are harmless, and
/// texts in right-to-left scripts need them.
public enum TerminalCharacters {
  /// The length in bytes of the first character if terminals obey it; nil if it is harmless.
  ///
  /// - Parameter bytes: Valid UTF-8 from any byte of a character on; at least one byte. The bytes that such a character
  ///   starts with are below 0x20, 0x7F, 0xC2 and 0xE2.
  public static func lengthOfObeyed(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    switch bytes[0] {
    case 0x09, 0x0A: nil
    case 0..<0x20, 0x7F: 1
    case 0xC2 where bytes.count > 1 && bytes[1] < 0xA0: 2
    case 0xE2 where bytes.count > 2:
      switch (bytes[1], bytes[2]) {
      case (0x80, 0xAA...0xAE), (0x81, 0xA6...0xA9): 3
      default: nil
      }
    default: nil
    }
  }

  /// The text with each of these characters replaced by U+FFFD. O(length).
  public static func replaced(in text: String) -> String {
    var text = text
    return text.withUTF8(replaced) ?? text
  }

  /// - Returns: nil if nothing is to be replaced.
  private static func replaced(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var result: [UInt8] = []
    var position = 0
    var copied = 0
    while position < bytes.count {
      guard let length = lengthOfObeyed(UnsafeBufferPointer(rebasing: bytes[position...])) else {
        position += 1
        continue
      }
      result += bytes[copied..<position]
      result += "\u{FFFD}".utf8
      position += length
      copied = position
    }
    return copied == 0 ? nil : String(decoding: result + bytes[copied...], as: UTF8.self)
  }
}
