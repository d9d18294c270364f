import FeedViewerCByteScans

/// Finds bytes in blocks of 16 (SIMD).
enum TextBlock {
  typealias Bytes = SIMD16<UInt8>
  static let size = 16

  @inline(__always)
  static func load(_ start: UnsafePointer<UInt8>) -> Bytes {
    UnsafeRawPointer(start).loadUnaligned(as: Bytes.self)
  }

  @inline(__always)
  static func store(_ block: Bytes, at target: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(target).storeBytes(of: block, as: Bytes.self)
  }

  /// The compiler vectorises operators on two vectors, but turns those on a vector and a scalar into loops.
  @inline(__always)
  static func all(_ byte: UInt8) -> Bytes { Bytes(repeating: byte) }

  /// The index of the first byte for which a mask is set; 16 if there is none.
  @inline(__always)
  static func first(_ mask: SIMDMask<SIMD16<Int8>>) -> Int { (bits(mask) | 1 << 16).trailingZeroBitCount }

  /// A bit for each byte for which a mask is set; the lowest one is that of the first byte.
  @inline(__always)
  static func bits(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt32 {
    highBits(all(0).replacing(with: all(0xFF), where: mask))
  }

  /// The number of bytes before the first control character, the first of two spaces or, if wanted, the first `<` or
  /// `&`; 16 if there is none.
  ///
  /// - Parameter start: Where the block is in memory; the byte after it must be readable.
  @inline(__always)
  static func runLength(_ block: Bytes, at start: UnsafePointer<UInt8>, stopsAtMarkup: Bool) -> Int {
    var stops = (block .< all(0x20)) .| ((block .== all(0x20)) .& (load(start + 1) .== all(0x20)))
    if stopsAtMarkup { stops = stops .| (block .== all(0x3C)) .| (block .== all(0x26)) }
    return first(stops)
  }
}
