import Glibc

/// Folded text in memory, immutable.
///
/// `slack` bytes after its end may be read, so that a scanner can load whole vectors everywhere.
package final class FoldedBytes: @unchecked Sendable {
  /// Zeros after the end.
  package static let slack = 160

  package let start: UnsafePointer<UInt8>
  package let count: Int

  /// - Parameter memory: From `malloc`; freed with this object. `slack` bytes follow the first `count` ones.
  init(adopting memory: UnsafeMutablePointer<UInt8>, count: Int) {
    memset(memory + count, 0, Self.slack)
    start = UnsafePointer(memory)
    self.count = count
  }

  deinit { free(UnsafeMutablePointer(mutating: start)) }
}
