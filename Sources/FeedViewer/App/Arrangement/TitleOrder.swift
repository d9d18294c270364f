import CGtk

/// The alphabetical order of titles, without regard to case, accents and leading punctuation; numbers inside titles are
/// compared by value.
nonisolated struct TitleOrder {
  /// The indices of the titles in order; equal titles keep theirs.
  let order: [Int]

  private struct Key {
    /// The first eight bytes, which decide nearly all comparisons.
    let prefix: UInt64
    let start: Int32
    let end: Int32
    let index: Int32
  }

  /// - Complexity: O(b) for the b bytes of all titles, and O(n log n) comparisons of n titles.
  init(_ titles: [String]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(titles.reduce(0) { $0 + $1.utf8.count })
    var keys: [Key] = []
    keys.reserveCapacity(titles.count)
    for (index, title) in titles.enumerated() {
      let start = bytes.count
      Self.append(title, to: &bytes)
      var prefix: UInt64 = 0
      for place in 0..<8 {
        prefix = prefix << 8 | (start + place < bytes.count ? UInt64(bytes[start + place]) : 0)
      }
      keys.append(Key(prefix: prefix, start: Int32(start), end: Int32(bytes.count), index: Int32(index)))
    }
    bytes.withUnsafeBufferPointer { bytes in
      keys.sort { a, b in
        if a.prefix != b.prefix { return a.prefix < b.prefix }
        return Self.isLess(a, b, bytes)
      }
    }
    order = keys.map { Int($0.index) }
  }

  private static func isLess(_ a: Key, _ b: Key, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let (first, second) = (Int(a.end - a.start), Int(b.end - b.start))
    let shared = min(first, second)
    if shared > 8, let base = bytes.baseAddress {
      let difference = memcmp(base + Int(a.start) + 8, base + Int(b.start) + 8, shared - 8)
      if difference != 0 { return difference < 0 }
    }
    return first != second ? first < second : a.index < b.index
  }

  /// Appends the bytes by which a title is compared.
  private static func append(_ title: String, to bytes: inout [UInt8]) {
    let start = bytes.count
    var title = title
    title.withUTF8 { utf8 in
      var place = 0
      while place < utf8.count {
        let byte = utf8[place]
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): place = appendNumber(utf8, from: place, to: &bytes)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"):
          bytes.append(byte | 0x20)
          place += 1
        case UInt8(ascii: "a")...UInt8(ascii: "z"):
          bytes.append(byte)
          place += 1
        case ..<0x80:
          // Spaces separate words, other signs do not count.
          if byte == 0x20, bytes.count > start, bytes[bytes.count - 1] != 0x20 { bytes.append(0x20) }
          place += 1
        default: place = appendFolded(utf8, from: place, to: &bytes)
        }
      }
    }
  }

  /// Appends a number so that longer ones come later: the count of its digits, then the digits.
  private static func appendNumber(
    _ utf8: UnsafeBufferPointer<UInt8>, from start: Int, to bytes: inout [UInt8]
  ) -> Int {
    var first = start
    while first < utf8.count, utf8[first] == UInt8(ascii: "0") { first += 1 }
    var end = first
    while end < utf8.count, isDigit(utf8[end]) { end += 1 }
    // Above the space and below all letters.
    bytes.append(UInt8(ascii: "0") + UInt8(min(end - first, 30)))
    bytes.append(contentsOf: utf8[first..<end])
    return end
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Appends the base letter of a character that is not ASCII, in lower case; marks do not count.
  private static func appendFolded(
    _ utf8: UnsafeBufferPointer<UInt8>, from start: Int, to bytes: inout [UInt8]
  ) -> Int {
    var end = start + 1
    while end < utf8.count, utf8[end] & 0xC0 == 0x80 { end += 1 }
    guard let scalar = String(decoding: utf8[start..<end], as: UTF8.self).unicodeScalars.first else { return end }
    var base: gunichar = 0
    g_unichar_fully_decompose(scalar.value, 0, &base, 1)
    let type = g_unichar_type(base)
    let isMark =
      type == G_UNICODE_NON_SPACING_MARK || type == G_UNICODE_ENCLOSING_MARK || type == G_UNICODE_FORMAT
    guard !isMark, g_unichar_ispunct(base) == 0, let letter = Unicode.Scalar(g_unichar_tolower(base)) else {
      return end
    }
    bytes.append(contentsOf: Character(letter).utf8)
    return end
  }
}
