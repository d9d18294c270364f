import CGtk

/// The bytes by which consecutive titles are compared.
final class TitleKeyTexts: @unchecked Sendable {
  /// The bytes of all keys. A buffer that is full stays where it is, because keys point into it.
  private var buffers: [UnsafeMutablePointer<UInt8>] = []
  private var buffer: UnsafeMutablePointer<UInt8>
  private var end = 0
  private var capacity = 1 << 19

  /// What ASCII characters count as; 0 for those that do not count. A number has its own rule.
  private static let letters: [UInt8] = (0..<128).map { byte -> UInt8 in
    switch UInt8(byte) {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt8(byte) | 0x20
    case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x20: UInt8(byte)
    default: 0
    }
  }

  /// - Parameters:
  ///   - range: The indices of the titles.
  ///   - keys: As many keys, which are set and sorted.
  ///   - withTitle: As in `TitleOrder`.
  init(
    _ range: Range<Int>, into keys: Slice<UnsafeMutableBufferPointer<TitleKey>>,
    _ withTitle: (Int, (UnsafeBufferPointer<UInt8>) -> Void) -> Void?
  ) {
    buffer = .allocate(capacity: capacity)
    buffers.append(buffer)
    var keys = UnsafeMutableBufferPointer(rebasing: keys)
    Self.letters.withUnsafeBufferPointer { letters in
      for index in range {
        var start = end
        _ = withTitle(index) { title in
          reserve(title.count)
          start = end
          append(title, letters)
        }
        var prefix: UInt64 = 0
        for place in 0..<8 {
          prefix = prefix << 8 | (start + place < end ? UInt64(buffer[start + place]) : 0)
        }
        keys.initializeElement(
          at: index - range.lowerBound,
          to: TitleKey(prefix: prefix, bytes: buffer + start, count: Int32(end - start), index: Int32(index)))
      }
    }
    keys.sort { $0.precedes($1) }
  }

  deinit { for buffer in buffers { buffer.deallocate() } }

  /// Makes room for the key of a title.
  private func reserve(_ length: Int) {
    // A number has one byte more, and a decomposed letter at most as many as before.
    let needed = 2 * length + 8
    guard end + needed > capacity else { return }
    capacity = max(capacity, needed)
    buffer = .allocate(capacity: capacity)
    buffers.append(buffer)
    end = 0
  }

  /// Appends the bytes by which a title is compared.
  private func append(_ utf8: UnsafeBufferPointer<UInt8>, _ letters: UnsafeBufferPointer<UInt8>) {
    let start = end
    var place = 0
    while place < utf8.count {
      let byte = utf8[place]
      if byte >= 0x80 {
        place = appendFolded(utf8, from: place)
      } else if Self.isDigit(byte) {
        place = appendNumber(utf8, from: place)
      } else {
        place += 1
        let letter = letters[Int(byte)]
        // Spaces separate words.
        guard letter != 0, letter != 0x20 || end > start && buffer[end - 1] != 0x20 else { continue }
        buffer[end] = letter
        end += 1
      }
    }
  }

  /// Appends a number so that longer ones come later: the count of its digits, then the digits.
  private func appendNumber(_ utf8: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var first = start
    while first < utf8.count, utf8[first] == UInt8(ascii: "0") { first += 1 }
    var last = first
    while last < utf8.count, Self.isDigit(utf8[last]) { last += 1 }
    // Above the space and below all letters.
    buffer[end] = UInt8(ascii: "0") + UInt8(min(last - first, 30))
    end += 1
    for place in first..<last {
      buffer[end] = utf8[place]
      end += 1
    }
    return last
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Appends the base letter of a character that is not ASCII, in lower case; marks do not count.
  private func appendFolded(_ utf8: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    // Strings are valid UTF-8 (Unicode, section 3.9, table 3-6).
    let length = utf8[start] < 0xE0 ? 2 : utf8[start] < 0xF0 ? 3 : 4
    let next = start + length
    var value = UInt32(utf8[start]) & (0xFF >> UInt32(length + 1))
    for place in start + 1..<next { value = value << 6 | UInt32(utf8[place] & 0x3F) }
    var base: gunichar = 0
    g_unichar_fully_decompose(value, 0, &base, 1)
    let type = g_unichar_type(base)
    let isMark =
      type == G_UNICODE_NON_SPACING_MARK || type == G_UNICODE_ENCLOSING_MARK || type == G_UNICODE_FORMAT
    guard !isMark, g_unichar_ispunct(base) == 0, let letter = Unicode.Scalar(g_unichar_tolower(base)),
      let encoded = UTF8.encode(letter)
    else { return next }
    for byte in encoded {
      buffer[end] = byte
      end += 1
    }
    return next
  }
}
