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
    let raw = UnsafeRawPointer(bytes)
    var index = examineBlocks(bytes, count, &check)
    while index < count {
      let byte = bytes[index]
      if byte < 0x80 {
        // A space between words of another script needs no look at eight bytes.
        if index + 8 <= count, bytes[index + 1] < 0x80,
          isPlain(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        {
          index += 8
          while index + 8 <= count, isPlain(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) {
            index += 8
          }
          continue
        }
        if byte < 0x20, byte != 0x0A, byte != 0x09 { check.isClean = false }
        index += 1
        continue
      }
      // Two bytes, and three without the ranges that have exceptions: nearly all there are.
      if byte &- 0xC2 < 0x1E, index + 1 < count, bytes[index + 1] & 0xC0 == 0x80 {
        check.hasMultipleByteCharacters = true
        index += 2
        while index + 8 <= count, isPairs(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) {
          index += 8
        }
        continue
      }
      if byte & 0xF0 == 0xE0, index + 2 < count, isClean(byte, bytes[index + 1]),
        bytes[index + 2] & 0xC0 == 0x80
      {
        check.hasMultipleByteCharacters = true
        index += 3
        while index + 8 <= count, isTriples(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) {
          index += 6
        }
        continue
      }
      let length = sequenceLength(bytes + index, available: count - index)
      guard length > 0 else {
        check.validCount = index
        check.isIncomplete = length < 0
        return check
      }
      check.hasMultipleByteCharacters = true
      if byte == 0xEF, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE { check.isClean = false }
      index += length
    }
    check.validCount = count
    return check
  }

  private typealias Block = SIMD16<UInt8>

  /// Goes over the bytes in blocks of 16 as long as they are valid.
  ///
  /// What a byte must be follows from the three before it: it continues a character if and only if one of two bytes
  /// begins just before, one of three at most two before, or one of four at most three before (Unicode, table 3-7, has
  /// the first bytes that never occur and the second bytes that are not allowed).
  /// - Returns: Where a character begins up to which all are valid: less than 16 bytes before the end, or not far before
  ///   a fault.
  private static func examineBlocks(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ check: inout UTF8Check
  ) -> Int {
    // Short texts are not worth it, and the first bytes have none before them.
    guard count >= 64 else { return 0 }
    let raw = UnsafeRawPointer(bytes)
    var head = [UInt8](repeating: 0, count: 3)
    head += UnsafeBufferPointer(start: bytes, count: 16)
    var seen = Block()
    var unclean = SIMDMask<SIMD16<Int8>>()
    let isValid = head.withUnsafeBytes { head in
      head.baseAddress.map { isValidBlock($0 + 3, &seen, &unclean) } ?? false
    }
    var index = 0
    if isValid {
      index = 16
      var followsASCII = false
      while index + 16 <= count {
        let block = raw.loadUnaligned(fromByteOffset: index, as: Block.self)
        let isASCII = !holds(block .>= all(0x80))
        if isASCII && followsASCII {
          unclean = unclean .| controls(in: block)
        } else if !isValidBlock(raw + index, &seen, &unclean) {
          break
        }
        followsASCII = isASCII
        index += 16
      }
    }
    // A character that goes on behind the last block is looked at again.
    var start = max(0, index - 3)
    while start < index, start + length(ofCharacterBeginningWith: bytes[start]) <= index {
      if bytes[start] >= 0x80 { check.hasMultipleByteCharacters = true }
      start += 1
    }
    if holds(seen .>= all(0x80)) { check.hasMultipleByteCharacters = true }
    if holds(unclean) { check.isClean = false }
    return start
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

  @inline(__always)
  private static func isPlain(_ word: UInt64) -> Bool {
    let high: UInt64 = 0x8080_8080_8080_8080
    let belowSpace = (word &- 0x2020_2020_2020_2020) & ~word & high
    if (word & high) | belowSpace == 0 { return true }
    if word & high != 0 { return false }
    // Only line feeds and tabs below the space? Bytes are below 0x80 here, so that nothing carries over.
    let lineFeeds = zeroBytes(word ^ 0x0A0A_0A0A_0A0A_0A0A)
    let tabs = zeroBytes(word ^ 0x0909_0909_0909_0909)
    let controls = ~((word | high) &- 0x2020_2020_2020_2020) & high
    return controls & ~(lineFeeds | tabs) == 0
  }

  /// Whether bytes that are said to be Latin-1 are UTF-8 after all: at least ten characters of several bytes, and ten
  /// times as many of them as bytes that belong to none. In a text in Latin-1 there is hardly ever one of them.
  /// - Complexity: O(`count`).
  static func means(_ bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    var characters = 0
    var strays = 0
    var index = 0
    while index < count {
      guard bytes[index] >= 0x80 else {
        index += 1
        continue
      }
      let length = sequenceLength(bytes + index, available: count - index)
      if length > 0 { characters += 1 } else { strays += 1 }
      index += max(1, length)
    }
    return characters >= 10 && characters >= 10 * strays
  }

  /// Whether eight bytes are four characters of two bytes.
  @inline(__always)
  private static func isPairs(_ word: UInt64) -> Bool {
    guard word & 0xC0E0_C0E0_C0E0_C0E0 == 0x80C0_80C0_80C0_80C0 else { return false }
    // C0 and C1 would be characters of one byte: of the other first bytes, one of the bits 1 to 4 is set.
    let first = word & 0x001E_001E_001E_001E
    return (first &+ 0x00FE_00FE_00FE_00FE) & 0x0100_0100_0100_0100 == 0x0100_0100_0100_0100
  }

  /// Whether the first six of eight bytes are two characters of three bytes, neither of them U+FFFE nor U+FFFF.
  @inline(__always)
  private static func isTriples(_ word: UInt64) -> Bool {
    guard word & 0xC0C0_F0C0_C0F0 == 0x8080_E080_80E0 else { return false }
    return isClean(UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8))
      && isClean(UInt8(truncatingIfNeeded: word >> 24), UInt8(truncatingIfNeeded: word >> 32))
  }

  /// Whether two bytes begin a character of three bytes that is no surrogate and below U+FFC0.
  @inline(__always)
  private static func isClean(_ first: UInt8, _ second: UInt8) -> Bool {
    guard second & 0xC0 == 0x80 else { return false }
    return switch first {
    case 0xE0: second >= 0xA0
    case 0xED: second < 0xA0
    case 0xEF: second < 0xBF
    default: true
    }
  }

  /// The high bit of each byte that is zero; exact for bytes below 0x80.
  @inline(__always)
  private static func zeroBytes(_ word: UInt64) -> UInt64 {
    ~(word &+ 0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080
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
