import Glibc

/// A single-byte encoding whose lower half is ASCII: windows-125x, ISO 8859, KOI8 and the like.
struct SingleByteEncoding: Sendable {
  /// The name that iconv uses.
  let name: String
  /// The characters of bytes 128 to 255; U+FFFD for unassigned ones.
  private let upper: [PackedUTF8]

  /// As web browsers decode it: 81, 8D, 8F, 90 and 9D are control characters, not errors.
  static let windows1252 = SingleByteEncoding(
    name: "WINDOWS-1252", upper: (0x80...0xFF).map { PackedUTF8(Windows1252.scalar(of: $0)) })

  private init(name: String, upper: [PackedUTF8]) {
    self.name = name
    self.upper = upper
  }

  /// - Parameter name: A name that iconv knows. The result is `nil` for encodings that are not of this kind.
  init?(_ name: String) {
    if name == SingleByteEncoding.windows1252.name {
      self = .windows1252
      return
    }
    guard let converter = iconv_open("UTF-32LE", name), converter != iconv_t(bitPattern: -1) else {
      return nil
    }
    defer { iconv_close(converter) }
    var upper: [PackedUTF8] = []
    for byte in UInt8.min...UInt8.max {
      let scalar = SingleByteEncoding.scalar(of: byte, converter)
      if byte < 0x80 {
        guard scalar == UInt32(byte) else { return nil }
      } else {
        guard let scalar else { return nil }
        upper.append(PackedUTF8(scalar))
      }
    }
    // Encodings such as UTF-7 use only bytes below 128.
    guard upper.contains(where: { $0 != PackedUTF8(0xFFFD) }) else { return nil }
    self.init(name: name, upper: upper)
  }

  /// The character of a single byte: U+FFFD if it is unassigned, `nil` if it starts a sequence or yields several
  /// characters.
  private static func scalar(of byte: UInt8, _ converter: iconv_t) -> UInt32? {
    var input = CChar(bitPattern: byte)
    var result: UInt32 = 0
    return withUnsafeMutablePointer(to: &input) { input in
      withUnsafeMutableBytes(of: &result) { output in
        var source: UnsafeMutablePointer<CChar>? = input
        var target = output.baseAddress?.assumingMemoryBound(to: CChar.self)
        var left = 1
        var room = output.count
        // Resets the conversion state.
        iconv(converter, nil, nil, nil, nil)
        if iconv(converter, &source, &left, &target, &room) == -1 { return errno == EILSEQ ? 0xFFFD : nil }
        return room == 0 ? output.load(as: UInt32.self).littleEndian : nil
      }
    }
  }

  /// The character that `byte` encodes.
  func character(of byte: UInt8) -> PackedUTF8 {
    byte < 0x80 ? PackedUTF8(bytes: UInt64(byte), length: 1) : upper[Int(byte) - 0x80]
  }
}
