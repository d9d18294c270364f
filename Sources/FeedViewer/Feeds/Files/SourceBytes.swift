import Glibc

/// The bytes of a file or of memory, which any thread reads wherever it wants.
final class SourceBytes: @unchecked Sendable {
  private enum Origin {
    case file(OpenedFile)
    case memory(UnsafeRawBufferPointer)
  }

  private let origin: Origin
  /// The number of bytes when the file was opened.
  let count: Int

  /// - Parameter bytes: Must not change, and must outlive this object.
  init(_ bytes: UnsafeRawBufferPointer) {
    origin = .memory(bytes)
    count = bytes.count
  }

  /// - Parameter count: The size of the file in bytes.
  init(_ file: OpenedFile, count: Int) {
    origin = .file(file)
    self.count = count
  }

  /// Nil if the bytes are in memory.
  var file: OpenedFile? { if case .file(let file) = origin { file } else { nil } }

  /// Reads the bytes from an offset on, as many as there is room for.
  ///
  /// - Returns: Their number: less at the end, or where the file was truncated; -1 if the system can't read them, as `errno`
  ///   tells.
  func read(into target: UnsafeMutablePointer<UInt8>, limit: Int, at offset: Int) -> Int {
    let wanted = min(limit, count - offset)
    guard wanted > 0 else { return 0 }
    switch origin {
    case .memory(let bytes):
      if let start = bytes.baseAddress { memcpy(target, start + offset, wanted) }
      return wanted
    case .file(let file):
      while true {
        let count = pread(file.descriptor, target, wanted, off_t(offset))
        if count >= 0 || errno != EINTR { return count }
      }
    }
  }
}
