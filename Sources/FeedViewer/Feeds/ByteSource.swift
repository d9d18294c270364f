import Glibc

/// The bytes of a file, one piece after the other: from the disk, or from memory.
///
/// Pieces are read with `read` rather than mapped: a file that is cut off while it is mapped would end the program.
struct ByteSource: ~Copyable {
  private enum Origin {
    case descriptor(Int32)
    case memory(UnsafeRawBufferPointer)
  }

  private let origin: Origin
  /// What is read at most: the size of the file when it was opened.
  let size: Int
  private var position = 0
  private var isCutOff = false
  /// Why reading stopped before the end.
  private(set) var failure: FeedError.Reason?

  /// - Parameter bytes: Must live as long as the source.
  init(_ bytes: UnsafeRawBufferPointer) {
    origin = .memory(bytes)
    size = bytes.count
  }

  /// Opens an ordinary file.
  /// - Throws: Why it can't be read: it is missing, forbidden, too large or of another kind.
  init(openingFileAt path: String, sizeLimit: Int) throws(FeedError) {
    // Without O_NONBLOCK opening a pipe would wait for its other end.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
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
    size = Int(status.st_size)
  }

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
    }
  }

  /// All bytes that are left.
  mutating func readAll() -> [UInt8] {
    let wanted = size - position
    return [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      while count < wanted, !isAtEnd { count += read(into: start + count, limit: wanted - count) }
    }
  }

  /// Whether all bytes are read, or none can be read any more.
  var isAtEnd: Bool { position >= size || isCutOff }

  /// Reads up to that many bytes; 0 at the end.
  mutating func read(into target: UnsafeMutablePointer<UInt8>, limit: Int) -> Int {
    let wanted = min(limit, size - position)
    guard wanted > 0, !isCutOff else { return 0 }
    switch origin {
    case .memory(let bytes):
      if let start = bytes.baseAddress { memcpy(target, start + position, wanted) }
      position += wanted
      return wanted
    case .descriptor(let descriptor):
      while true {
        let count = Glibc.read(descriptor, target, wanted)
        if count < 0, errno == EINTR { continue }
        if count < 0 { failure = .system(errno) }
        position += max(0, count)
        // The file became shorter since it was opened.
        isCutOff = count <= 0
        return max(0, count)
      }
    }
  }
}
