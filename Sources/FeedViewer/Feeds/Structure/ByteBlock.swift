import Glibc

/// Sixteen bytes of a text, which are compared at once. The compiler vectorises operators on two vectors, on every processor.
struct ByteBlock {
  private typealias Bytes = SIMD16<UInt8>

  private let bytes: Bytes

  /// - Parameter start: Sixteen bytes must be readable.
  @inline(__always)
  init(at start: UnsafePointer<UInt8>) {
    bytes = UnsafeRawPointer(start).loadUnaligned(as: Bytes.self)
  }

  /// The index of the first `byte`; 16 if there is none.
  @inline(__always)
  func first(_ byte: UInt8) -> Int { Self.first(in: bytes .== Bytes(repeating: byte)) }

  /// The index of the first byte that is no letter of ASCII; 16 if all are.
  @inline(__always)
  var firstOtherThanLetter: Int {
    let ranks = (bytes | Bytes(repeating: 0x20)) &- Bytes(repeating: 0x61)
    return Self.first(in: ranks .>= Bytes(repeating: 26))
  }

  @inline(__always)
  private static func first(in mask: SIMDMask<SIMD16<Int8>>) -> Int {
    withUnsafeBytes(of: mask) { bytes in
      let (low, high) = (bytes.load(as: UInt64.self), bytes.load(fromByteOffset: 8, as: UInt64.self))
      if low != 0 { return low.trailingZeroBitCount >> 3 }
      return high != 0 ? 8 + high.trailingZeroBitCount >> 3 : 16
    }
  }

  /// The first place of a byte in a range; nil if it is not there. Places that are close are found without a call.
  ///
  /// - Parameter text: Must be readable up to 32 bytes past the range.
  @inline(__always)
  static func firstPlace(of byte: UInt8, in text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
    guard start < end else { return nil }
    var place = start + ByteBlock(at: text + start).first(byte)
    if place == start + 16, place < end { place += ByteBlock(at: text + place).first(byte) }
    if place == start + 32 {
      guard place < end else { return nil }
      guard let found = memchr(text + place, Int32(byte), end - place) else { return nil }
      return UnsafeRawPointer(found) - UnsafeRawPointer(text)
    }
    return place < end ? place : nil
  }
}
