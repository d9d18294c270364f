import Glibc

/// A growing run of bytes that is filled and emptied again and again without giving its memory back: the
/// parser's texts pass through a few of these instead of an array each.
struct ByteBuffer: ~Copyable {
  /// Bytes behind the last that may be overwritten without harm, so that words can be stored whole.
  private static let slack = 16

  private(set) var base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 4_096) {
    self.capacity = capacity
    base = Self.allocate(capacity)
  }

  deinit { free(base) }

  /// Memory of `malloc`, which keeps small pieces at hand; Swift's own allocations of bytes do without that.
  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
    guard let memory = malloc(capacity + slack) else { preconditionFailure("There is no memory left.") }
    return memory.assumingMemoryBound(to: UInt8.self)
  }

  var isEmpty: Bool { count == 0 }

  /// Valid until the next change.
  var view: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  mutating func clear() { count = 0 }

  /// Shortens the run; a no-op if it is short enough already.
  mutating func truncate(to length: Int) { count = min(count, length) }

  /// Makes room for that many more bytes, which then may be written with `base` and `advance`.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(by: more) }
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    capacity = max(count + more, capacity * 2)
    let larger = Self.allocate(capacity)
    memcpy(larger, base, count)
    free(base)
    base = larger
  }

  /// Declares bytes as written that were reserved before.
  mutating func advance(to end: Int) {
    precondition(end <= capacity, "Only reserved bytes can be declared as written.")
    count = end
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count += 1
  }

  mutating func append(_ bytes: UnsafePointer<UInt8>, count length: Int) {
    reserve(length)
    memcpy(base + count, bytes, length)
    count += length
  }

  /// Appends the first bytes of a word, the lowest first.
  @inline(__always)
  mutating func append(_ word: UInt64, count length: Int) {
    reserve(8)
    UnsafeMutableRawPointer(base + count).storeBytes(of: word, as: UInt64.self)
    count += length
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let start = bytes.baseAddress { append(start, count: bytes.count) }
  }

  mutating func append(_ text: StaticString) {
    append(text.utf8Start, count: text.utf8CodeUnitCount)
  }

  mutating func append(_ packed: PackedUTF8) {
    reserve(8)
    var rest = packed.bytes
    for index in 0..<packed.length {
      base[count + index] = UInt8(truncatingIfNeeded: rest)
      rest >>= 8
    }
    count += packed.length
  }

  /// Appends text with the five references of XML resolved.
  ///
  /// - Parameter source: Seven bytes behind `end` must be readable.
  /// - Returns: Where it stopped: at a reference of another kind, or at `end`.
  mutating func appendResolving(
    _ source: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    reserve(end - source)
    var position = source
    var output = base + count
    while position < end {
      let raw = UnsafeRawPointer(position)
      let word = raw.loadUnaligned(as: UInt64.self)
      UnsafeMutableRawPointer(output).storeBytes(of: word, as: UInt64.self)
      let found = WordSearch.first(0x26, in: word)
      let copied = min(found, end - position)
      position += copied
      output += copied
      guard found < 8, position < end else { continue }
      guard let (character, length) = ByteBuffer.commonReference(position, end - position) else { break }
      output[0] = character
      output += 1
      position += length
    }
    count = output - base
    return position
  }

  /// `&lt;`, `&gt;`, `&amp;`, `&quot;` or `&apos;`.
  @inline(__always)
  private static func commonReference(
    _ start: UnsafePointer<UInt8>, _ available: Int
  ) -> (character: UInt8, length: Int)? {
    let word = UnsafeRawPointer(start).loadUnaligned(as: UInt64.self)
    let (character, length): (UInt8, Int)
    if word & 0xFFFF_FFFF == 0x3B74_6C26 {
      (character, length) = (0x3C, 4)
    } else if word & 0xFFFF_FFFF == 0x3B74_6726 {
      (character, length) = (0x3E, 4)
    } else if word & 0xFF_FFFF_FFFF == 0x3B_706D_6126 {
      (character, length) = (0x26, 5)
    } else if word & 0xFFFF_FFFF_FFFF == 0x3B74_6F75_7126 {
      (character, length) = (0x22, 6)
    } else if word & 0xFFFF_FFFF_FFFF == 0x3B73_6F70_6126 {
      (character, length) = (0x27, 6)
    } else {
      return nil
    }
    return length <= available ? (character, length) : nil
  }
}
