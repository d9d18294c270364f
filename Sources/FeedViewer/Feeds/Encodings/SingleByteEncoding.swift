import Glibc

/// An encoding in which every byte is a character, and those below 128 are ASCII: windows-125x, ISO 8859, KOI8 and
/// their like.
struct SingleByteEncoding: Sendable {
  /// As iconv calls it.
  let name: String
  /// What the bytes from 128 on stand for; U+FFFD for those that stand for nothing.
  private let upper: [UInt32]

  /// As the web reads it: 81, 8D, 8F, 90 and 9D are control characters, not errors.
  static let windows1252 = SingleByteEncoding(
    name: "WINDOWS-1252", upper: (0x80...0xFF).map { Windows1252.scalar(of: $0) })

  private init(name: String, upper: [UInt32]) {
    self.name = name
    self.upper = upper
  }

  /// - Parameter name: A name that iconv knows; `nil` if the encoding is of another kind.
  init?(_ name: String) {
    if name == SingleByteEncoding.windows1252.name {
      self = .windows1252
      return
    }
    guard let converter = iconv_open("UTF-32LE", name), converter != iconv_t(bitPattern: -1) else {
      return nil
    }
    defer { iconv_close(converter) }
    var upper: [UInt32] = []
    for byte in UInt8.min...UInt8.max {
      let scalar = SingleByteEncoding.scalar(of: byte, converter)
      if byte < 0x80 {
        guard scalar == UInt32(byte) else { return nil }
      } else {
        guard let scalar else { return nil }
        upper.append(scalar)
      }
    }
    // Encodings that write everything with bytes below 128.
    guard upper.contains(where: { $0 != 0xFFFD }) else { return nil }
    self.init(name: name, upper: upper)
  }

  /// What a byte alone stands for: U+FFFD if nothing, `nil` if more bytes must follow or several characters come of it.
  private static func scalar(of byte: UInt8, _ converter: iconv_t) -> UInt32? {
    var input = CChar(bitPattern: byte)
    var result: UInt32 = 0
    return withUnsafeMutablePointer(to: &input) { input in
      withUnsafeMutableBytes(of: &result) { output in
        var source: UnsafeMutablePointer<CChar>? = input
        var target = output.baseAddress?.assumingMemoryBound(to: CChar.self)
        var left = 1
        var room = output.count
        // Back to the state at the beginning of a text.
        iconv(converter, nil, nil, nil, nil)
        if iconv(converter, &source, &left, &target, &room) == -1 { return errno == EILSEQ ? 0xFFFD : nil }
        return room == 0 ? output.load(as: UInt32.self).littleEndian : nil
      }
    }
  }

  /// The character that a byte stands for.
  func scalar(of byte: UInt8) -> UInt32 { byte < 0x80 ? UInt32(byte) : upper[Int(byte) - 0x80] }
}
