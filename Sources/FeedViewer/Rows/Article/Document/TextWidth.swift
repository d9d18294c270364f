/// How wide a text is, for estimates: a byte of UTF-8 is as wide as a Latin letter in few scripts only.
nonisolated struct TextWidth: Sendable {
  /// In bytes.
  private var length = 0
  /// In tenths of average Latin letters.
  private var width = 0

  /// The width of a byte in average Latin letters; 1 without text.
  var ofByte: Double { length == 0 ? 1 : Double(width) / 10 / Double(length) }

  /// Adds a text.
  ///
  /// - Complexity: O(length).
  mutating func add(_ text: some StringProtocol) {
    let measured: Void? = text.utf8.withContiguousStorageIfAvailable { add($0) }
    if measured == nil { add(Array(text.utf8)) }
  }

  private mutating func add(_ bytes: some Collection<UInt8>) {
    length += bytes.count
    var sum = 0
    for byte in bytes { sum += Self.tenths(ofByte: byte) }
    width += sum
  }

  /// The width of a character, by the first byte of its UTF-8; other bytes have none.
  private static func tenths(ofByte byte: UInt8) -> Int {
    switch byte {
    case 0x80..<0xC0: 0
    // Many characters of India and South-east Asia are marks above or below others.
    case 0xE0: 8
    // Chinese, Japanese and Korean.
    case 0xE3...0xED, 0xEF: 22
    case 0xF0...: 22
    default: 10
    }
  }
}
