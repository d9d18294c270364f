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
    var position = start
    while position < end {
      // Sums of offsets do not overflow; checking them would take a tenth of the time.
      let index = ByteBlock(at: text + position).first(byte)
      if index < 16 { return position &+ index < end ? position &+ index : nil }
      position &+= 16
      if position &- start == searchedBlocks * 16, position < end {
        guard let found = memchr(text + position, Int32(byte), end - position) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(text)
      }
    }
    return nil
  }

  /// The number of blocks in which a byte is looked for before `memchr` is called.
  private static let searchedBlocks = 3
}
