import FeedViewerBase
import FeedViewerFeeds
import Glibc
import GtkInterop

/// Writes a file that takes the place of another one only when it is complete: under another name in the same folder, from
/// which it is renamed at the end.
///
/// A symbolic link stays, and what it leads to is replaced. A file keeps its permissions; one with other names, another owner or
/// access lists, which a new file would not have, is written into instead, after there is room for all of it.
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

  /// The most symbolic links that are followed, as in the system.
  private static let linkLimit = 40

  /// The path as the user knows it.
  let path: String
  /// The path of the file that is written.
  let temporaryPath: String
  /// Where the file is put: the path, or where its symbolic links lead.
  private let target: String
  /// Whether the existing file is written into.
  private let isWrittenInto: Bool

  /// Creates the temporary file. What is no regular file, such as a device, is not replaced.
  init(of path: String) throws(Failure) {
    self.path = path
    target = try Self.target(of: path)
    guard let existing = try Self.existing(target, path) else {
      isWrittenInto = false
      guard let new = Self.temporaryFile(in: Self.folder(of: target)) else { throw Failure(path: path) }
      temporaryPath = new
      return
    }
    // The file has no other names or access lists, which a new one would not have.
    let canBeReplaced = existing.st_nlink == 1 && !FileAttributes.areExtended(of: target)
    if canBeReplaced, let new = Self.temporaryFile(in: Self.folder(of: target), like: existing) {
      isWrittenInto = false
      temporaryPath = new
      return
    }
    isWrittenInto = true
    // Only the user may read it, and the folder of the file may be protected.
    guard
      let new = Self.privateFile(in: Self.folder(of: target))
        ?? Self.privateFile(in: FileAttributes.temporaryFolder)
    else { throw Failure(path: path) }
    temporaryPath = new
  }

  /// Where the symbolic links of a path lead, also if nothing is there yet.
  private static func target(of path: String) throws(Failure) -> String {
    var target = path
    for _ in 0..<linkLimit {
      if let real = FolderBoundary.realPath(of: target) { return real }
      guard errno == ENOENT else { throw Failure(path: path) }
      var link = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = PathText.withCString(target) { readlink($0, &link, link.count) }
      guard count > 0 else { return target }
      let next = PathText.text(of: link[..<count].map { UInt8(bitPattern: $0) })
      target = next.utf8.first == UInt8(ascii: "/") ? next : folder(of: target) + next
    }
    throw Failure(path: path, code: ELOOP)
  }

  /// The folder of a path, with a slash at its end; empty for a path without one.
  private static func folder(of path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    return slash.map { String(path[...$0]) } ?? ""
  }

  /// The state of the file that is there; nil if there is none.
  private static func existing(_ target: String, _ path: String) throws(Failure) -> stat? {
    var existing = stat()
    guard PathText.withCString(target, { stat($0, &existing) }) == 0 else { return nil }
    guard existing.st_mode & S_IFMT == S_IFREG else {
      throw Failure(path: path, reason: localized("It is not a regular file."))
    }
    // A rename would replace a file that its owner has protected.
    guard PathText.withCString(target, { faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) }) == 0 else {
      throw Failure(path: path)
    }
    return existing
  }

  /// Makes an empty file with the permissions that any new file has. `errno` tells why there is none.
  private static func temporaryFile(in folder: String) -> String? {
    let mask = umask(0)
    umask(mask)
    return privateFile(in: folder) { fchmod($0, 0o666 & ~mask) }
  }

  /// Makes an empty file with the owner and the permissions of another one.
  private static func temporaryFile(in folder: String, like other: stat) -> String? {
    privateFile(in: folder) { file in
      var own = stat()
      guard fstat(file, &own) == 0 else { return -1 }
      let isOfOthers = own.st_uid != other.st_uid || own.st_gid != other.st_gid
      if isOfOthers, fchown(file, other.st_uid, other.st_gid) != 0 { return -1 }
      return fchmod(file, other.st_mode & 0o7777)
    }
  }

  /// Makes an empty file that only the user may read and write.
  ///
  /// - Parameter prepare: Changes the file; negative on failure.
  private static func privateFile(in folder: String, prepare: (CInt) -> CInt = { _ in 0 }) -> String? {
    // A name as long as possible would be too long with an ending.
    let template = folder + ".feed-viewer-XXXXXX"
    var bytes = PathText.withCString(template) {
      Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
    }
    let file = mkstemp(&bytes)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let name = bytes.withUnsafeBufferPointer { PathText.text(of: $0.baseAddress!) }
    if prepare(file) >= 0 { return name }
    _ = PathText.withCString(name) { unlink($0) }
    return nil
  }

  /// Writes all of the temporary file.
  func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

  /// Writes all of the temporary file.
  func write(_ bytes: [UInt8]) throws(Failure) {
    let file = PathText.withCString(temporaryPath) { open($0, O_WRONLY | O_TRUNC | O_CLOEXEC) }
    guard file >= 0 else { throw Failure(path: path) }
    let code = bytes.withUnsafeBytes { FileWriting.write($0, to: file) }
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
    defer { close(file) }
    if isWrittenInto { return try writeIntoTarget(from: file) }
    guard fsync(file) == 0 || errno == EINVAL,
      PathText.withCString(temporaryPath, { old in PathText.withCString(target) { rename(old, $0) } }) == 0
    else { throw Failure(path: path) }
  }

  /// Copies the temporary file into the existing one, which is as before if that fails.
  private func writeIntoTarget(from file: CInt) throws(Failure) {
    let output = PathText.withCString(target) { open($0, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
    guard output >= 0 else { throw Failure(path: path) }
    defer { close(output) }
    let new = Self.content(of: file)
    let old = Self.content(of: output)
    guard let new, let old else { throw Failure(path: path) }
    var code = new.count > old.count ? posix_fallocate(output, 0, new.count) : 0
    // Some file systems can't tell beforehand.
    if code == EOPNOTSUPP || code == EINVAL { code = 0 }
    if code == 0 { code = Self.replace(output, by: new) }
    if code == 0, fsync(output) != 0, errno != EINVAL { code = errno }
    if code == 0 { return abandon() }
    _ = Self.replace(output, by: old)
    throw Failure(path: path, code: code)
  }

  private static func content(of file: CInt) -> [UInt8]? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = pread(file, &piece, piece.count, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += piece[..<count]
    }
  }

  /// - Returns: An error of the C library; 0 if all is written.
  private static func replace(_ file: CInt, by bytes: [UInt8]) -> Int32 {
    guard lseek(file, 0, SEEK_SET) == 0 else { return errno }
    let code = bytes.withUnsafeBytes { FileWriting.write($0, to: file) }
    guard code == 0 else { return code }
    return ftruncate(file, bytes.count) == 0 ? 0 : errno
  }

  /// Removes the file, if it was not put in its place.
  func abandon() { _ = PathText.withCString(temporaryPath) { unlink($0) } }
}
