/// Finds out whether a text is one line already, several bytes at a time.
enum LineSearch {
  private typealias Block = SIMD16<UInt8>
  private typealias Mask = SIMDMask<SIMD16<Int8>>

  /// Shorter texts are not looked at.
  private static let shortest = 18

  /// Whether a text certainly has no white space but single spaces between words, and no control characters.
  ///
  /// - Parameter text: Valid UTF-8.
  /// - Returns: False for texts of less than 18 bytes, and for some with rare characters.
  /// - Complexity: O(length), some bytes per nanosecond.
  static func isSingleLine(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= shortest, let start = text.baseAddress.map(UnsafeRawPointer.init) else {
      return false
    }
    let end = text.count - shortest
    var position = 0
    while position < end {
      if holdsOther(start + position) { return false }
      position += 16
    }
    if holdsOther(start + end) { return false }
    let (first, lastButOne, last) = (text[0], text[text.count - 2], text[text.count - 1])
    return first != 0x20 && last > 0x20 && last != 0x7F && lastButOne >= 0x20 && lastButOne != 0x7F
      && (lastButOne, last) != (0xC2, 0x85)
  }

  /// Whether one of sixteen bytes is or begins other white space than a single space, or is a control character.
  ///
  /// - Parameter start: Eighteen bytes must be readable.
  @inline(__always)
  private static func holdsOther(_ start: UnsafeRawPointer) -> Bool {
    let block = start.loadUnaligned(as: Block.self)
    let next = (start + 1).loadUnaligned(as: Block.self)
    let third = (start + 2).loadUnaligned(as: Block.self)
    let controls = (block .< all(0x20)) .| (block .== all(0x7F))
    let spaces = (block .== all(0x20)) .& (next .== all(0x20))
    // U+0085, U+1680, U+2000 to U+200A, U+2028 to U+202F, U+205F and U+3000, with some others.
    let latin = (block .== all(0xC2)) .& (next .== all(0x85))
    let ogham = (block .== all(0xE1)) .& (next .== all(0x9A))
    let wide = (third .< all(0x8B)) .| ((third .>= all(0xA8)) .& (third .<= all(0xAF)))
    let general =
      (block .== all(0xE2)) .& (((next .== all(0x80)) .& wide) .| (next .== all(0x81)))
    let ideographic = (block .== all(0xE3)) .& (next .== all(0x80)) .& (third .== all(0x80))
    let found: Mask = controls .| spaces .| latin .| ogham .| general .| ideographic
    return withUnsafeBytes(of: found) {
      $0.load(as: UInt64.self) | $0.load(fromByteOffset: 8, as: UInt64.self) != 0
    }
  }

  @inline(__always)
  private static func all(_ byte: UInt8) -> Block { Block(repeating: byte) }
}
