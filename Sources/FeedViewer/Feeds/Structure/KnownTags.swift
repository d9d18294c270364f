/// Tags that were accepted before, byte for byte: the entries of a feed repeat the same few, so that most need not be looked
/// at again.
///
/// A table of 32 places, in which a tag replaces another one whose name has the same hash. Not for use by two threads at a
/// time.
final class KnownTags {
  /// The longest tag that is kept, in bytes after its `<`.
  static let lengthLimit = 32

  private struct Tag {
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var masks: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    /// 0 if there is none.
    var length = 0
  }

  private static let hashBits: UInt32 = 5

  private let tags: UnsafeMutablePointer<Tag>

  init() {
    tags = .allocate(capacity: 1 << Int(Self.hashBits))
    tags.initialize(repeating: Tag(), count: 1 << Int(Self.hashBits))
  }

  deinit { tags.deallocate() }

  /// The length of the known tag with which a text begins; 0 if there is none.
  ///
  /// - Parameter text: Starts after a `<`, and must be readable for `lengthLimit` bytes.
  @inline(__always)
  func length(at text: UnsafePointer<UInt8>) -> Int {
    let tag = tags + Self.slot(of: text)
    let raw = UnsafeRawPointer(text)
    let first =
      (raw.loadUnaligned(as: UInt64.self) ^ tag.pointee.words.0) & tag.pointee.masks.0
      | (raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self) ^ tag.pointee.words.1) & tag.pointee.masks.1
    guard first == 0 else { return 0 }
    guard tag.pointee.length > 16 else { return tag.pointee.length }
    let second =
      (raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self) ^ tag.pointee.words.2) & tag.pointee.masks.2
      | (raw.loadUnaligned(fromByteOffset: 24, as: UInt64.self) ^ tag.pointee.words.3) & tag.pointee.masks.3
    return second == 0 ? tag.pointee.length : 0
  }

  /// Keeps a tag that was accepted.
  ///
  /// - Parameters:
  ///   - text: Starts after its `<`, and must be readable for `lengthLimit` bytes.
  ///   - length: The number of its bytes after the `<`; at least 4, or it is not kept, as a longer one than `lengthLimit`.
  func insert(_ text: UnsafePointer<UInt8>, length: Int) {
    guard (4...Self.lengthLimit).contains(length) else { return }
    var tag = Tag()
    tag.length = length
    tag.masks = (Self.mask(length), Self.mask(length - 8), Self.mask(length - 16), Self.mask(length - 24))
    let raw = UnsafeRawPointer(text)
    tag.words = (
      raw.loadUnaligned(as: UInt64.self) & tag.masks.0,
      raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self) & tag.masks.1,
      raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self) & tag.masks.2,
      raw.loadUnaligned(fromByteOffset: 24, as: UInt64.self) & tag.masks.3
    )
    tags[Self.slot(of: text)] = tag
  }

  /// A hash of the first four bytes.
  @inline(__always)
  private static func slot(of text: UnsafePointer<UInt8>) -> Int {
    let first = UInt32(littleEndian: UnsafeRawPointer(text).loadUnaligned(as: UInt32.self))
    return Int((first &* 0x9E37_79B1) >> (32 - hashBits))
  }

  /// The bits of the first bytes of a word in memory.
  private static func mask(_ count: Int) -> UInt64 {
    count >= 8 ? .max : count <= 0 ? 0 : (1 << (8 * UInt64(count)) - 1).littleEndian
  }
}
