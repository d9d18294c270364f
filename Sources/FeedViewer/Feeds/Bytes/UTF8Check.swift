/// One pass over some bytes that tells whether they are UTF-8 and whether they can be used as they are.
struct UTF8Check {
  /// How many of the bytes are whole and valid characters, from the first on.
  var validCount: Int
  /// The bytes end in the middle of a character that is valid so far.
  var isIncomplete = false
  /// No control character except tab and line feed, no U+FFFE and U+FFFF. False perhaps because of their neighbours
  /// from U+FFC0 on.
  var isClean = true
  var hasMultipleByteCharacters = false

  /// - Complexity: O(`count`), some bytes a nanosecond.
  static func examine(_ bytes: UnsafePointer<UInt8>, count: Int) -> UTF8Check {
    var check = UTF8Check(validCount: 0)
    // Blocks look at the three bytes before them.
    while check.validCount < min(3, count) {
      guard check.takeCharacter(bytes, count) else { return check }
    }
    check.takeBlocks(bytes, count)
    while check.validCount < count, check.takeCharacter(bytes, count) {}
    return check
  }

  /// Goes on behind a character; false if the bytes there are none.
  @inline(__always)
  private mutating func takeCharacter(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let start = bytes + validCount
    let byte = start[0]
    if byte < 0x80 {
      if byte < 0x20, byte != 0x0A, byte != 0x09 { isClean = false }
      validCount += 1
      return true
    }
    let length = UTF8Check.sequenceLength(start, available: count - validCount)
    guard length > 0 else {
      isIncomplete = length < 0
      return false
    }
    hasMultipleByteCharacters = true
    if byte == 0xEF, start[1] == 0xBF, start[2] >= 0xBE { isClean = false }
    validCount += length
    return true
  }

  private typealias Block = SIMD16<UInt8>

  /// Goes on over blocks of 16 bytes as long as they are valid: to less than 16 bytes before the end, or to not far
  /// before a fault. At least three bytes must have been taken.
  ///
  /// What a byte must be follows from the three before it: it continues a character if and only if one of two bytes
  /// begins just before, one of three at most two before, or one of four at most three before (Unicode, table 3-7, has
  /// the first bytes that never occur and the second bytes that are not allowed).
  private mutating func takeBlocks(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    let raw = UnsafeRawPointer(bytes)
    var seen = Block()
    var unclean = SIMDMask<SIMD16<Int8>>()
    var index = validCount
    var followsASCII = false
    while index + 16 <= count {
      let block = raw.loadUnaligned(fromByteOffset: index, as: Block.self)
      let isASCII = !UTF8Check.holds(block .>= UTF8Check.all(0x80))
      if isASCII && followsASCII {
        unclean = unclean .| UTF8Check.controls(in: block)
      } else if !UTF8Check.isValidBlock(raw + index, &seen, &unclean) {
        break
      }
      followsASCII = isASCII
      index += 16
    }
    // A character that goes on behind the last block is looked at again.
    validCount = max(validCount, index - 3)
    while validCount < index,
      validCount + UTF8Check.length(ofCharacterBeginningWith: bytes[validCount]) <= index
    {
      if bytes[validCount] >= 0x80 { hasMultipleByteCharacters = true }
      validCount += 1
    }
    if UTF8Check.holds(seen .>= UTF8Check.all(0x80)) { hasMultipleByteCharacters = true }
    if UTF8Check.holds(unclean) { isClean = false }
  }

  /// Of operators between vectors and single numbers the compiler makes loops, of those between vectors instructions.
  @inline(__always)
  private static func all(_ byte: UInt8) -> Block { Block(repeating: byte) }

  @inline(__always)
  private static func holds(_ mask: SIMDMask<SIMD16<Int8>>) -> Bool {
    withUnsafeBytes(of: mask) {
      $0.load(as: UInt64.self) | $0.load(fromByteOffset: 8, as: UInt64.self) != 0
    }
  }

  @inline(__always)
  private static func controls(in block: Block) -> SIMDMask<SIMD16<Int8>> {
    (block .< all(0x20)) .& (block .!= all(0x0A)) .& (block .!= all(0x09))
  }

