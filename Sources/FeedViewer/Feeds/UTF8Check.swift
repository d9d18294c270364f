/// One pass over the bytes that tells whether they are valid UTF-8 and whether they can be used as they are.
struct UTF8Check {
  var isValid = true
  /// No control character except tab and line feed, no U+FFFE and U+FFFF.
  var isClean = true
  /// Offset of the first byte that is not UTF-8; 0 if all are.
  var firstInvalid = 0

  static func examine(_ bytes: [UInt8]) -> UTF8Check {
    var check = UTF8Check()
    bytes.withUnsafeBytes { raw in
      let input = raw.bindMemory(to: UInt8.self)
      let end = input.count
      var index = 0
      while index < end {
        // Eight bytes of plain text at a time; line feeds fall through to the single step.
        while index + 8 <= end {
          let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          let belowSpace = (word &- 0x2020_2020_2020_2020) & ~word
          if (word | belowSpace) & 0x8080_8080_8080_8080 != 0 { break }
          index += 8
        }
        guard index < end else { break }
        let byte = input[index]
        if byte < 0x80 {
          if byte < 0x20, byte != 0x0A, byte != 0x09 { check.isClean = false }
          index += 1
          continue
        }
        let length = sequenceLength(input, at: index)
        if length == 0 {
          check.isValid = false
          check.firstInvalid = index
          return
        }
        if byte == 0xEF, input[index + 1] == 0xBF, input[index + 2] >= 0xBE { check.isClean = false }
        index += length
      }
    }
    return check
  }

  /// The length of the valid multi-byte sequence at an offset, 0 if there is none.
  private static func sequenceLength(_ input: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    func continues(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      index + offset < input.count && range.contains(input[index + offset])
    }
    switch input[index] {
    case 0xC2...0xDF: return continues(1) ? 2 : 0
    case 0xE0: return continues(1, 0xA0...0xBF) && continues(2) ? 3 : 0
    case 0xED: return continues(1, 0x80...0x9F) && continues(2) ? 3 : 0
    case 0xE1...0xEF: return continues(1) && continues(2) ? 3 : 0
    case 0xF0: return continues(1, 0x90...0xBF) && continues(2) && continues(3) ? 4 : 0
    case 0xF1...0xF3: return continues(1) && continues(2) && continues(3) ? 4 : 0
    case 0xF4: return continues(1, 0x80...0x8F) && continues(2) && continues(3) ? 4 : 0
    default: return 0
    }
  }
}
