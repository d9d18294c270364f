import FeedViewerBase
import Glibc

/// A file that stays open as long as its text is used, even after it was moved, deleted or replaced.
final class OpenedFile: Sendable {
  let descriptor: Int32

  /// - Parameter descriptor: Is closed at the end.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// The present state; nil if the system can't tell it.
  var status: FileStatus? { FileStatus(of: descriptor) }
}

/// What tells whether a file was replaced or written to since it was looked at.
///
/// A write within the same few milliseconds, the resolution of a file system's times, that does not change the size is not
/// noticed.
public struct FileStatus: Sendable, Equatable {
  private let device: UInt64
  private let inode: UInt64
  /// In bytes.
  public let size: Int
  private let seconds: Int
  private let nanoseconds: Int
  /// The time of the last change of its data, names or rights, which no program can set.
  private let change: (seconds: Int, nanoseconds: Int)

  /// The state of the file at a path; nil if the system can't tell it.
  public init?(ofFileAt path: String) {
    var status = stat()
    guard PathText.withCString(path, { stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// Nil if the system can't tell it.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
    change = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
  }

  /// Numbers that tell this state from all others, in later runs of the program, too.
  public var numbers: [UInt64] {
    [device, inode]
      + [size, seconds, nanoseconds, change.seconds, change.nanoseconds].map { UInt64(bitPattern: Int64($0)) }
  }

  public static func == (a: FileStatus, b: FileStatus) -> Bool {
    a.isSameFile(as: b) && a.size == b.size && (a.seconds, a.nanoseconds) == (b.seconds, b.nanoseconds)
  }

  /// Whether both are states of one file, and not of two that had the same name.
  func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}
