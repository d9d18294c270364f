/// Tags that were accepted before, byte for byte: the entries of a feed repeat the same few, so that most need not be looked
/// at again. An end tag and the start tag after it may be kept as one, and a start tag only up to the value of an attribute,
/// which may be another one in each entry.
///
/// A table of 256 places for two tags each, in which a tag replaces the older one of two whose first bytes have the same
/// hash. Not for use by two threads at a time.
final class KnownTags {
  /// The longest tag that is kept, in bytes after its `<`.
  static let lengthLimit = TagBytes.limit

  enum Kind {
    case tag
    /// An end tag with the start tag after it.
    case pair
    /// A start tag up to and with the quotation mark that begins the value of an attribute.
    case beginning
  }

  struct Tag {
    fileprivate var bytes = TagBytes()
    fileprivate(set) var kind = Kind.tag
    /// The tag that followed it last, which is compared first: its length is then known before the text is looked at, so that
    /// the processor need not wait for the table.
    fileprivate var successor: UnsafeMutablePointer<Tag>?

    /// 0 if there is none.
    @inline(__always)
    var length: Int { bytes.length }
  }

  /// The longest value within the beginning of a tag, in bytes.
  private static let valueLimit = 16
  private static let hashBits: UInt32 = 8

  /// For `find(_:in:)`: a loop that asks this object itself would count references.
  let table: UnsafeMutablePointer<Tag>

  init() {
    table = .allocate(capacity: 2 << Int(Self.hashBits))
    var none = Tag()
    none.successor = table
    table.initialize(repeating: none, count: 2 << Int(Self.hashBits))
  }

  deinit { table.deallocate() }

  /// The known tag with which a text begins: its length and kind.
  ///
  /// - Parameters:
  ///   - text: Starts after a `<`, and must be readable for `lengthLimit` bytes.
  ///   - table: That of an instance.
  @inline(__always)
  static func find(
    _ text: UnsafePointer<UInt8>, in table: UnsafeMutablePointer<Tag>
  ) -> (length: Int, kind: Kind)? {
    let first = table + slot(of: text)
    if first.pointee.bytes.begin(text) { return (first.pointee.length, first.pointee.kind) }
    return first[1].bytes.begin(text) ? (first[1].length, first[1].kind) : nil
  }

  /// The tag that followed another one the last time, if a text begins with it.
  ///
  /// - Parameters:
  ///   - text: As in `find(_:in:)`.
  ///   - last: The tag that was found before; in the beginning any of the table.
  @inline(__always)
  static func expected(
    _ text: UnsafePointer<UInt8>, after last: UnsafeMutablePointer<Tag>
  ) -> UnsafeMutablePointer<Tag>? {
    // Every tag of a table has a successor.
    let expected = last.pointee.successor.unsafelyUnwrapped
    return expected.pointee.bytes.begin(text) ? expected : nil
  }

  /// Any other known tag with which a text begins; it is the one that is expected the next time.
  @inline(never)
  static func findUnexpected(
    _ text: UnsafePointer<UInt8>, in table: UnsafeMutablePointer<Tag>,
    after last: UnsafeMutablePointer<Tag>
  ) -> UnsafeMutablePointer<Tag>? {
    var found = table + slot(of: text)
    if !found.pointee.bytes.begin(text) {
      found += 1
      guard found.pointee.bytes.begin(text) else { return nil }
    }
    last.pointee.successor = found
    return found
  }

  /// Keeps a tag that was accepted.
  ///
  /// - Parameters:
  ///   - text: Starts after its `<`, and must be readable for `lengthLimit` bytes.
  ///   - length: The number of its bytes after the `<`; at least 4, or it is not kept, as a longer one than `lengthLimit`.
  func insert(_ text: UnsafePointer<UInt8>, length: Int, _ kind: Kind) {
    guard (4...Self.lengthLimit).contains(length) else { return }
    let tag = table + Self.slot(of: text)
    tag[1] = tag[0]
    tag[0] = Tag(bytes: TagBytes(text, length: length), kind: kind, successor: table)
  }

  /// Keeps the beginning of a start tag that was accepted, up to the last value that begins within `lengthLimit` bytes, and
  /// before which no value is long: long ones, such as addresses, differ in each entry.
  ///
  /// - Parameters:
  ///   - text: Starts after its `<`.
  ///   - nameLength: The bytes of its name.
  ///   - length: The number of its bytes after the `<`.
  /// - Returns: Whether it is kept. Then the whole tag need not be, which would take the place of another one.
  func insertBeginning(_ text: UnsafePointer<UInt8>, nameLength: Int, length: Int) -> Bool {
    guard nameLength < Self.lengthLimit else { return false }
    var last = 0
    var quote: UInt8 = 0
    for place in nameLength..<min(length, Self.lengthLimit) {
      let byte = text[place]
      if quote != 0 {
        if byte == quote { quote = 0 } else if place - last == Self.valueLimit { break }
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
        last = place + 1
      }
    }
    insert(text, length: last, .beginning)
    return last > 0
  }

  /// A hash of the first four bytes.
  @inline(__always)
  private static func slot(of text: UnsafePointer<UInt8>) -> Int {
    let first = UInt32(littleEndian: UnsafeRawPointer(text).loadUnaligned(as: UInt32.self))
    return 2 * Int((first &* 0x9E37_79B1) >> (32 - hashBits))
  }
}
