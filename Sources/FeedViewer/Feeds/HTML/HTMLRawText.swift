import Glibc

/// The pieces of an element without markup whose text is shown: `textarea`, in which references are decoded, `xmp` and
/// `plaintext` (HTML Living Standard, section 13.1.2), and of a CDATA section.
struct HTMLRawText {
  enum Piece {
    /// Neither white space nor references.
    case text(UnsafeBufferPointer<UInt8>)
    case space(UInt8)
    /// An ampersand at the position, which stays there until the caller moves it.
    case reference
  }

  var position: UnsafePointer<UInt8>
  /// The end of the text.
  let end: UnsafePointer<UInt8>
  /// The position after the element or section.
  let nextTag: UnsafePointer<UInt8>
  private let hasReferences: Bool

  /// - Complexity: O(length of the element).
  init(of tag: HTMLTag, before limit: UnsafePointer<UInt8>) {
    let (content, next) = HTMLSkipper.rawText(of: tag, before: limit)
    position = tag.end
    end = tag.end + content.count
    nextTag = next
    hasReferences = HTMLElement.named(tag.name) == .textArea
    // The line feed after the start tag is no part of the text.
    if position < end, position.pointee == 0x0D { position += 1 }
    if position < end, position.pointee == 0x0A { position += 1 }
  }

  private static let endOfCharacterData = Array("]]>".utf8)

  /// A CDATA section, which only drawings and formulas have: elsewhere it is a comment (sections 13.2.5.42 and 13.2.5.69). Nil if
  /// there is none.
  ///
  /// - Complexity: O(length of the section).
  init?(characterDataAt start: UnsafePointer<UInt8>, before limit: UnsafePointer<UInt8>) {
    let opening: StaticString = "<![CDATA["
    let length = opening.utf8CodeUnitCount
    guard limit - start >= length, memcmp(start, opening.utf8Start, length) == 0 else { return nil }
    position = start + length
    let count = limit - position
    let found = MarkerSearch.place(
      of: Self.endOfCharacterData, from: 0, before: count, in: position, count)
    end = position + (found ?? count)
    nextTag = found == nil ? limit : end + Self.endOfCharacterData.count
    hasReferences = false
  }

  /// The next piece; nil at the end. Control characters are left out.
  mutating func next() -> Piece? {
    while position < end {
      let byte = position.pointee
      if byte == 0x26, hasReferences { return .reference }
      let start = position
      position += 1
      guard byte <= 0x20 else {
        while position < end, position.pointee > 0x20, position.pointee != 0x26 || !hasReferences {
          position += 1
        }
        return .text(UnsafeBufferPointer(start: start, count: position - start))
      }
      if ASCII.isSpace(byte) { return .space(byte) }
    }
    return nil
  }
}
