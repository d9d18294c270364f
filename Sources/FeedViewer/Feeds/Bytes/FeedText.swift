import Glibc
import Synchronization

/// The decoded text of a file, of which pieces can be read again after the file was read.
///
/// The part of the text that is in the file byte for byte is read from there. A text that had to be decompressed or
/// decoded is copied, from the first byte that differs: a short one in memory, a longer one in a temporary file that has
/// no name, so that it is gone when it is not needed any more.
///
/// The file stays open, so that it can be read after it was moved, deleted or replaced. If it was truncated or written to,
/// what is read is wrong or missing: callers must check it.
public final class FeedText: Sendable {
  /// The most bytes of a copy in memory.
  static let memoryLimit = 256 << 10

  private struct State {
    /// The end of the text that is in the file byte for byte, at `shift`.
    var verbatimEnd = 0
    var shift = 0
    /// The end of the text.
    var end = 0
    /// The text after `verbatimEnd`, as long as it is short.
    var memory: [UInt8] = []
    /// The temporary file with the text after `verbatimEnd`.
    var spool: Int32?
    /// Whether nothing more can be kept, because there is no room for a temporary file.
    var isIncomplete = false
  }

  private let descriptor: Int32?
  /// Whether text that is not in the file is copied.
  private let keepsCopy: Bool
  private let state = Mutex(State())

  /// - Parameters:
  ///   - descriptor: The open file, which is closed at the end; nil if all of the text is to be copied.
  ///   - keepsCopy: Whether text that is not in the file is copied; otherwise it can't be read.
  init(descriptor: Int32?, keepsCopy: Bool = true) {
    self.descriptor = descriptor
    self.keepsCopy = keepsCopy
  }

  deinit {
    if let descriptor { close(descriptor) }
    state.withLock { if let spool = $0.spool { close(spool) } }
  }

  /// Takes the next piece of the text.
  ///
  /// - Parameter shift: The offset in the file of the text's first byte, if the text up to the end of the piece is in the
  ///   file byte for byte; else nil.
  func append(_ bytes: UnsafeBufferPointer<UInt8>, shift: Int?) {
    state.withLock { state in
      if let shift, descriptor != nil, state.verbatimEnd == state.end {
        state.shift = shift
        state.end += bytes.count
        state.verbatimEnd = state.end
        return
      }
      guard keepsCopy else {
        state.end += bytes.count
        return
      }
      guard !state.isIncomplete else { return }
      if state.spool == nil {
        if state.memory.count + bytes.count <= Self.memoryLimit {
          state.memory += bytes
          state.end += bytes.count
          return
        }
        state.spool = Self.temporaryFile()
        let copied = state.memory.withUnsafeBufferPointer { Self.write($0, to: state.spool) }
        guard copied else {
          // What is in memory can be read; nothing follows it.
          state.isIncomplete = true
          if let spool = state.spool { close(spool) }
          state.spool = nil
          return
        }
        state.memory = []
      }
      if Self.write(bytes, to: state.spool) { state.end += bytes.count } else { state.isIncomplete = true }
    }
  }

  /// Whether a piece of the text can be read.
  func holds(_ range: Range<Int>) -> Bool { state.withLock { range.upperBound <= $0.end } }

  /// Reads a piece of the text; nil if it is not there, or no UTF-8, such as after the file was written to.
  ///
  /// - Complexity: O(length of the piece); reads the disk.
  func piece(_ range: Range<Int>) -> GroupText? {
    let state = state.withLock { $0 }
    guard range.upperBound <= (keepsCopy ? state.end : state.verbatimEnd) else { return nil }
    let text = GroupText(count: range.count) { target in
      let split = min(max(state.verbatimEnd, range.lowerBound), range.upperBound)
      let verbatim = UnsafeMutableRawBufferPointer(rebasing: target[..<(split - range.lowerBound)])
      let copied = UnsafeMutableRawBufferPointer(rebasing: target[(split - range.lowerBound)...])
      return Self.read(verbatim, from: descriptor, at: range.lowerBound + state.shift)
        && Self.read(copied, of: state, at: split - state.verbatimEnd)
    }
    guard let text else { return nil }
    if UTF8Check.isText(text.base, count: text.count) { return text }
    guard UTF8Check.examine(text.base, count: text.count).validCount == text.count else { return nil }
    // The text was not decoded when its place was found.
    return GroupText(TextCleaning.cleaned(text.base, count: text.count))
  }

  private static func read(_ target: UnsafeMutableRawBufferPointer, of state: State, at offset: Int) -> Bool {
    guard !target.isEmpty, state.spool == nil else { return read(target, from: state.spool, at: offset) }
    state.memory.withUnsafeBytes {
      target.copyMemory(from: .init(rebasing: $0[offset..<offset + target.count]))
    }
    return true
  }

  private static func read(_ target: UnsafeMutableRawBufferPointer, from file: Int32?, at offset: Int) -> Bool
  {
    guard !target.isEmpty else { return true }
    guard let file else { return false }
    var done = 0
    while done < target.count {
      let count = pread(file, target.baseAddress! + done, target.count - done, off_t(offset + done))
      if count < 0, errno == EINTR { continue }
      // The file was truncated, or can't be read any more.
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to file: Int32?) -> Bool {
    guard let file else { return false }
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(file, bytes.baseAddress! + done, bytes.count - done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
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
