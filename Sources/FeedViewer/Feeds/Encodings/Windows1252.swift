/// The characters of windows-1252 that differ from Latin-1.
enum Windows1252 {
  private static let upper: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
    0x8D,
    0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161,
    0x203A,
    0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// The byte of a character that Latin-1 does not have; nil if windows-1252 does not have it either.
  static func byte(of scalar: UInt32) -> UInt8? {
    scalar < 0x100 ? nil : upper.firstIndex { $0 == scalar }.map { UInt8($0 + 0x80) }
  }

  static func scalar(of byte: UInt8) -> UInt32 {
    (0x80..<0xA0).contains(byte) ? UInt32(upper[Int(byte) - 0x80]) : UInt32(byte)
  }
}
