import FeedViewerCByteScans
import Glibc

/// A growable byte buffer that keeps its memory when it is emptied. The parsers reuse a few of them instead of
/// allocating an array for each text.
struct ByteBuffer: ~Copyable {
  /// Bytes after the capacity that may be overwritten, so that whole words can be stored at the end.
  private static let slack = 16

  private(set) var base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  /// What buffers without capacity point to: many of them are only swapped with others.
  private nonisolated(unsafe) static let nothing = allocate(0)

  init(capacity: Int = 4_096) {
    self.capacity = capacity
    base = capacity > 0 ? Self.allocate(capacity) : Self.nothing
  }

  deinit { if capacity > 0 { free(base) } }

  /// Uses `malloc`, which recycles small blocks faster than Swift's own allocator.
  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
    guard let memory = malloc(capacity + slack) else { preconditionFailure("Out of memory.") }
    return memory.assumingMemoryBound(to: UInt8.self)
  }

  var isEmpty: Bool { count == 0 }

  /// Valid until the next change.
  var view: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  mutating func clear() { count = 0 }

  /// Removes the bytes after the first `length`; does nothing if there are no more than that.
  mutating func truncate(to length: Int) { count = min(count, length) }

  /// Reserves space for `count` more bytes, which may then be written through `base` and committed with `advance`.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(by: more) }
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    let isOwner = capacity > 0
    capacity = max(count + more, capacity * 2)
    let larger = Self.allocate(capacity)
    memcpy(larger, base, count)
    if isOwner { free(base) }
    base = larger
  }

  /// Commits bytes that were written into reserved space.
  mutating func advance(to end: Int) {
    precondition(end <= capacity, "Only reserved bytes can be committed.")
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

  /// Appends the lowest `length` bytes of a word, the lowest first.
  @inline(__always)
  mutating func append(_ word: UInt64, count length: Int) {
    reserve(8)
    UnsafeMutableRawPointer(base + count).storeBytes(of: word, as: UInt64.self)
    count += length
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let start = bytes.baseAddress { append(start, count: bytes.count) }
  }

  /// Appends a text and returns where it is in the buffer; nil for no text.
  mutating func place(of text: String?) -> Range<Int>? {
    guard var text else { return nil }
    return text.withUTF8 { place(of: $0) }
  }

  /// Appends bytes and returns where they are in the buffer.
  mutating func place(of bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let start = count
    append(bytes)
    return start..<count
  }

  /// Appends bytes that the buffer holds already.
  mutating func appendCopy(of range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "The range must be in the buffer.")
    reserve(range.count)
    memcpy(base + count, base + range.lowerBound, range.count)
    count += range.count
  }

  mutating func append(_ text: StaticString) {
    append(text.utf8Start, count: text.utf8CodeUnitCount)
  }

  mutating func append(_ packed: PackedUTF8) { append(packed.bytes, count: packed.length) }

  /// Appends text and decodes the five predefined references of XML.
  ///
  /// - Parameter source: Must be readable up to 15 bytes past `end`.
  /// - Returns: Where decoding stopped: at any other reference, or at `end`.
  mutating func appendResolving(
    _ source: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    reserve(end - source)
    var position = source
    var output = base + count
    let isWide = WideScans.areAvailable
    while position < end {
      if isWide, end - position > 64 {
        let run = copyBytesBefore(0x26, position, end - position, output)
        position += run.length
        output += run.length
        if run.isStopped {
          guard Self.appendReference(&position, before: end, to: &output) else { break }
          continue
        }
      }
      let block = TextBlock.load(position)
      TextBlock.store(block, at: output)
      let found = TextBlock.first(block .== TextBlock.all(0x26))
      let copied = min(found, end - position)
      position += copied
      output += copied
      guard found < TextBlock.size, position < end else { continue }
      guard Self.appendReference(&position, before: end, to: &output) else { break }
    }
    count = output - base
    return position
  }

  /// Decodes a predefined reference, or those of a paragraph's tag. Returns false if there is another one.
  @inline(__always)
  private static func appendReference(
    _ position: inout UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>,
    to output: inout UnsafeMutablePointer<UInt8>
  ) -> Bool {
    if let (tag, length, sourceLength) = paragraphTag(position, end - position) {
      UnsafeMutableRawPointer(output).storeBytes(of: tag.littleEndian, as: UInt32.self)
      output += length
      position += sourceLength
      return true
    }
    guard let (character, length) = commonReference(position, end - position) else { return false }
    output[0] = character
    output += 1
    position += length
    return true
  }

  /// `&lt;p&gt;` or `&lt;/p&gt;`: most references of feeds with escaped markup are parts of them.
  ///
  /// - Parameter start: Must be readable for 16 bytes.
  @inline(__always)
  private static func paragraphTag(
    _ start: UnsafePointer<UInt8>, _ available: Int
  ) -> (tag: UInt32, length: Int, sourceLength: Int)? {
    let word = UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    if word == 0x7467_2670_3B74_6C26, start[8] == 0x3B, available >= 9 { return (0x3E_703C, 3, 9) }
    if word == 0x6726_702F_3B74_6C26, start[8] == 0x74, start[9] == 0x3B, available >= 10 {
      return (0x3E70_2F3C, 4, 10)
    }
    return nil
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
