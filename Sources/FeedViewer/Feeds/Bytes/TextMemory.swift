/// Memory that holds text, and is freed with the last value that needs it.
///
/// One thread writes into it, and others read only what was written before they were given it.
final class TextMemory: @unchecked Sendable {
  /// Bytes after a text that may be read but have no meaning.
  static let slack = 32

  let start: UnsafeMutablePointer<UInt8>
  /// In bytes, without `slack`.
  let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    start = .allocate(capacity: capacity + Self.slack)
  }

  deinit { start.deallocate() }
}
