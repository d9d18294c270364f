extension String {
  /// The part of the text in a range of its UTF-8, in bytes, at character boundaries.
  nonisolated func part(bytes: Range<Int>) -> Substring {
    let start = utf8.index(startIndex, offsetBy: bytes.lowerBound)
    return self[start..<utf8.index(start, offsetBy: bytes.count)]
  }

  /// The start of the character that a byte of the UTF-8 belongs to; the end of the text for a byte beyond it.
  nonisolated func characterStart(atOrBefore byte: Int) -> Int {
    guard byte < utf8.count else { return utf8.count }
    var index = utf8.index(startIndex, offsetBy: byte)
    var start = byte
    while utf8[index] & 0xC0 == 0x80 {
      utf8.formIndex(before: &index)
      start -= 1
    }
    return start
  }
}
