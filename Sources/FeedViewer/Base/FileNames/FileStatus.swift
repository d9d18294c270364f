import Glibc

/// What tells whether a file was replaced or written to since it was looked at.
///
/// A write within the same few milliseconds, the resolution of a file system's times, that does not change the size is not
/// noticed.
public struct FileStatus: Sendable, Equatable {
  /// Tells a file from another one that has taken its name.
  public struct Identity: Sendable, Equatable {
    fileprivate let device: UInt64
    fileprivate let inode: UInt64
  }

  public let identity: Identity
  /// In bytes.
  public let size: Int
  private let seconds: Int
  private let nanoseconds: Int
  /// The time of the last change of its data, names or rights, which no program can set.
  private let change: (seconds: Int, nanoseconds: Int)
  private let mode: mode_t

  /// The state of the file at a path; nil if there is none, or if the system can't tell it.
  public init?(ofFileAt path: String) {
    var status = stat()
    guard PathText.withCString(path, { stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// Nil if the system can't tell it, as `errno` says.
  ///
  /// - Parameter descriptor: That of an open file.
  public init?(ofFile descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
    change = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
    mode = status.st_mode & S_IFMT
  }

  public var isFolder: Bool { mode == S_IFDIR }
  /// Whether it is no folder, pipe, socket or device.
  public var isRegular: Bool { mode == S_IFREG }
  /// The seconds since its data were changed.
  public var age: Int { time(nil) - seconds }

  /// Numbers that tell this state from all others, in later runs of the program, too.
  public var numbers: [UInt64] {
    [identity.device, identity.inode]
      + [size, seconds, nanoseconds, change.seconds, change.nanoseconds].map { UInt64(bitPattern: Int64($0)) }
  }

  public static func == (a: FileStatus, b: FileStatus) -> Bool {
    a.identity == b.identity && a.size == b.size && (a.seconds, a.nanoseconds) == (b.seconds, b.nanoseconds)
  }
}