  /// Whether 16 bytes fit to each other and to the three before them, which must be readable.
  @inline(__always)
  private static func isValidBlock(
    _ start: UnsafeRawPointer, _ seen: inout Block, _ unclean: inout SIMDMask<SIMD16<Int8>>
  ) -> Bool {
    let block = start.loadUnaligned(as: Block.self)
    let before = (start - 1).loadUnaligned(as: Block.self)
    let twoBefore = (start - 2).loadUnaligned(as: Block.self)
    let threeBefore = (start - 3).loadUnaligned(as: Block.self)
    unclean = unclean .| controls(in: block) .| ((before .== all(0xEF)) .& (block .== all(0xBF)))
    let continues = (block & all(0xC0)) .== all(0x80)
    let mustContinue = (before .>= all(0xC0)) .| (twoBefore .>= all(0xE0)) .| (threeBefore .>= all(0xF0))
    let neverOccurs = ((block & all(0xFE)) .== all(0xC0)) .| (block .>= all(0xF5))
    let tooLow =
      ((before .== all(0xE0)) .& (block .< all(0xA0))) .| ((before .== all(0xF0)) .& (block .< all(0x90)))
    let tooHigh =
      ((before .== all(0xED)) .& (block .>= all(0xA0))) .| ((before .== all(0xF4)) .& (block .>= all(0x90)))
    guard !holds((continues .^ mustContinue) .| neverOccurs .| tooLow .| tooHigh) else { return false }
    // Of the last three bytes a character may go on, and it may not be valid then.
    seen |= threeBefore
    return true
  }

  @inline(__always)
  private static func length(ofCharacterBeginningWith byte: UInt8) -> Int {
    switch byte {
    case 0xC0...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...: 4
    default: 1
    }
  }

  /// What the bytes from 128 on are, read as UTF-8.
  struct Tally {
    /// Characters of several bytes.
    var characters = 0
    /// Bytes that belong to no character.
    var strays = 0
    /// The bytes end in the middle of a character that is valid so far.
    var isIncomplete = false
    /// The index of the first byte from 128 on.
    var first: Int?

    /// Whether a text that is said to be in a single-byte encoding is UTF-8 after all: it is if every byte fits, which is
    /// hardly ever so by chance, or if there are at least ten characters and ten times as many of them as strays.
    var meansUTF8: Bool {
      characters > 0 && (strays == 0 || characters >= 10 && characters >= 10 * strays)
    }
  }

  /// Counts what the bytes from 128 on are. A character that is cut off at the end is not counted.
  /// - Complexity: O(`count`).
  static func tally(_ bytes: UnsafePointer<UInt8>, count: Int) -> Tally {
    var tally = Tally()
    var index = 0
    while index < count {
      guard bytes[index] >= 0x80 else {
        index += 1
        continue
      }
      tally.first = tally.first ?? index
      let length = sequenceLength(bytes + index, available: count - index)
      if length < 0 {
        tally.isIncomplete = true
        break
      }
      if length > 0 { tally.characters += 1 } else { tally.strays += 1 }
      index += max(1, length)
    }
    return tally
  }

  /// The length of the valid sequence of several bytes, 0 if there is none, -1 if it is cut off.
  private static func sequenceLength(_ bytes: UnsafePointer<UInt8>, available: Int) -> Int {
    let length: Int
    let low: UInt8
    let high: UInt8
    switch bytes[0] {
    case 0xC2...0xDF: (length, low, high) = (2, 0x80, 0xBF)
    case 0xE0: (length, low, high) = (3, 0xA0, 0xBF)
    case 0xED: (length, low, high) = (3, 0x80, 0x9F)
    case 0xE1...0xEF: (length, low, high) = (3, 0x80, 0xBF)
    case 0xF0: (length, low, high) = (4, 0x90, 0xBF)
    case 0xF1...0xF3: (length, low, high) = (4, 0x80, 0xBF)
    case 0xF4: (length, low, high) = (4, 0x80, 0x8F)
    default: return 0
    }
    if available == 1 { return -1 }
    guard bytes[1] >= low, bytes[1] <= high else { return 0 }
    if length == 2 { return 2 }
    if available == 2 { return -1 }
    guard bytes[2] & 0xC0 == 0x80 else { return 0 }
    if length == 3 { return 3 }
    if available == 3 { return -1 }
    return bytes[3] & 0xC0 == 0x80 ? 4 : 0
  }
}
