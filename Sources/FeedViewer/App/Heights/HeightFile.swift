import FeedViewerFeeds
import Glibc

/// A file of heights in the cache folder: words that are read as they are, if they were written under the same conditions and
/// are not damaged.
nonisolated struct HeightFile {
  /// "FVHEIGH2", the conditions, a number, and a check sum of the words.
  private static let headerCount = 4
  private static let mark: UInt64 = 0x3248_4749_4548_5646
  /// The largest file that is read, in words.
  private static let wordLimit = 1 << 24

  /// A number that the words must agree with.
  let count: UInt64
  let words: [UInt64]

  init(count: UInt64, words: [UInt64]) {
    self.count = count
    self.words = words
  }

  /// Reads a file; nil if it is not there, damaged, or made under other conditions.
  ///
  /// - Parameter conditions: A hash of the conditions.
  init?(contentsOf path: String, conditions: UInt64) {
    // Without waiting for the other end of a pipe that has the name of such a file.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let count = Int(status.st_size) / 8
    guard status.st_size % 8 == 0, count > Self.headerCount, count <= Self.wordLimit else { return nil }
    var header = [UInt64](repeating: 0, count: Self.headerCount)
    guard Self.fill(&header, from: file), header[0] == Self.mark, header[1] == conditions else { return nil }
    var words = [UInt64](repeating: 0, count: count - Self.headerCount)
    guard Self.fill(&words, from: file), Self.sum(words) == header[3] else { return nil }
    self.init(count: header[2], words: words)
  }

  /// Writes a file under another name first, so that it is never seen half written.
  ///
  /// - Returns: Whether it was written.
  func write(to path: String, conditions: UInt64) -> Bool {
    let temporary = path + ".new"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    let header = [Self.mark, conditions, count, Self.sum(words)]
    let isWritten = Self.write(header, to: file) && Self.write(words, to: file)
    guard close(file) == 0, isWritten, rename(temporary, path) == 0 else {
      unlink(temporary)
      return false
    }
    return true
  }

  private static func fill(_ words: inout [UInt64], from file: Int32) -> Bool {
    words.withUnsafeMutableBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = read(file, bytes.baseAddress! + done, bytes.count - done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  private static func write(_ words: [UInt64], to file: Int32) -> Bool {
    words.withUnsafeBytes { FileWriting.write($0, to: file) } == 0
  }

  /// Depends on the place of each word.
  private static func sum(_ words: [UInt64]) -> UInt64 {
    words.reduce(UInt64(words.count)) { ($0 ^ $1) &* 0x9E37_79B9_7F4A_7C15 ^ ($0 >> 29) }
  }
}
