/// The 128-bit FNV-1a hash (Fowler, Noll and Vo), which databases hold as the keys of feeds and entries.
@frozen public struct FNV1a: Sendable {
  @usableFromInline var high: UInt64 = 0x6c62_272e_07bb_0142
  @usableFromInline var low: UInt64 = 0x62b8_2175_6295_c58d

  @inlinable public init() {}

  @inlinable public var value: UInt128 { UInt128(high) << 64 | UInt128(low) }

  @inlinable public mutating func combine(_ byte: UInt8) {
    // The prime is 2⁸⁸ + 0x13b.
    low ^= UInt64(byte)
    let product = low.multipliedFullWidth(by: 0x13b)
    high = high &* 0x13b &+ product.high &+ low << 24
    low = product.low
  }

  /// - Complexity: O(number of bytes).
  @inlinable public mutating func combine(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes { combine(byte) }
  }

  /// Combines the UTF-8 of a text.
  ///
  /// - Complexity: O(length of the text).
  @inlinable public mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { combine($0) }
  }
}
