/// Extends ranges of a text to whole characters (extended grapheme clusters), from its beginning to its end.
///
/// Begins at places between two ASCII characters, which are boundaries, and reads each part of the text once: the work
/// is linear even for a text that is one character.
struct CharacterBoundaries {
  private let text: String
  /// A boundary before everything that is still asked for.
  private var boundary = 0

  /// - Parameter text: With contiguous UTF-8.
  init(_ text: String) { self.text = text }

  /// The characters that a range of bytes touches. The ranges of successive calls begin in ascending order.
  mutating func characters(touching range: Range<Int>) -> Range<Int> {
    let lower = start(ofCharacterAt: range.lowerBound)
    guard range.upperBound > range.lowerBound else { return lower..<lower }
    let last = start(ofCharacterAt: max(range.upperBound - 1, lower))
    return lower..<end(ofCharacterFrom: last)
  }

  private mutating func start(ofCharacterAt offset: Int) -> Int {
    boundary = max(boundary, plainBoundary(before: offset))
    while boundary < offset {
      let end = end(ofCharacterFrom: boundary)
      if end > offset { break }
      boundary = end
    }
    return boundary
  }

  /// The last place between two ASCII characters, other than CR LF, that is not after `offset`; at least `boundary`.
  private func plainBoundary(before offset: Int) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      var place = min(offset, bytes.count)
      while place > boundary {
        if place < bytes.count, bytes[place] < 0x80, bytes[place - 1] < 0x80, bytes[place] != 0x0A {
          return place
        }
        place -= 1
      }
      return boundary
    }
  }

  private func end(ofCharacterFrom start: Int) -> Int {
    let utf8 = text.utf8
    let index = utf8.index(utf8.startIndex, offsetBy: start)
    guard index < utf8.endIndex else { return start }
    return utf8.distance(from: utf8.startIndex, to: text.index(after: index))
  }
}
