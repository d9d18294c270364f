import FeedViewerCByteScans
import Glibc

/// Sixteen bytes of a text, which are compared at once. The compiler vectorises operators on two vectors, on every processor.
struct ByteBlock {
  private typealias Bytes = SIMD16<UInt8>

  private let bytes: Bytes

  /// - Parameter start: Sixteen bytes must be readable.
  @inline(__always)
  init(at start: UnsafePointer<UInt8>) { bytes = TextBlock.load(start) }

  /// The index of the first byte that is one of two; 16 if there is none.
  @inline(__always)
  func first(_ byte: UInt8, or other: UInt8) -> Int {
    TextBlock.first((bytes .== Bytes(repeating: byte)) .| (bytes .== Bytes(repeating: other)))
  }

  /// A bit for each byte that equals another one; the lowest one is that of the first byte.
  @inline(__always)
  private func places(of byte: UInt8) -> UInt32 { placesOf(byte, bytes) }

  /// The first place of a byte in a range; nil if it is not there. Places that are close are found without a call.
  ///
  /// - Parameter text: Must be readable up to 32 bytes past the range.
  @inline(__always)
  static func firstPlace(of byte: UInt8, in text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
    var position = start
    while position < end {
      // Two blocks at once: which of the two the byte is in can't be predicted.
      let places =
        ByteBlock(at: text + position).places(of: byte)
        | ByteBlock(at: text + position + 16).places(of: byte) << 16
      // Sums of offsets do not overflow; checking them would take a tenth of the time.
      if places != 0 {
        let place = position &+ places.trailingZeroBitCount
        return place < end ? place : nil
      }
      position &+= 32
      if position &- start == searchedLength, position < end {
        guard let found = memchr(text + position, Int32(byte), end - position) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(text)
      }
    }
    return nil
  }

  /// The same as one piece of code for all callers, for what is not in an inner loop.
  @inline(never)
  static func place(of byte: UInt8, in text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
    firstPlace(of: byte, in: text, start, end)
  }

  /// The first place of one of two bytes; nil if none is there.
  ///
  /// - Parameter end: Must be followed by 15 readable bytes.
  @inline(__always)
  static func firstPlace(
    of byte: UInt8, or other: UInt8, from start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    var position = start
    while position < end {
      let index = ByteBlock(at: position).first(byte, or: other)
      if index < 16 { return position + index < end ? position + index : nil }
      position += 16
    }
    return nil
  }

  /// Whether a range holds one of two bytes.
  static func holds(_ byte: UInt8, or other: UInt8, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    if bytes.count >= 32, WideScans.areAvailable { return holdsOneOf(byte, other, base, bytes.count) }
    var position = 0
    while position + 16 <= bytes.count {
      if ByteBlock(at: base + position).first(byte, or: other) < 16 { return true }
      position += 16
    }
    if bytes.count >= 16 { return ByteBlock(at: base + bytes.count - 16).first(byte, or: other) < 16 }
    for index in 0..<bytes.count where bytes[index] == byte || bytes[index] == other { return true }
    return false
  }

  /// The bytes among which a byte is looked for before `memchr` is called.
  private static let searchedLength = 64
}
