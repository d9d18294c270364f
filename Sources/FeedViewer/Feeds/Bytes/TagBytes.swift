/// The bytes of a tag, or of its beginning, which are compared with those of a text at once.
struct TagBytes {
  private typealias Word = SIMD2<UInt64>

  /// The most bytes.
  static let limit = 48

  let length: Int
  private var words = (Word.zero, Word.zero, Word.zero)
  private var masks = (Word.zero, Word.zero, Word.zero)

  /// The bytes of no tag, with which no text begins.
  init() { length = 0 }

  /// - Parameters:
  ///   - text: `limit` bytes must be readable.
  ///   - length: At most `limit`.
  init(_ text: UnsafePointer<UInt8>, length: Int) {
    self.length = length
    masks = (Self.mask(length), Self.mask(length - 16), Self.mask(length - 32))
    words = (Self.word(text, 0) & masks.0, Self.word(text, 1) & masks.1, Self.word(text, 2) & masks.2)
  }

  /// Whether a text begins with the tag.
  ///
  /// - Parameter text: `limit` bytes must be readable.
  @inline(__always)
  func begin(_ text: UnsafePointer<UInt8>) -> Bool {
    // Most tags are short, and most others differ in their first bytes. A tag without a length has no mask.
    guard (Self.word(text, 0) ^ words.0) & masks.0 == .zero, length > 0 else { return false }
    if length <= 16 { return true }
    return (Self.word(text, 1) ^ words.1) & masks.1 | (Self.word(text, 2) ^ words.2) & masks.2 == .zero
  }

  /// Whether a text begins with the first `count` bytes.
  func begin(_ text: UnsafePointer<UInt8>, count: Int) -> Bool {
    withUnsafeBytes(of: words) {
      $0.prefix(count).elementsEqual(UnsafeRawBufferPointer(start: text, count: count))
    }
  }

  @inline(__always)
  private static func word(_ text: UnsafePointer<UInt8>, _ index: Int) -> Word {
    UnsafeRawPointer(text).loadUnaligned(fromByteOffset: 16 * index, as: Word.self)
  }

  /// The bits of the first bytes of a word in memory.
  private static func mask(_ count: Int) -> Word { Word(halfMask(count), halfMask(count - 8)) }

  private static func halfMask(_ count: Int) -> UInt64 {
    count >= 8 ? .max : count <= 0 ? 0 : ((1 << (8 * UInt64(count))) - 1).littleEndian
  }
}
