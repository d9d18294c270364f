import CGtk

/// Makes the bytes by which a title is compared.
enum TitleFolding {
  /// What ASCII characters count as; 0 for those that do not count. A number has its own rule.
  private static let letters: [UInt8] = (0..<128).map { byte -> UInt8 in
    switch UInt8(byte) {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt8(byte) | 0x20
    case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x20: UInt8(byte)
    default: 0
    }
  }

  /// The most bytes that a title of some length is compared by: a number has one more, and a letter at most twice as many.
  static func maximumLength(of length: Int) -> Int { 2 * length }

  /// - Parameters:
  ///   - title: Valid UTF-8.
  ///   - bytes: Room for the longest result. None of the bytes is 0.
  /// - Returns: The number of bytes.
  static func fold(_ title: UnsafeBufferPointer<UInt8>, into bytes: UnsafeMutablePointer<UInt8>) -> Int {
    letters.withUnsafeBufferPointer { letters in
      var (place, end) = (0, 0)
      while place < title.count {
        let byte = title[place]
        if byte >= 0x80 {
          place = foldCharacter(title, from: place, into: bytes, &end)
        } else if isDigit(byte) {
          place = foldNumber(title, from: place, into: bytes, &end)
        } else {
          place += 1
          let letter = letters[Int(byte)]
          // Spaces separate words.
          guard letter != 0, letter != 0x20 || end > 0 && bytes[end - 1] != 0x20 else { continue }
          bytes[end] = letter
          end += 1
        }
      }
      return end
    }
  }

  /// The most digits that are told apart by their count.
  private static let digitLimit = 30

  /// Whether a byte of a key is the first one of a number.
  static func beginsNumber(_ byte: UInt8) -> Bool { Int(byte &- UInt8(ascii: "0")) <= digitLimit }

  /// Appends a number so that longer ones come later: the count of its digits, then the digits.
  private static func foldNumber(
    _ title: UnsafeBufferPointer<UInt8>, from start: Int, into bytes: UnsafeMutablePointer<UInt8>,
    _ end: inout Int
  ) -> Int {
    var first = start
    while first < title.count, title[first] == UInt8(ascii: "0") { first += 1 }
    var last = first
    while last < title.count, isDigit(title[last]) { last += 1 }
    // Above the space and below all letters.
    bytes[end] = UInt8(ascii: "0") + UInt8(min(last - first, digitLimit))
    end += 1
    for place in first..<last {
      bytes[end] = title[place]
      end += 1
    }
    return last
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Appends the base letter of a character that is not ASCII, in lower case; marks do not count.
  private static func foldCharacter(
    _ title: UnsafeBufferPointer<UInt8>, from start: Int, into bytes: UnsafeMutablePointer<UInt8>,
    _ end: inout Int
  ) -> Int {
    // Strings are valid UTF-8 (Unicode, section 3.9, table 3-6).
    let length = title[start] < 0xE0 ? 2 : title[start] < 0xF0 ? 3 : 4
    let next = start + length
    var value = UInt32(title[start]) & (0xFF >> UInt32(length + 1))
    for place in start + 1..<next { value = value << 6 | UInt32(title[place] & 0x3F) }
    var base: gunichar = value
    // The parts of a Hangul syllable are letters (Unicode, section 3.12).
    if !(0xAC00...0xD7A3).contains(value) { g_unichar_fully_decompose(value, 0, &base, 1) }
    let type = g_unichar_type(base)
    let isMark =
      type == G_UNICODE_NON_SPACING_MARK || type == G_UNICODE_ENCLOSING_MARK || type == G_UNICODE_FORMAT
    guard !isMark, g_unichar_ispunct(base) == 0, let letter = Unicode.Scalar(g_unichar_tolower(base)),
      let encoded = UTF8.encode(letter)
    else { return next }
    for byte in encoded {
      bytes[end] = byte
      end += 1
    }
    return next
  }
}
