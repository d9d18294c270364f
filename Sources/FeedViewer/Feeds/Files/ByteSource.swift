import FileNames
import Glibc

/// Reads a file piece by piece, from the disk or from memory.
///
/// Files are read with `read` instead of being mapped: truncating a mapped file would kill the process with SIGBUS.
struct ByteSource: ~Copyable {
  private enum Origin {
    case descriptor(Int32)
    case memory(UnsafeRawBufferPointer)
    case compressed(CompressedFile)
  }

  private let origin: Origin
  /// The size of the file when it was opened.
  private let fileSize: Int
  private var position = 0
  private var isCutOff = false
  private var readingFailure: FeedError.Reason?

  /// - Parameter bytes: Must outlive the source.
  init(_ bytes: UnsafeRawBufferPointer) {
    origin = .memory(bytes)
    fileSize = bytes.count
  }

  /// Opens a regular file.
  /// - Throws: A `FeedError` if the file is missing, unreadable, too large or not a regular file.
  init(openingFileAt path: String, sizeLimit: Int) throws(FeedError) {
    // Without O_NONBLOCK, opening a named pipe would block until its other end is opened.
    let descriptor = PathText.withCString(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else {
      throw FeedError(file: path, reason: .system(errno))
    }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    if let reason = isKnown ? ByteSource.refusal(status, sizeLimit) : .system(errno) {
      close(descriptor)
      throw FeedError(file: path, reason: reason)
    }
    origin = .descriptor(descriptor)
    fileSize = Int(status.st_size)
  }

  /// Reads the decompressed contents of `file`.
  init(_ file: CompressedFile) {
    origin = .compressed(file)
    fileSize = 0
  }

  /// The number of bytes that will be read at most; an estimate for compressed files.
  var size: Int {
    if case .compressed(let file) = origin { return file.estimatedSize }
    return fileSize
  }

  /// Why reading stopped before the end; nil if it did not.
  var failure: FeedError.Reason? {
    if case .compressed(let file) = origin { return file.failure }
    return readingFailure
  }

  /// Why a compressed file may hold more than was read. Final only at the end.
  var complaint: CompressedFile.Complaint? {
    if case .compressed(let file) = origin { return file.complaint }
    return nil
  }

  var isCompressed: Bool { if case .compressed = origin { true } else { false } }

  /// Whether what was read can be read again from the file.
  var canReadAgain: Bool {
    if case .compressed(let file) = origin { return file.canRestart }
    return true
  }

  deinit {
    if case .descriptor(let descriptor) = origin { close(descriptor) }
  }

  /// The open file once more, for reading it again later; nil without a file, or if the process may open few others.
  func openedAgain() -> OpenedFile? {
    guard case .descriptor(let descriptor) = origin else { return nil }
    return Spool.keepable(fcntl(descriptor, F_DUPFD_CLOEXEC, 0)).map { OpenedFile($0) }
  }

  /// The state of the file; nil without one.
  var status: FileStatus? {
    guard case .descriptor(let descriptor) = origin else { return nil }
    return FileStatus(of: descriptor)
  }

  private static func refusal(_ status: stat, _ sizeLimit: Int) -> FeedError.Reason? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: status.st_size <= sizeLimit ? nil : .tooLarge(limit: sizeLimit)
    case S_IFDIR: .isDirectory
    default: .notAFile
    }
  }

  /// The format that the file is compressed in; nil if it is not. Does not advance.
  var compressionFormat: CompressionFormat? {
    switch origin {
    case .memory(let all): return CompressionFormat(of: all)
    case .descriptor(let descriptor):
      var head = [UInt8](repeating: 0, count: CompressionFormat.signatureLength)
      let count = head.withUnsafeMutableBytes { Spool.readSome(into: $0, from: descriptor, at: 0) }
      return CompressionFormat(of: head.prefix(count))
    case .compressed: return nil
    }
  }

  /// Whether all bytes were read, or reading failed.
  var isAtEnd: Bool {
    if case .compressed(let file) = origin { return file.isAtEnd }
    return position >= fileSize || isCutOff
  }

  /// Continues at another offset of a file that is not compressed.
  mutating func jump(to offset: Int) {
    precondition(!isCompressed && offset >= 0, "Only a file that is read as it is has places to go on from.")
    position = offset
    if case .descriptor(let descriptor) = origin, lseek(descriptor, off_t(offset), SEEK_SET) < 0 {
      readingFailure = .system(errno)
      isCutOff = true
    }
  }

  /// Reads up to `limit` bytes. Returns 0 at the end.
  mutating func read(into target: UnsafeMutablePointer<UInt8>, limit: Int) -> Int {
    if case .compressed(let file) = origin { return file.read(into: target, limit: limit) }
    let wanted = min(limit, fileSize - position)
    guard wanted > 0, !isCutOff else { return 0 }
    switch origin {
    case .compressed: return 0
    case .memory(let bytes):
      if let start = bytes.baseAddress { memcpy(target, start + position, wanted) }
      position += wanted
      return wanted
    case .descriptor(let descriptor):
      while true {
        let count = Glibc.read(descriptor, target, wanted)
        if count < 0, errno == EINTR { continue }
        if count < 0 { readingFailure = .system(errno) }
        position += max(0, count)
        // The file was truncated after it was opened.
        isCutOff = count <= 0
        return max(0, count)
      }
    }
  }
}
