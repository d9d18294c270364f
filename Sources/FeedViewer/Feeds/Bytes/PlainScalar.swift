import FeedViewerCByteScans
import Glibc

/// Classifies the scalars of common scripts, so that character boundaries between them can be found without Swift's
/// grapheme breaking.
///
/// This is a subset of the rules of Unicode Standard Annex 29, section 3.1: `base` starts a character, `mark` extends
/// the one before it, and Devanagari consonants joined by a `linker` form one character (GB9c).
enum PlainScalar {
  /// The raw values are those of `PlainKind` in PlainRun.h.
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
    fileprivate let memory: UnsafeMutablePointer<UInt8>

    fileprivate init() {
      var kinds = [UInt8](repeating: Kind.other.rawValue, count: Self.pageCount * Self.blockSize)
      for (scalars, kind) in PlainScalar.rules {
        for scalar in scalars { kinds[scalar] = kind.rawValue }
      }
      memory = .allocate(capacity: Self.pageCount + Self.blockLimit * Self.blockSize)
      let blocks = memory + Self.pageCount
      var count = 0
      for page in 0..<Self.pageCount {
        precondition(count < Self.blockLimit, "There must be room for all blocks.")
        let block = blocks + count * Self.blockSize
        kinds.withUnsafeBufferPointer {
          block.update(from: $0.baseAddress! + page * Self.blockSize, count: Self.blockSize)
        }
        // Neighbouring pages are equal more often than not.
        if count == 0 || memcmp(block, block - Self.blockSize, Self.blockSize) != 0 { count += 1 }
        memory[page] = UInt8(count - 1)
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

  /// The longest beginning of a text that consists of words with single spaces between them, in scripts with simple rules.
  ///
  /// - Parameters:
  ///   - text: Valid UTF-8, from the start of a scalar.
  ///   - room: The most characters.
  ///   - previous: The kind of the scalar before the text, which the text may extend; `space` if it can't.
  /// - Complexity: O(length of the run).
  @inline(__always)
  static func run(
    in text: UnsafeBufferPointer<UInt8>, room: Int, after previous: Kind, _ kinds: Table = kinds
  ) -> PlainRun {
    plainRun(text.baseAddress, text.count, room, kinds.memory, previous.rawValue)
  }

  /// U+1F300 to U+1F3BF, U+1F400 to U+1F6FF and U+1F900 to U+1F9FF: neither flags nor skin tones.
  private static func isPictograph(_ bytes: UnsafePointer<UInt8>) -> Bool {
    guard bytes[0] == 0xF0, bytes[1] == 0x9F else { return false }
    return switch bytes[2] {
    case 0x8C...0x8E, 0x90...0x9B, 0xA4...0xA7: true
    default: false
    }
  }

  /// The scalars that are not `other`. The table is made of them while a program's first feed is read, so that they must
  /// not be looked up one by one.
  static let rules: [(scalars: ClosedRange<Int>, kind: Kind)] = [
    // Latin, except the soft hyphen and the symbols that have emoji forms.
    (0xA0...0xA8, .base), (0xAA...0xAC, .base), (0xAF...0x2FF, .base),
    (0xA9...0xA9, .sign), (0xAE...0xAE, .sign),
    // Greek, Cyrillic, Hebrew.
    (0x370...0x373, .base), (0x386...0x482, .base), (0x48A...0x52F, .base), (0x5D0...0x5EA, .base),
    (0x591...0x5BD, .mark), (0x5BF...0x5BF, .mark), (0x5C1...0x5C2, .mark), (0x5C4...0x5C5, .mark),
    (0x5C7...0x5C7, .mark),
    // Arabic.
    (0x620...0x64A, .base), (0x660...0x66F, .base), (0x671...0x6D5, .base), (0x60C...0x60C, .base),
    (0x61B...0x61B, .base), (0x61F...0x61F, .base), (0x64B...0x65F, .mark), (0x670...0x670, .mark),
    // Devanagari.
    (0x915...0x939, .consonant), (0x958...0x95F, .consonant), (0x904...0x914, .base), (0x93D...0x93D, .base),
    (0x964...0x971, .base), (0x93C...0x93C, .nukta), (0x94D...0x94D, .linker), (0x901...0x903, .mark),
    (0x93E...0x94C, .mark),
    // Thai.
    (0xE01...0xE30, .base), (0xE32...0xE32, .base), (0xE3F...0xE46, .base), (0xE4F...0xE5B, .base),
    (0xE31...0xE31, .mark), (0xE33...0xE3A, .mark), (0xE47...0xE4E, .mark),
    // Arrows, mathematical operators, and miscellaneous symbols.
    (0x2190...0x27BF, .sign),
    // Dashes and quotation marks, kana, ideographs, Hangul syllables, full-width forms.
    (0x2010...0x2027, .base), (0x3001...0x3029, .base), (0x3041...0x3096, .base), (0x309B...0x30FF, .base),
    (0x4E00...0x9FFF, .base), (0xAC00...0xD7A3, .base), (0xFF01...0xFF9D, .base),
  ]
}
