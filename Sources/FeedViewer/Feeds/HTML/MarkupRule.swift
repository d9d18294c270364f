/// Decides whether text that may be plain or HTML is HTML (formats.md, section 5).
enum MarkupRule {
  /// For titles: HTML if the text has a closing tag or a known character reference, and all its tags are HTML
  /// elements. `2 < 3`, `AT&T` and `<code>` alone are plain text. O(length).
  static func isTitleHTML(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard isBodyHTML(text), let base = text.baseAddress else { return false }
    let end = base + text.count
    var position = base
    var hasEvidence = false
    while position < end {
      if position.pointee == 0x26 {
        if case .character = CharacterReferences.find(at: position, before: end) { hasEvidence = true }
      } else if position.pointee == 0x3C, position + 1 < end {
        let isEnd = position[1] == 0x2F
        let start = isEnd ? position + 2 : position + 1
        var stop = start
        while stop < end, ASCII.isLetter(stop.pointee) || ASCII.isDigit(stop.pointee) { stop += 1 }
        if stop > start, ASCII.isLetter(start.pointee) {
          let name = UnsafeBufferPointer(start: start, count: stop - start)
          let isTag =
            stop < end && (stop.pointee == 0x3E || stop.pointee == 0x2F || ASCII.isSpace(stop.pointee))
          guard isTag, HTMLElement.isKnown(name) else { return false }
          if isEnd { hasEvidence = true }
        }
      }
      position += 1
    }
    return hasEvidence
  }

  /// For bodies: HTML if the text contains `<` or `&`. O(length).
  static func isBodyHTML(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    ByteBlock.holds(0x3C, or: 0x26, text)
  }
}
