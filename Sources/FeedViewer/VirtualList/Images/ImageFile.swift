import FeedViewerBase
import Glibc
import GtkInterop

/// Reading of image files, on any thread.
package nonisolated enum ImageFile {
  /// The bytes of a regular file, at most as many as it has when it is opened; or those in a `data:` address.
  ///
  /// - Parameter followsLinks: Whether the path may have symbolic links; else it is a canonical one.
  /// - Throws: `.unreadable` also for a directory, a device or a pipe; `.fileTooLarge` before anything is read of a
  ///   file with more than `maximumSize` bytes.
  package static func bytes(
    path: String, maximumSize: Int, followsLinks: Bool = true
  ) throws(PictureFailure) -> [UInt8] {
    if DataAddress.contains(path) { return try DataAddress.bytes(of: path, maximumSize: maximumSize) }
    // Without O_NONBLOCK opening a pipe would wait for its other end.
    let descriptor =
      followsLinks
      ? PathText.withCString(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
      : RealFile.open(path)
    guard descriptor >= 0 else { throw .unreadable }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .unreadable }
    guard status.st_size > 0 else { throw .undecodable }
    guard Int(status.st_size) <= maximumSize else { throw .fileTooLarge }
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
    if failed { throw .unreadable }
    return bytes
  }
}
