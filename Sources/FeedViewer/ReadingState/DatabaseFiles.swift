import FeedViewerBase
import Glibc

/// What is seen of a database from outside. While it stays, nobody has removed, replaced or overwritten its files.
struct DatabaseStamp: Equatable, Sendable {
  private let status: FileStatus?
  /// Those of the files that SQLite keeps beside it; nil for those that are not there.
  private let companions: [FileStatus.Identity?]

  init(of path: String) {
    status = FileStatus(ofFileAt: path)
    companions = DatabaseFiles.companions.map { FileStatus(ofFileAt: path + $0)?.identity }
  }

  /// Whether both have the same files, with whatever contents.
  func hasSameFiles(as other: DatabaseStamp) -> Bool {
    status?.identity == other.status?.identity && companions == other.companions
  }

  /// Whether the log is the same file, and the database is not.
  func hasOnlyLog(of other: DatabaseStamp) -> Bool {
    status?.identity != other.status?.identity && companions[0] != nil && companions[0] == other.companions[0]
  }
}

/// A database and the files that SQLite keeps beside it.
///
/// The files are only renamed, never opened: closing any file descriptor of a database releases all locks that the
/// process holds on it (fcntl(2), "record locks").
struct DatabaseFiles {
  /// What SQLite appends to the database's name for its log, and for the memory that connections share.
  static let companions = ["-wal", "-shm"]

  let path: String
  /// For this time, in seconds, an empty file may be one that another process is about to fill.
  private static let creationTime = 10

  /// Whether the file has lost its contents, which SQLite takes for a new database.
  var isEmptied: Bool {
    guard let status = FileStatus(ofFileAt: path), status.size == 0 else { return false }
    return status.age >= Self.creationTime || FileStatus(ofFileAt: path + "-wal")?.size ?? 0 > 0
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
      guard FileStatus(ofFileAt: target) == nil else { continue }
      guard Self.rename(path, to: target) else { return nil }
      for companion in Self.companions { _ = Self.rename(path + companion, to: target + companion) }
      return target.split(separator: "/").last.map(String.init)
    }
    return nil
  }

  /// Gives a file another name, in place of the file that has it.
  ///
  /// - Returns: Whether it has that name now.
  static func rename(_ path: String, to target: String) -> Bool {
    PathText.withCString(path) { path in PathText.withCString(target) { Glibc.rename(path, $0) } } == 0
  }

  func removeCompanions() { for companion in Self.companions { Self.remove(path + companion) } }

  static func remove(_ path: String) { _ = PathText.withCString(path) { unlink($0) } }

  /// "2026-11-22 15.40.12".
  private static func dateText() -> String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      + " \(two(parts.tm_hour)).\(two(parts.tm_min)).\(two(parts.tm_sec))"
  }

  var exists: Bool { FileStatus(ofFileAt: path) != nil }

  private var folder: String {
    let folder = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    return folder.isEmpty ? "/" : folder
  }

  /// Whether the database and the files beside it can be written.
  var isWritable: Bool { Self.allows(W_OK, folder) && (!exists || Self.allows(W_OK, path)) }

  /// The reason why the database can't be read; nil if it can, or if there is none.
  var readingProblem: Message? {
    exists && !Self.allows(R_OK, path) ? Message("\(String(cString: strerror(errno)))") : nil
  }

  private static func allows(_ use: Int32, _ path: String) -> Bool {
    PathText.withCString(path) { access($0, use) } == 0
  }

  /// Creates the folders above the database, which only the user may enter.
  ///
  /// - Returns: The reason if that is impossible.
  func makeFolder() -> Message? {
    var made = ""
    for part in path.split(separator: "/").dropLast() {
      made += "/" + part
      guard FileStatus(ofFileAt: made)?.isFolder != true,
        PathText.withCString(made, { mkdir($0, 0o700) }) != 0,
        errno != EEXIST
      else { continue }
      return Message("the folder \(made) can’t be created (\(String(cString: strerror(errno))))")
    }
    return FileStatus(ofFileAt: folder)?.isFolder == true ? nil : Message("\(folder) is not a folder")
  }
}
