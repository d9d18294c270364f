import Glibc

/// Classifies the scalars of common scripts, so that character boundaries between them can be found without Swift's
/// grapheme breaking.
///
/// This is a subset of the rules of Unicode Standard Annex 29, section 3.1: `base` starts a character, `mark` extends
/// the one before it, and Devanagari consonants joined by a `linker` form one character (GB9c).
enum PlainScalar {
  enum Kind: UInt8 {
    case space, base, consonant, mark, nukta, linker
    /// A symbol that forms a character of its own unless a non-ASCII symbol follows it.
    case sign
    case other
  }

  /// Classifies the scalar at the start of valid UTF-8 and returns its length in bytes.
  ///
  /// - Parameter kinds: Passed by loops, which then do not ask at each scalar whether the table was made.
  @inline(__always)
  static func read(_ bytes: UnsafePointer<UInt8>, _ kinds: Table = kinds) -> (kind: Kind, length: Int) {
    let first = bytes[0]
    if first < 0x80 {
      if first > 0x20, first < 0x7F { return (.base, 1) }
      return (first == 0x20 || first &- 0x09 < 5 ? .space : .other, 1)
    }
    if first < 0xE0 { return (kinds.kind(inPage: Int(first & 0x1F), bytes[1]), 2) }
    guard first < 0xF0 else { return (isPictograph(bytes) ? .sign : .other, 4) }
    return (kinds.kind(inPage: Int(first & 0x0F) << 6 | Int(bytes[1] & 0x3F), bytes[2]), 3)
  }

  /// The kinds of the scalars from U+0080 to U+FFFF: pages of 64 scalars, of which equal neighbours are stored once.
  struct Table: @unchecked Sendable {
    private static let pageCount = 1_024
    private static let blockSize = 64
    private static let blockLimit = 64
    /// The number of each page's block, and then the blocks. Never freed.
    private let memory: UnsafeMutablePointer<UInt8>

    fileprivate init() {
      memory = .allocate(capacity: Self.pageCount + Self.blockLimit * Self.blockSize)
      let blocks = memory + Self.pageCount
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.pageCount * Self.blockSize) { kinds in
        kinds.initialize(repeating: Kind.other.rawValue)
        for (kind, ranges) in PlainScalar.ranges {
          for range in ranges { kinds[range].update(repeating: kind.rawValue) }
        }
        guard let pages = kinds.baseAddress else { return }
        var count = 0
        for page in 0..<Self.pageCount {
          let block = pages + page * Self.blockSize
          // Neighbouring pages are equal more often than not.
          if count == 0 || memcmp(block, blocks + (count - 1) * Self.blockSize, Self.blockSize) != 0 {
            precondition(count < Self.blockLimit, "There must be room for all blocks.")
            memcpy(blocks + count * Self.blockSize, block, Self.blockSize)
            count += 1
          }
          memory[page] = UInt8(count - 1)
        }
      }
    }

    /// - Parameters:
    ///   - page: The scalar divided by 64; less than 1,024.
    ///   - last: The last byte of the scalar in UTF-8.
    @inline(__always)
    func kind(inPage page: Int, _ last: UInt8) -> Kind {
      let kind = memory[Self.pageCount + Int(memory[page]) << 6 + Int(last & 0x3F)]
      return Kind(rawValue: kind) ?? .other
    }
  }

  static let kinds = Table()

  /// U+1F300 to U+1F3BF, U+1F400 to U+1F6FF and U+1F900 to U+1F9FF: neither flags nor skin tones.
  private static func isPictograph(_ bytes: UnsafePointer<UInt8>) -> Bool {
    guard bytes[0] == 0xF0, bytes[1] == 0x9F else { return false }
    return switch bytes[2] {
    case 0x8C...0x8E, 0x90...0x9B, 0xA4...0xA7: true
    default: false
    }
  }

  /// The kinds of the scalars below U+10000; all others are of the kind `other`.
  static let ranges: [(Kind, [ClosedRange<Int>])] = [
    (
      .base,
      [
        // Latin, except the soft hyphen and the symbols that have emoji forms.
        0xA0...0xA8, 0xAA...0xAC, 0xAF...0x2FF,
        // Greek, Cyrillic, Hebrew.
        0x370...0x373, 0x386...0x482, 0x48A...0x52F, 0x5D0...0x5EA,
        // Arabic.
        0x620...0x64A, 0x660...0x66F, 0x671...0x6D5, 0x60C...0x60C, 0x61B...0x61B, 0x61F...0x61F,
        // Devanagari.
        0x904...0x914, 0x93D...0x93D, 0x964...0x971,
        // Thai.
        0xE01...0xE30, 0xE32...0xE32, 0xE3F...0xE46, 0xE4F...0xE5B,
        // Dashes and quotation marks, kana, ideographs, Hangul syllables, full-width forms.
        0x2010...0x2027, 0x3001...0x3029, 0x3041...0x3096, 0x309B...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
        0xFF01...0xFF9D,
      ]
    ),
    (
      .mark,
      [
        0x591...0x5BD, 0x5BF...0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7...0x5C7,
        0x64B...0x65F, 0x670...0x670, 0x901...0x903, 0x93E...0x94C,
        0xE31...0xE31, 0xE33...0xE3A, 0xE47...0xE4E,
      ]
    ),
    // Arrows, mathematical operators, and miscellaneous symbols.
    (.sign, [0xA9...0xA9, 0xAE...0xAE, 0x2190...0x27BF]),
    (.consonant, [0x915...0x939, 0x958...0x95F]), (.nukta, [0x93C...0x93C]), (.linker, [0x94D...0x94D]),
  ]
}
