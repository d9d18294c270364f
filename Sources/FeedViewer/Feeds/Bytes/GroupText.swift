import Glibc

/// A copy of a piece of text that holds consecutive entries, for another thread. It never changes.
final class GroupText: @unchecked Sendable {
  /// Bytes after the text that may be read but have no meaning.
  static let slack = 32

  let base: UnsafePointer<UInt8>
  let count: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + Self.slack)
    if let start = bytes.baseAddress { memcpy(memory, start, bytes.count) }
    memset(memory + bytes.count, 0, Self.slack)
    base = UnsafePointer(memory)
    count = bytes.count
  }

  init(_ bytes: [UInt8]) {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + Self.slack)
    bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { memcpy(memory, start, bytes.count) } }
    memset(memory + bytes.count, 0, Self.slack)
    base = UnsafePointer(memory)
    count = bytes.count
  }

  /// - Parameter fill: Writes all bytes; returns false if it can't.
  init?(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Bool) {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count + Self.slack)
    memset(memory + count, 0, Self.slack)
    base = UnsafePointer(memory)
    self.count = count
    guard fill(UnsafeMutableRawBufferPointer(start: memory, count: count)) else { return nil }
  }

  deinit { base.deallocate() }
}
