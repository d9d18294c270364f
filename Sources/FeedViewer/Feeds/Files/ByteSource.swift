import FeedViewerBase
import Glibc

/// Reads a file piece by piece, from the disk or from memory.
///
/// Files are read with `pread` instead of being mapped: truncating a mapped file would kill the process with SIGBUS.
struct ByteSource: ~Copyable {
  private enum Origin {
    case plain(SourceBytes)
    case compressed(CompressedFile)
  }

  private let origin: Origin
  private var position = 0
  private var isCutOff = false
  private var readingFailure: FeedError.Reason?

  /// - Parameter bytes: Must outlive the source.
  init(_ bytes: UnsafeRawBufferPointer) { origin = .plain(SourceBytes(bytes)) }

  /// Reads bytes from their beginning, wherever others read them.
  init(_ bytes: SourceBytes) { origin = .plain(bytes) }

  /// Opens a regular file.
  /// - Throws: A `FeedError` if the file is missing, unreadable, too large or not a regular file.
  init(openingFileAt path: String, sizeLimit: Int) throws(FeedError) {
    // Without O_NONBLOCK, opening a named pipe would block until its other end is opened.
    let descriptor = PathText.withCString(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else {
      throw FeedError(file: path, reason: .system(errno))
    }
    let status = FileStatus(ofFile: descriptor)
    guard let status, status.isRegular, status.size <= sizeLimit else {
      let reason = status.map { ByteSource.refusal($0, sizeLimit) } ?? .system(errno)
      close(descriptor)
      throw FeedError(file: path, reason: reason)
    }
    origin = .plain(SourceBytes(OpenedFile(descriptor), count: status.size))
  }

  /// Reads the decompressed contents of `file`.
  init(_ file: CompressedFile) { origin = .compressed(file) }

  /// The number of bytes that will be read at most; an estimate for compressed files.
  var size: Int {
    switch origin {
    case .plain(let bytes): bytes.count
    case .compressed(let file): file.estimatedSize
    }
  }

  /// What is read; nil if it is compressed.
  var bytes: SourceBytes? { if case .plain(let bytes) = origin { bytes } else { nil } }

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

  /// The open file once more, for reading it again later; nil without a file, or if the process may open few others.
  func openedAgain() -> OpenedFile? {
    guard let file = bytes?.file else { return nil }
    return Spool.keepable(fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)).map { OpenedFile($0) }
  }

  /// The state of the file; nil without one.
  var status: FileStatus? { bytes?.file?.status }

  private static func refusal(_ status: FileStatus, _ sizeLimit: Int) -> FeedError.Reason {
    status.isRegular ? .tooLarge(limit: sizeLimit) : status.isFolder ? .isDirectory : .notAFile
  }

  /// The format that the file is compressed in; nil if it is not. Does not advance.
  var compressionFormat: CompressionFormat? {
    guard let bytes else { return nil }
    let head = [UInt8](unsafeUninitializedCapacity: CompressionFormat.signatureLength) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = max(0, bytes.read(into: start, limit: buffer.count, at: 0))
    }
    return CompressionFormat(of: head)
  }

  /// Whether all bytes were read, or reading failed.
  var isAtEnd: Bool {
    if case .compressed(let file) = origin { return file.isAtEnd }
    return position >= size || isCutOff
  }

  /// Continues at another offset of a file that is not compressed.
  mutating func jump(to offset: Int) {
    precondition(!isCompressed && offset >= 0, "Only a file that is read as it is has places to go on from.")
    position = offset
  }

  /// Reads up to `limit` bytes. Returns 0 at the end.
  mutating func read(into target: UnsafeMutablePointer<UInt8>, limit: Int) -> Int {
    switch origin {
    case .compressed(let file): return file.read(into: target, limit: limit)
    case .plain(let bytes):
      guard !isAtEnd, limit > 0 else { return 0 }
      let count = bytes.read(into: target, limit: limit, at: position)
      if count < 0 { readingFailure = .system(errno) }
      position += max(0, count)
      // The file was truncated after it was opened.
      isCutOff = count <= 0
      return max(0, count)
    }
  }
}
