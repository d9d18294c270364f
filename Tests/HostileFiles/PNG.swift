/// Pictures that are much larger than their files.
package enum PNG {
  /// A black square with one bit per pixel.
  package static func black(side: Int) -> [UInt8] { square(side: side, colorType: 0, palette: []) }

  /// A square of one colour with one bit per pixel.
  static func square(side: Int, red: UInt8, green: UInt8, blue: UInt8) -> [UInt8] {
    square(side: side, colorType: 3, palette: chunk("PLTE", [red, green, blue]))
  }

  private static func square(side: Int, colorType: UInt8, palette: [UInt8]) -> [UInt8] {
    let header = bytes(of: UInt32(side)) + bytes(of: UInt32(side)) + [1, colorType, 0, 0, 0]
    // Each row starts with its filter type, 0.
    let rows = Deflate.zlib(zeros: side * ((side + 7) / 8 + 1))
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + palette
      + chunk("IDAT", rows) + chunk("IEND", [])
  }

  private static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(kind.utf8) + content
    var checksum = Checksum()
    for byte in body { checksum.add(byte) }
    return bytes(of: UInt32(content.count)) + body + bytes(of: checksum.value)
  }

  private static func bytes(of number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xFF) }
  }
}

/// Compressed zeros (RFC 1950 to 1952), in blocks with fixed Huffman codes.
enum Deflate {
  static func zlib(zeros count: Int) -> [UInt8] {
    // The Adler-32 checksum of zeros: 1 and its running sum.
    let sum = UInt32(count % 65_521) << 16 | 1
    return [0x78, 0x01] + blocks(zeros: count) + (0..<4).map { UInt8(sum >> (24 - 8 * $0) & 0xFF) }
  }

  static func gzip(zeros count: Int) -> [UInt8] {
    let checksum = Checksum.ofZeros(count)
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + blocks(zeros: count)
      + [checksum, UInt32(truncatingIfNeeded: count)].flatMap { number in
        (0..<4).map { UInt8(number >> (8 * $0) & 0xFF) }
      }
  }

  private static func blocks(zeros count: Int) -> [UInt8] {
    var bits = BitWriter()
    bits.write(0b011, count: 3)
    // A literal 0 is 00110000, a match of 258 bytes is 11000101, the distance 1 is 00000.
    bits.writeCode(0b0011_0000, count: 8)
    var rest = count - 1
    while rest >= 258 {
      bits.write(0b1010_0011, count: 13)
      rest -= 258
    }
    for _ in 0..<rest { bits.writeCode(0b0011_0000, count: 8) }
    bits.writeCode(0, count: 7)
    return bits.finished()
  }

  private struct BitWriter {
    private var bytes: [UInt8] = []
    private var pending: UInt32 = 0
    private var pendingCount = 0

    /// Least significant bit first.
    mutating func write(_ value: UInt32, count: Int) {
      pending |= value << pendingCount
      pendingCount += count
      while pendingCount >= 8 {
        bytes.append(UInt8(pending & 0xFF))
        pending >>= 8
        pendingCount -= 8
      }
    }

    /// Huffman codes start with their most significant bit.
    mutating func writeCode(_ code: UInt32, count: Int) {
      var reversed: UInt32 = 0
      for bit in 0..<count where code >> bit & 1 == 1 { reversed |= 1 << (count - 1 - bit) }
      write(reversed, count: count)
    }

    func finished() -> [UInt8] { pendingCount == 0 ? bytes : bytes + [UInt8(pending)] }
  }
}

/// CRC-32 (ISO 3309).
struct Checksum {
  private(set) var register: UInt32 = 0xFFFF_FFFF

  var value: UInt32 { ~register }

  mutating func add(_ byte: UInt8) {
    register = register >> 8 ^ Self.table[Int(UInt8(truncatingIfNeeded: register) ^ byte)]
  }

  /// A zero changes each bit of the register independently of the others, and so do two, four, and so on.
  static func ofZeros(_ count: Int) -> UInt32 {
    func applied(_ map: [UInt32], to register: UInt32) -> UInt32 {
      map.indices.reduce(0) { register >> UInt32($1) & 1 == 1 ? $0 ^ map[$1] : $0 }
    }
    var checksum = Checksum()
    var map = (0..<32).map { bit in
      var single = Checksum(register: 1 << UInt32(bit))
      single.add(0)
      return single.register
    }
    for bit in 0..<Int.bitWidth where count >> bit != 0 {
      if count >> bit & 1 == 1 { checksum.register = applied(map, to: checksum.register) }
      map = map.map { applied(map, to: $0) }
    }
    return checksum.value
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }
}
