/// Counts characters in text of the most frequent scripts, sixteen bytes at a time.
enum PlainBlock {
  private typealias Block = SIMD16<UInt8>
  private typealias Mask = SIMDMask<SIMD16<Int8>>
  static let size = 16

  /// The number of characters that begin in sixteen bytes, and the index of the last space; -1 if there is none.
  ///
  /// - Parameter start: Eighteen bytes of valid UTF-8 must be readable. A character that begins before them continues there.
  /// - Returns: Nil if there may be anything but scalars that are `base` for `PlainScalar` and single spaces between them.
  @inline(__always)
  static func characters(at start: UnsafePointer<UInt8>) -> (count: Int, lastSpace: Int)? {
    let block = load(start)
    let next = load(start + 1)
    let spaces = block .== all(0x20)
    let continuations = (block & all(0xC0)) .== all(0x80)
    // ASCII; U+00C0 to U+02FF; U+03C0 to U+047F; U+5000 to U+9FFF; U+B000 to U+CFFF.
    var plain =
      between(block, 0x21, 0x7E) .| (spaces .& (next .!= all(0x20))) .| continuations
      .| between(block, 0xC3, 0xCB) .| between(block, 0xCF, 0xD1) .| between(block, 0xE5, 0xE9)
      .| between(block, 0xEB, 0xEC)
    if !holdsAll(plain) {
      plain = plain .| others(block, next, load(start + 2))
      guard holdsAll(plain) else { return nil }
    }
    return (size - count(continuations), last(spaces))
  }

  /// The bytes that begin a plain scalar of a script of which others are not.
  private static func others(_ block: Block, _ next: Block, _ third: Block) -> Mask {
    // U+00AF to U+00BF; U+0386 to U+03BF.
    let european =
      ((block .== all(0xC2)) .& (next .>= all(0xAF))) .| ((block .== all(0xCE)) .& (next .>= all(0x86)))
    // U+05D0 to U+05EA; U+060C, U+0620 to U+063F; U+0640 to U+064A, U+0660 to U+066F, U+0671 to U+067F.
    let hebrew = (block .== all(0xD7)) .& between(next, 0x90, 0xAA)
    let arabic =
      ((block .== all(0xD8)) .& ((next .>= all(0xA0)) .| (next .== all(0x8C))))
      .| ((block .== all(0xD9)) .& ((next .<= all(0x8A)) .| ((next .>= all(0xA0)) .& (next .!= all(0xB0)))))
    // U+2010 to U+2027.
    let punctuation = (block .== all(0xE2)) .& (next .== all(0x80)) .& between(third, 0x90, 0xA7)
    // U+3001 to U+3029; U+3041 to U+307F; U+3080 to U+3096, U+309B to U+30BF; U+30C0 to U+30FF.
    let kana =
      ((next .== all(0x80)) .& between(third, 0x81, 0xA9)) .| ((next .== all(0x81)) .& (third .>= all(0x81)))
      .| ((next .== all(0x82)) .& .!between(third, 0x97, 0x9A)) .| (next .== all(0x83))
    // U+4E00 to U+4FFF; U+AC00 to U+AFFF; U+D000 to U+D77F; U+FF01 to U+FF7F.
    let wide =
      ((block .== all(0xE3)) .& kana) .| ((block .== all(0xE4)) .& (next .>= all(0xB8)))
      .| ((block .== all(0xEA)) .& (next .>= all(0xB0))) .| ((block .== all(0xED)) .& (next .<= all(0x9D)))
      .| ((block .== all(0xEF))
        .& (((next .== all(0xBC)) .& (third .>= all(0x81))) .| (next .== all(0xBD))))
    return european .| hebrew .| arabic .| punctuation .| wide
  }

  @inline(__always)
  private static func load(_ start: UnsafePointer<UInt8>) -> Block {
    UnsafeRawPointer(start).loadUnaligned(as: Block.self)
  }

  @inline(__always)
  private static func all(_ byte: UInt8) -> Block { Block(repeating: byte) }

  @inline(__always)
  private static func between(_ block: Block, _ least: UInt8, _ greatest: UInt8) -> Mask {
    (block &- all(least)) .<= all(greatest - least)
  }

  @inline(__always)
  private static func words(_ mask: Mask) -> (UInt64, UInt64) {
    withUnsafeBytes(of: mask) { ($0.load(as: UInt64.self), $0.load(fromByteOffset: 8, as: UInt64.self)) }
  }

  @inline(__always)
  private static func holdsAll(_ mask: Mask) -> Bool {
    let (low, high) = words(mask)
    return low & high == .max
  }

  @inline(__always)
  private static func count(_ mask: Mask) -> Int {
    let (low, high) = words(mask)
    let ones: UInt64 = 0x0101_0101_0101_0101
    return Int((((low & ones) &+ (high & ones)) &* ones) >> 56)
  }

  /// The index of the last byte for which a mask is set; -1 if there is none.
  @inline(__always)
  private static func last(_ mask: Mask) -> Int {
    let (low, high) = words(mask)
    if high != 0 { return 15 - high.leadingZeroBitCount >> 3 }
    return low != 0 ? 7 - low.leadingZeroBitCount >> 3 : -1
  }
}
