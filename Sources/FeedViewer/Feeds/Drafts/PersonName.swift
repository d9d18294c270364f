/// Extracts a person's name from the notations of feeds: `a@b.c (Name)`, `Name <a@b.c>`, `"Name" <a@b.c>`,
/// `mailto:a@b.c`.
enum PersonName {
  /// The name, or the address if there is no name; `nil` for an empty text.
  static func read(_ source: String) -> String? {
    var source = source
    let (isPlain, isTidy) = source.withUTF8 { (Self.isPlain($0), !hasWhiteSpaceToCollapse($0)) }
    if isPlain { return source }
    let text = isTidy ? source : tidied(source)
    guard !text.isEmpty else { return nil }
    guard text.utf8.contains(0x40) else { return text }
    if let found = split(text, open: "(", close: ")") {
      if found.inside.utf8.contains(0x40) { return clean(found.outside) ?? clean(found.inside) }
      if found.outside.utf8.contains(0x40) { return clean(found.inside) ?? clean(found.outside) }
    }
    if let found = split(text, open: "<", close: ">"), found.inside.utf8.contains(0x40) {
      return clean(found.outside) ?? clean(found.inside)
    }
    return clean(text)
  }

  /// Whether a text is a name as it is: words with single spaces between them, as nearly all are.
  static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    !text.isEmpty && !text.holds(0x40) && !hasWhiteSpaceToCollapse(text)
  }

  /// Joins words with single spaces. Works on scalar values, because a space can be part of a grapheme.
  private static func tidied(_ text: String) -> String {
    text.unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }.joined(separator: " ")
  }

  private static func hasWhiteSpaceToCollapse(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var previous: UInt8 = 0x20
    for byte in bytes {
      if ASCII.isSpace(byte), byte != 0x20 || previous == 0x20 { return true }
      previous = byte
    }
    return previous == 0x20 && !bytes.isEmpty
  }

  private static func split(
    _ text: String, open: Character, close: Character
  ) -> (outside: String, inside: String)? {
    guard let start = text.firstIndex(of: open), let end = text.lastIndex(of: close), start < end else {
      return nil
    }
    let outside = text[..<start] + text[text.index(after: end)...]
    // The part that is taken out may have had a space on both sides.
    return (tidied(String(outside)), String(text[text.index(after: start)..<end]))
  }

  /// The text without quotes, `mailto:` and surrounding space.
  private static func clean(_ text: String) -> String? {
    var part = text.trimmingSpaces
    if part.count > 1, part.hasPrefix("\""), part.hasSuffix("\"") {
      part = String(part.dropFirst().dropLast())
    }
    if part.prefix(7).lowercased() == "mailto:" { part = String(part.dropFirst(7)) }
    part = part.trimmingSpaces
    return part.isEmpty ? nil : part
  }
}
