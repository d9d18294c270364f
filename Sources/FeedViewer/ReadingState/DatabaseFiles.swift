import Glibc
import Messages

/// Distinguishes a file from another one that has taken its name.
struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// nil if there is no such file.
  init?(of path: String) {
    guard let status = Self.status(of: path) else { return nil }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }

  /// The size in bytes; nil if there is no such file.
  static func size(of path: String) -> Int? { status(of: path).map { Int($0.st_size) } }

  /// The seconds since the file was changed; nil if there is no such file.
  static func age(of path: String) -> Int? { status(of: path).map { time(nil) - $0.st_mtim.tv_sec } }

  static func isFolder(_ path: String) -> Bool {
    status(of: path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}

/// A database and the files that SQLite keeps beside it.
///
/// The files are only renamed, never opened: closing any file descriptor of a database releases all locks that the
/// process holds on it (fcntl(2), "record locks").
struct DatabaseFiles {
  private static let companions = ["", "-wal", "-shm"]

  let path: String
  /// For this time, in seconds, an empty file may be one that another process is about to fill.
  private static let creationTime = 10

  /// Whether the file has lost its contents, which SQLite takes for a new database.
  var isEmptied: Bool {
    guard FileIdentity.size(of: path) == 0, let age = FileIdentity.age(of: path) else { return false }
    return age >= Self.creationTime || FileIdentity.size(of: path + "-wal") ?? 0 > 0
  }

  /// Renames the files, so that a new database can take their place.
  ///
  /// - Returns: The new name of the database; nil if it can't be renamed.
  func moveAside() -> String? {
    let date = Self.dateText()
    let stem = path.hasSuffix(".sqlite") ? String(path.dropLast(7)) : path
    for number in 1...100 {
      let suffix = number == 1 ? "" : " \(number)"
      let target = "\(stem) damaged \(date)\(suffix).sqlite"
      guard FileIdentity(of: target) == nil else { continue }
      guard rename(path, target) == 0 else { return nil }
      for companion in Self.companions.dropFirst() { rename(path + companion, target + companion) }
      return target.split(separator: "/").last.map(String.init)
    }
    return nil
  }

  /// "2026-11-22 15.40.12".
  private static func dateText() -> String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      + " \(two(parts.tm_hour)).\(two(parts.tm_min)).\(two(parts.tm_sec))"
  }

  var exists: Bool { FileIdentity(of: path) != nil }

  private var folder: String { path.split(separator: "/").dropLast().map { "/" + $0 }.joined() }

  /// Whether the database and the files beside it can be written.
  var isWritable: Bool { access(folder, W_OK) == 0 && (!exists || access(path, W_OK) == 0) }

  /// The reason why the database can't be read; nil if it can, or if there is none.
  var readingProblem: Message? {
    exists && access(path, R_OK) != 0 ? Message("\(String(cString: strerror(errno)))") : nil
  }

  /// Creates the folders above the database, which only the user may enter.
  ///
  /// - Returns: The reason if that is impossible.
  func makeFolder() -> Message? {
    var made = ""
    for part in path.split(separator: "/").dropLast() {
      made += "/" + part
      guard !FileIdentity.isFolder(made), mkdir(made, 0o700) != 0, errno != EEXIST else { continue }
      return Message("the folder \(made) can't be created (\(String(cString: strerror(errno))))")
    }
    return FileIdentity.isFolder(folder) ? nil : Message("\(folder) is not a folder")
  }
}
