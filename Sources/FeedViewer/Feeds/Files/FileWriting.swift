import Glibc

/// Writes to open files.
public enum FileWriting {
  /// Writes all of some bytes, however many the system takes at a time.
  ///
  /// - Returns: The error of the C library; 0 if all were written.
  public static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return errno }
      rest = rest.dropFirst(count)
    }
    return 0
  }
}
