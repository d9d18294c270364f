import FileNames
import Glibc

/// The bytes of a file, one piece after the other: from the disk, or from memory.
///
/// Pieces are read with `read` rather than mapped: a file that is cut off while it is mapped would end the program.
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

  /// - Parameter bytes: Must live as long as the source.
  init(_ bytes: UnsafeRawBufferPointer) {
    origin = .memory(bytes)
    fileSize = bytes.count
  }

  /// Opens an ordinary file.
  /// - Throws: Why it can't be read: it is missing, forbidden, too large or of another kind.
  init(openingFileAt path: String, sizeLimit: Int) throws(FeedError) {
    // Without O_NONBLOCK opening a pipe would wait for its other end.
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

  /// What a file is unpacked to.
  init(_ file: CompressedFile) {
    origin = .compressed(file)
    fileSize = 0
  }

  /// What is read at most, in bytes; of a compressed file an estimate.
  var size: Int {
    if case .compressed(let file) = origin { return file.estimatedSize }
    return fileSize
  }

  /// Why reading stopped before the end.
  var failure: FeedError.Reason? {
    if case .compressed(let file) = origin { return file.failure }
    return readingFailure
  }

  /// Why a compressed file may hold more than was read; complete only at the end.
  var complaint: CompressedFile.Complaint? {
    if case .compressed(let file) = origin { return file.complaint }
    return nil
  }

  var isCompressed: Bool { if case .compressed = origin { true } else { false } }

  deinit {
    if case .descriptor(let descriptor) = origin { close(descriptor) }
  }

  private static func refusal(_ status: stat, _ sizeLimit: Int) -> FeedError.Reason? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: status.st_size <= sizeLimit ? nil : .tooLarge(limit: sizeLimit)
    case S_IFDIR: .isDirectory
    default: .notAFile
    }
  }

  /// Whether the bytes begin with some others; looked at without reading them.
  func startsWith(_ bytes: [UInt8]) -> Bool {
    switch origin {
    case .memory(let all): return all.starts(with: bytes)
    case .descriptor(let descriptor):
      var head = [UInt8](repeating: 0, count: bytes.count)
      return pread(descriptor, &head, head.count, 0) == head.count && head == bytes
    case .compressed: return false
    }
  }

  /// Whether all bytes are read, or none can be read any more.
  var isAtEnd: Bool {
    if case .compressed(let file) = origin { return file.isAtEnd }
    return position >= fileSize || isCutOff
  }

  /// Reads up to that many bytes; 0 at the end.
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
        // The file became shorter since it was opened.
        isCutOff = count <= 0
        return max(0, count)
      }
    }
  }
}
