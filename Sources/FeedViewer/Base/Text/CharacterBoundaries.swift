/// Extends ranges of a text to whole characters (extended grapheme clusters), from its beginning to its end.
///
/// Begins at places between two ASCII characters, which are boundaries, and reads each part of the text once: the work
/// is linear even for a text that is one character.
package struct CharacterBoundaries {
  /// The characters that ranges of a text touch.
  ///
  /// - Parameters:
  ///   - found: In bytes of the text's UTF-8, in the order of their beginnings.
  ///   - text: With contiguous UTF-8.
  /// - Returns: Ranges in the same order. Those that overlap are joined.
  /// - Complexity: O(length).
  package static func characters(touching found: [Range<Int>], in text: String) -> [Range<Int>] {
    var boundaries = CharacterBoundaries(text)
    var ranges: [Range<Int>] = []
    for range in found {
      guard let last = ranges.last, range.lowerBound < last.upperBound else {
        ranges.append(boundaries.characters(touching: range))
        continue
      }
      if range.upperBound > last.upperBound {
        let rest = boundaries.characters(touching: last.upperBound..<range.upperBound)
        ranges[ranges.count - 1] = last.lowerBound..<rest.upperBound
      }
    }
    return ranges
  }

  private let text: String
  /// A boundary before everything that is still asked for. As an index that a string made, it is known to be one; for any
  /// other index the string would look for its character again, back to the beginning of a run of flags.
  private var boundary: (index: String.Index, offset: Int)

  /// - Parameter text: With contiguous UTF-8.
  private init(_ text: String) {
    self.text = text
    boundary = (text.startIndex, 0)
  }

  /// The characters that a range of bytes touches. The ranges of successive calls begin in ascending order, and after the
  /// last character of the one before.
  private mutating func characters(touching range: Range<Int>) -> Range<Int> {
    advance(toCharacterAt: range.lowerBound)
    let lower = boundary.offset
    guard range.upperBound > range.lowerBound else { return lower..<lower }
    advance(toCharacterAt: max(range.upperBound - 1, lower))
    if let end = next() { boundary = end }
    return lower..<boundary.offset
  }

  private mutating func advance(toCharacterAt offset: Int) {
    skipToPlainBoundary(before: offset)
    while let end = next(), end.offset <= offset { boundary = end }
  }

  /// The boundary after the next character; nil at the end of the text.
  private func next() -> (index: String.Index, offset: Int)? {
    guard boundary.index < text.endIndex else { return nil }
    let index = text.index(after: boundary.index)
    return (index, boundary.offset + text.utf8.distance(from: boundary.index, to: index))
  }

  /// Goes to the last place between two ASCII characters, other than CR LF, that is not after `offset`.
  private mutating func skipToPlainBoundary(before offset: Int) {
    var text = text
    let first = boundary.offset
    let found = text.withUTF8 { bytes in
      var place = min(offset, bytes.count)
      while place > first {
        if place < bytes.count, bytes[place] < 0x80, bytes[place - 1] < 0x80, bytes[place] != 0x0A {
          return place
        }
        place -= 1
      }
      return first
    }
    guard found > first else { return }
    boundary = (self.text.utf8.index(self.text.startIndex, offsetBy: found), found)
  }
}
