import Glibc

/// A copy of a piece of text that holds consecutive entries, for another thread. It never changes.
final class GroupText: @unchecked Sendable {
  /// Bytes after the text that may be read but have no meaning.
  static let slack = 32

  let base: UnsafePointer<UInt8>
  let count: Int
  /// The first control character that was left out of the text, and the number of bytes before it; nil if none was.
  let omitted: (byte: UInt8, offset: Int)?

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + Self.slack)
    if let start = bytes.baseAddress { memcpy(memory, start, bytes.count) }
    memset(memory + bytes.count, 0, Self.slack)
    base = UnsafePointer(memory)
    count = bytes.count
    omitted = nil
  }

  /// A copy of valid UTF-8, cleaned.
  init(cleaning text: GroupText) {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count + Self.slack)
    memcpy(memory, text.base, text.count)
    var followsCarriageReturn = false
    var omitted: (byte: UInt8, offset: Int)?
    count = TextCleaning.clean(memory, text.count, &followsCarriageReturn) { omitted = omitted ?? ($0, $1) }
    memset(memory + count, 0, Self.slack)
    base = UnsafePointer(memory)
    self.omitted = omitted
  }

  /// - Parameter fill: Writes all bytes; returns false if it can't.
  init?(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Bool) {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count + Self.slack)
    memset(memory + count, 0, Self.slack)
    base = UnsafePointer(memory)
    self.count = count
    omitted = nil
    guard fill(UnsafeMutableRawBufferPointer(start: memory, count: count)) else { return nil }
  }

  deinit { base.deallocate() }
}
