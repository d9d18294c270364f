import Glibc

/// Detects incomplete markup at the end of a text that was cut off: the start of a tag or of a character reference.
enum TruncatedMarkup {
  /// Longer runs are text, not references.
  private static let longestReference = 33

  /// The length of the incomplete reference at the end of a text; 0 if there is none.
  static func openReference(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var index = text.count - 1
    while index >= max(0, text.count - longestReference) {
      let byte = text[index]
      if byte == 0x26 { return text.count - index }
      guard ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == 0x23 else { return 0 }
      index -= 1
    }
    return 0
  }

  /// HTML without an incomplete tag or reference, or an unclosed script or style sheet, at its end.
  /// - Complexity: O(length).
  static func withoutOpenMarkup(_ html: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var text = html
    if let start = text.lastIndex(of: 0x3C), !text[start...].contains(0x3E), beginsTag(text, at: start) {
      text = UnsafeBufferPointer(rebasing: text[..<start])
    }
    for name in ["script", "style"] as [StaticString] {
      if let start = openElement(name, in: text) { text = UnsafeBufferPointer(rebasing: text[..<start]) }
    }
    return UnsafeBufferPointer(rebasing: text[..<(text.count - openReference(text))])
  }

  private static func beginsTag(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    guard start + 1 < text.count else { return true }
    let next = text[start + 1]
    return ASCII.isLetter(next) || next == 0x2F || next == 0x21
  }

  /// The start of the last element with this name, if it is not closed.
  private static func openElement(_ name: StaticString, in text: UnsafeBufferPointer<UInt8>) -> Int? {
    for start in text.indices.reversed() where text[start] == 0x3C {
      let rest = UnsafeBufferPointer(rebasing: text[(start + 1)...])
      if rest.startsIgnoringCase(name) { return start }
      guard rest.first == 0x2F else { continue }
      if UnsafeBufferPointer(rebasing: rest[1...]).startsIgnoringCase(name) { return nil }
    }
    return nil
  }
}
