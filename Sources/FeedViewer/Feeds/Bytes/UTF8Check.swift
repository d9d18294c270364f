import FeedViewerCByteScans

/// Validates UTF-8 in one pass and reports whether the bytes need cleaning.
struct UTF8Check {
  /// The length of the longest prefix that is valid, in bytes.
  var validCount: Int
  /// Whether the bytes end with an incomplete but otherwise valid character.
  var isIncomplete = false
  /// Whether the valid bytes hold no control character except tab and line feed, no U+FFFE and no U+FFFF. May be
  /// false for U+FFC0 to U+FFFD as well.
  var isClean = true
  var hasMultipleByteCharacters = false

  /// - Complexity: O(`count`), several bytes per nanosecond.
  static func examine(_ bytes: UnsafePointer<UInt8>, count: Int) -> UTF8Check {
    var check = UTF8Check(validCount: 0)
    // A block check looks at the three bytes before the block.
    while check.validCount < min(3, count) {
      guard check.takeCharacter(bytes, count) else { return check }
    }
    check.takeBlocks(bytes, count)
    while check.validCount < count, check.takeCharacter(bytes, count) {}
    return check
  }

  /// Advances over one character. Returns false if there is no valid one.
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

  /// Advances over valid blocks of 16 bytes, up to less than 16 bytes before the end or to shortly before an error.
  /// At least three bytes must have been taken before.
  ///
  /// The three bytes before a byte determine what it must be: it is a continuation byte if and only if a two-byte
  /// character starts right before it, a three-byte one at most two bytes before, or a four-byte one at most three
  /// bytes before. Table 3-7 of the Unicode Standard lists the lead bytes that never occur and the second bytes that
  /// are not allowed.
  private mutating func takeBlocks(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    let raw = UnsafeRawPointer(bytes)
    var seen = Block()
    var unclean = SIMDMask<SIMD16<Int8>>()
    var index = validCount
    if WideScans.areAvailable {
      var findings = UTF8Findings()
      index = validUTF8Blocks(bytes, index, count, &findings)
      if findings.hasMultipleByteCharacters { hasMultipleByteCharacters = true }
      if findings.isUnclean { isClean = false }
    }
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
    // A character that continues past the last block is checked again.
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

  /// The compiler vectorises operators on two vectors, but turns those on a vector and a scalar into loops.
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

  /// Whether 16 bytes are valid after the three bytes before them, which must be readable.
  @inline(__always)
  private static func isValidBlock(
    _ start: UnsafeRawPointer, _ seen: inout Block, _ unclean: inout SIMDMask<SIMD16<Int8>>
  ) -> Bool {
    guard !holds(errors(in: start, &unclean)) else { return false }
    // One of the last three bytes may start a character that continues here and is invalid.
    seen |= (start - 3).loadUnaligned(as: Block.self)
    return true
  }

  /// The bytes of a block at which UTF-8 is not valid.
  @inline(__always)
  private static func errors(
    in start: UnsafeRawPointer, _ unclean: inout SIMDMask<SIMD16<Int8>>
  ) -> SIMDMask<SIMD16<Int8>> {
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
    return (continues .^ mustContinue) .| neverOccurs .| tooLow .| tooHigh
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

  /// Whether bytes are text as `SourceText` describes it.
  ///
  /// - Complexity: O(`count`), several bytes per nanosecond.
  static func isText(_ bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    let check = examine(bytes, count: count)
    guard check.validCount == count else { return false }
    return check.isClean || isClean(bytes, count: count)
  }

  /// Whether valid UTF-8 holds no control character except tab and line feed, no U+FFFE and no U+FFFF.
  static func isClean(_ bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    for index in 0..<count {
      let byte = bytes[index]
      if byte < 0x20, byte != 0x0A, byte != 0x09 { return false }
      if byte == 0xEF, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE { return false }
    }
    return true
  }

  /// The number of bytes at the end that may be the beginning of a longer character.
  static func openCount(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
    for open in 1...3 where open <= count && bytes[count - open] >= 0xC0 {
      return length(ofCharacterBeginningWith: bytes[count - open]) > open ? open : 0
    }
    return 0
  }

  /// Statistics of the non-ASCII bytes, read as UTF-8.
  struct Tally {
    /// The number of multi-byte characters.
    var characters = 0
    /// The number of ill-formed sequences: see `illFormedLength`.
    var strays = 0
    /// Whether the bytes end with an incomplete but otherwise valid character.
    var isIncomplete = false
    /// The index of the first non-ASCII byte.
    var first: Int?

    /// Whether text that is declared as single-byte is UTF-8 nevertheless: every byte fits, which hardly ever happens
    /// by chance, or there are at least ten characters and ten times as many characters as ill-formed sequences.
    var meansUTF8: Bool {
      characters > 0 && (strays == 0 || characters >= 10 && characters >= 10 * strays)
    }
  }

  /// Counts the non-ASCII bytes by kind. An incomplete character at the end is not counted.
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
      if length > 0 {
        tally.characters += 1
        index += length
      } else {
        tally.strays += 1
        index += illFormedLength(bytes + index, available: count - index)
      }
    }
    return tally
  }

  /// The number of bytes that one U+FFFD replaces where no character starts: a beginning of a character that is not continued,
  /// else a single byte (The Unicode Standard, section 3.9, "U+FFFD Substitution of Maximal Subparts").
  ///
  /// - Parameter available: The number of bytes that follow, at least 1.
  static func illFormedLength(_ bytes: UnsafePointer<UInt8>, available: Int) -> Int {
    var length = 1
    // As long as the beginning may be continued, it is a part of a character.
    while length < min(3, available), sequenceLength(bytes, available: length + 1) < 0 { length += 1 }
    return length
  }

  /// The length of the valid multi-byte sequence; 0 if it is invalid, -1 if it is incomplete.
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
