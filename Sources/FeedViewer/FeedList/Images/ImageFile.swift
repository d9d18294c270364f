import FileNames
import Glibc

/// Reading of image files, on any thread.
nonisolated enum ImageFile {
  /// The bytes of an ordinary file; nil if it can't be read or is larger than `maximumSize` bytes.
  ///
  /// Its size is looked at before anything is read.
  static func bytes(path: String, maximumSize: Int) -> [UInt8]? {
    // Without O_NONBLOCK opening a pipe would wait for its other end.
    let descriptor = PathText.withCString(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > 0, Int(status.st_size) <= maximumSize
    else { return nil }
    let expected = Int(status.st_size)
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: expected) { buffer, count in
      while count < expected {
        let got = read(descriptor, buffer.baseAddress.map { $0 + count }, expected - count)
        if got < 0 && errno == EINTR { continue }
        failed = got < 0
        guard got > 0 else { break }
        count += got
      }
    }
    return failed ? nil : bytes
  }
}
