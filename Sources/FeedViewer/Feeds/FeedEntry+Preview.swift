extension FeedEntry {
  /// The first characters of the body on one line.
  ///
  /// White space, line feeds included, is collapsed. A longer body is cut at the end of a word (or in a word
  /// that is longer than the limit) and closed with "…".
  /// - Parameter maximumLength: The greatest number of characters, the ellipsis included; 1 or more.
  /// - Complexity: O(`maximumLength`), however long the body is, apart from runs of white space.
  public func preview(maximumLength: Int) -> String {
    precondition(maximumLength > 0, "A preview needs room for at least one character.")
    guard var body else { return "" }
    return body.withUTF8 { SimplePreview.text(of: $0, maximumLength: maximumLength) }
      ?? Self.preview(of: body, maximumLength: maximumLength)
  }

  /// The preview of any text, by Swift's characters.
  static func preview(of body: String, maximumLength: Int) -> String {
    var result = ""
    var length = 0
    // The last end of a word that leaves room for the ellipsis.
    var wordEnd: String.Index?
    var spaceIsPending = false
    for character in body {
      if isSpace(character) {
        if length > 0 && !spaceIsPending {
          spaceIsPending = true
          if length < maximumLength { wordEnd = result.endIndex }
        }
        continue
      }
      if length + (spaceIsPending ? 2 : 1) > maximumLength {
        return (wordEnd.map { result[..<$0] } ?? result.prefix(maximumLength - 1)) + "…"
      }
      if spaceIsPending {
        result.append(" ")
        length += 1
        spaceIsPending = false
      }
      result.append(character)
      length += 1
    }
    return result
  }

  private static func isSpace(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    // Looking for the property in Unicode's tables takes longer than all the rest.
    if scalar.value < 0x1680 {
      return scalar.value == 0x20 || scalar.value &- 0x09 < 5 || scalar.value == 0x85
    }
    return character.isWhitespace
  }
}

/// The preview of a text in which every scalar is a character: the same as with Swift's characters, many times faster.
enum SimplePreview {
  /// Nil if the text has scalars that may combine to characters.
  static func text(of bytes: UnsafeBufferPointer<UInt8>, maximumLength limit: Int) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: min(bytes.count, 3 * limit) + 4) { output in
      guard let count = write(bytes, to: output, limit) else { return nil }
      return UnsafeBufferPointer(rebasing: output[..<count]).string
    }
  }

  private static func write(
    _ bytes: UnsafeBufferPointer<UInt8>, to output: UnsafeMutableBufferPointer<UInt8>, _ limit: Int
  ) -> Int? {
    var count = 0
    var length = 0
    var position = 0
    var wordEnd: Int?
    // As many characters as leave room for the ellipsis.
    var lastButOne = 0
    var spaceIsPending = false
    while position < bytes.count {
      if isSpace(bytes[position]) {
        position += 1
        if length > 0, !spaceIsPending {
          spaceIsPending = true
          if length < limit { wordEnd = count }
        }
        continue
      }
      // Looked at before the limit: a mark would belong to the character before it.
      let size = size(ofSimpleScalarAt: bytes, position)
      guard size > 0 else { return nil }
      if length + (spaceIsPending ? 2 : 1) > limit {
        count = wordEnd ?? lastButOne
        (output[count], output[count + 1], output[count + 2]) = (0xE2, 0x80, 0xA6)
        return count + 3
      }
      if spaceIsPending {
        output[count] = 0x20
        count += 1
        length += 1
        spaceIsPending = false
      }
      if length == limit - 1 { lastButOne = count }
      for index in 0..<size { output[count + index] = bytes[position + index] }
      count += size
      length += 1
      position += size
    }
    return count
  }

  /// What Swift takes for white space in ASCII.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

  /// The bytes of a scalar that is a character, whatever simple ones stand beside it: letters and marks of
  /// punctuation that have no part in the rules of Unicode Standard Annex 29, section 3.1. 0 for others.
  private static func size(ofSimpleScalarAt bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
    let first = bytes[index]
    if first < 0x80 { return first >= 0x20 && first != 0x7F ? 1 : 0 }
    if first < 0xE0 {
      let scalar = UInt32(first & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)
      switch scalar {
      // Latin, Greek, Cyrillic, Hebrew and Arabic letters, without the soft hyphen, signs that may be emoji, and marks.
      case 0xA0...0xA8, 0xAA...0xAC, 0xAF...0x2FF, 0x370...0x373, 0x386...0x482, 0x48A...0x52F, 0x5D0...0x5EA,
        0x620...0x64A:
        return 2
      default: return 0
      }
    }
    guard first < 0xF0 else { return 0 }
    let scalar =
      UInt32(first & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6 | UInt32(bytes[index + 2] & 0x3F)
    switch scalar {
    // Dashes and quotation marks, kana, ideographs, Hangul syllables, full-width forms.
    case 0x2010...0x2027, 0x3001...0x3029, 0x3041...0x3096, 0x309B...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
      0xFF01...0xFF9D:
      return 3
    default: return 0
    }
  }
}
