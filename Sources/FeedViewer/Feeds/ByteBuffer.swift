import Glibc

/// A growing run of bytes that is filled and emptied again and again without giving its memory back: the
/// parser's texts pass through a few of these instead of an array each.
struct ByteBuffer: ~Copyable {
  private(set) var base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 4_096) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  var isEmpty: Bool { count == 0 }

  /// Valid until the next change.
  var view: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  mutating func clear() { count = 0 }

  /// Shortens the run; a no-op if it is short enough already.
  mutating func truncate(to length: Int) { count = min(count, length) }

  /// Makes room for that many more bytes, which then may be written with `base` and `advance`.
  mutating func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    capacity = max(count + more, capacity * 2)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    memcpy(larger, base, count)
    base.deallocate()
    base = larger
  }

  /// Declares bytes as written that were reserved before.
  mutating func advance(to end: Int) {
    precondition(end <= capacity, "Only reserved bytes can be declared as written.")
    count = end
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == capacity { reserve(1) }
    base[count] = byte
    count += 1
  }

  mutating func append(_ bytes: UnsafePointer<UInt8>, count length: Int) {
    reserve(length)
    memcpy(base + count, bytes, length)
    count += length
  }

  mutating func append(_ text: StaticString) {
    append(text.utf8Start, count: text.utf8CodeUnitCount)
  }

  mutating func append(_ packed: HTMLEntities.Packed) {
    var rest = packed.bytes
    for _ in 0..<packed.length {
      append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}
