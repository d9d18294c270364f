/// Tags that were accepted before, byte for byte: the entries of a feed repeat the same few, so that most need not be looked
/// at again. An end tag and the start tag after it may be kept as one.
///
/// A table of 32 places for two tags each, in which a tag replaces the older one of two whose first bytes have the same
/// hash. Not for use by two threads at a time.
final class KnownTags {
  /// The longest tag that is kept, in bytes after its `<`.
  static let lengthLimit = 48

  struct Tag {
    fileprivate typealias Word = SIMD2<UInt64>

    fileprivate var words = (Word.zero, Word.zero, Word.zero)
    fileprivate var masks = (Word.zero, Word.zero, Word.zero)
    /// 0 if there is none.
    fileprivate var length = 0
    fileprivate var isPair = false

    fileprivate init() {}

    fileprivate init(_ text: UnsafePointer<UInt8>, length: Int, isPair: Bool) {
      self.length = length
      self.isPair = isPair
      masks = (Self.mask(length), Self.mask(length - 16), Self.mask(length - 32))
      words = (
        Self.word(text, 0) & masks.0, Self.word(text, 1) & masks.1, Self.word(text, 2) & masks.2
      )
    }

    /// Whether a text begins with the tag.
    @inline(__always)
    fileprivate func begins(_ text: UnsafePointer<UInt8>) -> Bool {
      let differences =
        (Self.word(text, 0) ^ words.0) & masks.0 | (Self.word(text, 1) ^ words.1) & masks.1
        | (Self.word(text, 2) ^ words.2) & masks.2
      return length > 0 && differences == .zero
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

  private static let hashBits: UInt32 = 5

  /// For `find(_:in:)`: a loop that asks this object itself would count references.
  let table: UnsafeMutablePointer<Tag>

  init() {
    table = .allocate(capacity: 2 << Int(Self.hashBits))
    table.initialize(repeating: Tag(), count: 2 << Int(Self.hashBits))
  }

  deinit { table.deallocate() }

  /// The known tag with which a text begins: its length, and whether it is an end tag with the start tag after it.
  ///
  /// - Parameters:
  ///   - text: Starts after a `<`, and must be readable for `lengthLimit` bytes.
  ///   - table: That of an instance.
  @inline(__always)
  static func find(
    _ text: UnsafePointer<UInt8>, in table: UnsafeMutablePointer<Tag>
  ) -> (length: Int, isPair: Bool)? {
    let first = table + slot(of: text)
    if first.pointee.begins(text) { return (first.pointee.length, first.pointee.isPair) }
    return first[1].begins(text) ? (first[1].length, first[1].isPair) : nil
  }

  /// Keeps a tag that was accepted.
  ///
  /// - Parameters:
  ///   - text: Starts after its `<`, and must be readable for `lengthLimit` bytes.
  ///   - length: The number of its bytes after the `<`; at least 4, or it is not kept, as a longer one than `lengthLimit`.
  ///   - isPair: Whether it is an end tag with the start tag after it.
  func insert(_ text: UnsafePointer<UInt8>, length: Int, isPair: Bool) {
    guard (4...Self.lengthLimit).contains(length) else { return }
    let tag = table + Self.slot(of: text)
    tag[1] = tag[0]
    tag[0] = Tag(text, length: length, isPair: isPair)
  }

  /// A hash of the first four bytes.
  @inline(__always)
  private static func slot(of text: UnsafePointer<UInt8>) -> Int {
    let first = UInt32(littleEndian: UnsafeRawPointer(text).loadUnaligned(as: UInt32.self))
    return 2 * Int((first &* 0x9E37_79B1) >> (32 - hashBits))
  }
}
