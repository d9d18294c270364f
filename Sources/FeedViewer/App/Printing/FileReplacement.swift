import Feeds
import FileNames
import Glibc
import Localization
import Messages

/// Writes a file that takes the place of another one only when it is complete: under another name in the same folder, from
/// which it is renamed at the end.
nonisolated struct FileReplacement {
  /// Why a file could not be saved.
  struct Failure: Error, Equatable {
    /// A sentence with the file and the reason.
    let message: String

    init(path: String, reason: String) {
      let name = PathText.display(path)
      message = localized("“\(name)” could not be saved: \(reason)")
    }

    /// - Parameter code: An error of the C library.
    init(path: String, code: Int32 = errno) {
      self.init(path: path, reason: Message("\(system: String(cString: strerror(code)))").localized)
    }
  }

  let path: String
  /// The path of the file that is written.
  let temporaryPath: String

  /// Creates the temporary file. What is no regular file, such as a device, is not replaced.
  init(of path: String) throws(Failure) {
    self.path = path
    var existing = stat()
    if PathText.withCString(path, { stat($0, &existing) }) == 0, existing.st_mode & S_IFMT != S_IFREG {
      throw Failure(path: path, reason: localized("It is not a regular file."))
    }
    let cut = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.index(after: $0) } ?? path.startIndex
    // A name as long as possible would be too long with an ending.
    let template = String(path[..<cut]) + ".feed-viewer-XXXXXX"
    var bytes = PathText.withCString(template) {
      Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
    }
    let file = mkstemp(&bytes)
    guard file >= 0 else { throw Failure(path: path) }
    temporaryPath = bytes.withUnsafeBufferPointer { PathText.text(of: $0.baseAddress!) }
    // The permissions that any new file has.
    let mask = umask(0)
    umask(mask)
    fchmod(file, 0o666 & ~mask)
    close(file)
  }

  /// Writes all of the temporary file.
  func write(_ text: String) throws(Failure) {
    let file = PathText.withCString(temporaryPath) { open($0, O_WRONLY | O_TRUNC | O_CLOEXEC) }
    guard file >= 0 else { throw Failure(path: path) }
    var text = text
    let code = text.withUTF8 { FileWriting.write(UnsafeRawBufferPointer($0), to: file) }
    guard close(file) == 0, code == 0 else { throw Failure(path: path, code: code == 0 ? errno : code) }
  }

  /// The error of the C library with which more can't be written to the temporary file, such as a full disk; nil if it can.
  ///
  /// For writers that do not tell the reason of their failure, which must be done with the file.
  func writingError() -> Int32? {
    let file = PathText.withCString(temporaryPath) { open($0, O_WRONLY | O_APPEND | O_CLOEXEC) }
    guard file >= 0 else { return errno }
    defer { close(file) }
    let bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.write(file, bytes, bytes.count)
    return count < 0 ? errno : count < bytes.count ? ENOSPC : nil
  }

  /// Puts the file in its place.
  func commit() throws(Failure) {
    let file = PathText.withCString(temporaryPath) { open($0, O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else { throw Failure(path: path) }
    let isOnDisk = fsync(file) == 0 || errno == EINVAL
    close(file)
    guard isOnDisk,
      PathText.withCString(temporaryPath, { old in PathText.withCString(path) { rename(old, $0) } }) == 0
    else { throw Failure(path: path) }
  }

  /// Removes the file, if it was not put in its place.
  func abandon() { _ = PathText.withCString(temporaryPath) { unlink($0) } }
}
