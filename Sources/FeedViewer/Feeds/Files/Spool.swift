import Glibc

/// Bytes that are appended once and read at any place: few are in memory, more in a temporary file that has no name, so that
/// it is gone when it is not needed any more.
struct Spool: ~Copyable {
  /// The most bytes in memory.
  static let memoryLimit = 256 << 10

  private(set) var count = 0
  private var memory: [UInt8] = []
  private var file: Int32?
  private let sizeLimit: Int
  /// Whether nothing more can be kept, because there is no room for it in a temporary file.
  private(set) var isFull = false

  /// - Parameter sizeLimit: The most bytes that are kept. A small file may decompress to more than the disk holds.
  init(sizeLimit: Int = FeedLimits.fileSize) { self.sizeLimit = sizeLimit }

  deinit { if let file { close(file) } }

  /// The size of the temporary file in bytes.
  var fileSize: Int { file == nil ? 0 : count }

  /// Appends bytes, if there is room.
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard !isFull else { return }
    guard bytes.count <= sizeLimit - count else {
      isFull = true
      return
    }
    if file == nil {
      if memory.count + bytes.count <= Self.memoryLimit {
        memory += bytes
        count += bytes.count
        return
      }
      let new = Self.temporaryFile()
      guard let new, memory.withUnsafeBufferPointer({ Self.write($0, to: new) }) else {
        // What is in memory can be read; nothing follows it.
        if let new { close(new) }
        isFull = true
        return
      }
      file = new
      memory = []
    }
    if let file, Self.write(bytes, to: file) { count += bytes.count } else { isFull = true }
  }

  /// Reads bytes.
  ///
  /// - Returns: Whether they are there.
  func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    guard offset + target.count <= count else { return false }
    if let file { return Self.read(into: target, from: file, at: offset) }
    memory.withUnsafeBytes { target.copyMemory(from: .init(rebasing: $0[offset..<offset + target.count])) }
    return true
  }

  /// Reads bytes of a file, wherever others read it.
  ///
  /// - Returns: Whether all of them are there.
  static func read(into target: UnsafeMutableRawBufferPointer, from file: Int32, at offset: Int) -> Bool {
    readSome(into: target, from: file, at: offset) == target.count
  }

  /// Reads bytes of a file, wherever others read it.
  ///
  /// - Returns: The number of those that are there.
  static func readSome(into target: UnsafeMutableRawBufferPointer, from file: Int32, at offset: Int) -> Int {
    var done = 0
    while done < target.count {
      let count = pread(file, target.baseAddress! + done, target.count - done, off_t(offset + done))
      if count < 0, errno == EINTR { continue }
      // The file ends here, was truncated, or can't be read any more.
      guard count > 0 else { break }
      done += count
    }
    return done
  }

  private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to file: Int32) -> Bool {
    FileWriting.write(UnsafeRawBufferPointer(bytes), to: file) == 0
  }

  /// An open file without a name, in the folder for large temporary files.
  private static func temporaryFile() -> Int32? {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    var name = Array("\(folder)/feed-viewer-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { return nil }
    unlink(name)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return keepable(file)
  }

  /// The open file; nil, after closing it, if that would leave few descriptors for other files.
  static func keepable(_ file: Int32) -> Int32? {
    guard file >= 0 else { return nil }
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
      UInt(file) >= limit.rlim_cur / 4 * 3
    {
      close(file)
      return nil
    }
    return file
  }
}
