import FeedViewerBase
import FeedViewerFeeds
import Glibc

/// The files of the last session that are not there: of a disk that is not mounted, or moved or deleted since. They stay in
/// the session until the reader removes them.
nonisolated struct MissingFiles {
  /// A file that is missing.
  struct File {
    let path: FilePath
    /// Its index among all files of the session.
    let index: Int
    /// Why it can't be opened.
    fileprivate(set) var reason: FeedError.Reason

    init(path: FilePath, index: Int, reason: FeedError.Reason) {
      self.path = path
      self.index = index
      self.reason = reason
    }
  }

  /// The most that have rows of their own.
  private static let rowLimit = 20
  /// Stands for all missing files where a list is named by the path of its file; no path of a file.
  static let list = FilePath("missing files")

  /// In the order of the session.
  private(set) var files: [File] = []
  /// Changes with them.
  private(set) var version = 0

  var isEmpty: Bool { files.isEmpty }

  /// Whether they are one row of the sidebar, below the open files, because there are very many.
  var areOneRow: Bool { files.count > Self.rowLimit }

  /// - Complexity: O(n).
  func contains(_ path: FilePath) -> Bool { files.contains { $0.path == path } }

  /// Adds files that are not known to be missing.
  ///
  /// - Complexity: O(n log n).
  mutating func add(_ new: [File]) {
    guard !new.isEmpty else { return }
    var known = Set(files.map(\.path))
    files += new.filter { known.insert($0.path).inserted }
    files.sort { $0.index < $1.index }
    version += 1
  }

  /// Removes files.
  ///
  /// - Returns: Those that were there.
  /// - Complexity: O(n).
  @discardableResult
  mutating func remove(_ paths: Set<FilePath>) -> [File] {
    let removed = files.filter { paths.contains($0.path) }
    guard !removed.isEmpty else { return [] }
    files.removeAll { paths.contains($0.path) }
    version += 1
    return removed
  }

  /// Notes why files are missing now.
  mutating func setReasons(_ reasons: [FilePath: FeedError.Reason]) {
    for index in files.indices { files[index].reason = reasons[files[index].path] ?? files[index].reason }
  }

  /// Puts the files among others, where they were in the session.
  ///
  /// - Parameter others: In order.
  /// - Complexity: O(n).
  func merged(with others: [FilePath]) -> [FilePath] { Self.merge(files, with: others) }

  /// Puts files among others, where they were in the session.
  static func merge(_ files: [File], with others: [FilePath]) -> [FilePath] {
    var merged: [FilePath] = []
    merged.reserveCapacity(files.count + others.count)
    var rest = others[...]
    for file in files {
      let before = rest.prefix(max(0, file.index - merged.count))
      merged += before
      rest = rest.dropFirst(before.count)
      merged.append(file.path)
    }
    return merged + rest
  }
}

/// What was found when missing files were looked for.
nonisolated struct MissingFilesLook: Sendable {
  /// The most places that are watched. Files elsewhere are looked for when others come back, and on request.
  private static let watchLimit = 1_000

  /// Why each file that is not there can't be opened.
  private(set) var reasons: [FilePath: FeedError.Reason] = [:]
  /// What has to come back first: the files, or the folders above them that are not there either.
  private(set) var returning: Set<FilePath> = []

  /// Looks for files: on a worker, because a disk may take long to answer.
  ///
  /// - Complexity: O(n).
  @concurrent
  static func look(for paths: [FilePath]) async -> MissingFilesLook {
    var look = MissingFilesLook()
    var known: [FilePath: FilePath?] = [:]
    for path in paths {
      guard let reason = reason(path) else { continue }
      look.reasons[path] = reason
      if look.returning.count < watchLimit { look.returning.insert(firstMissing(of: path, &known)) }
    }
    return look
  }

  /// Why a file can't be opened; nil if it is there.
  private static func reason(_ path: FilePath) -> FeedError.Reason? {
    path.withCString { access($0, F_OK) } == 0 ? nil : .system(errno)
  }

  /// The first part of a path that is not there.
  ///
  /// - Parameter known: The same of folders; nil for those that are there.
  private static func firstMissing(of path: FilePath, _ known: inout [FilePath: FilePath?]) -> FilePath {
    let folder = path.folder
    guard folder != path else { return path }
    if let first = known[folder] { return first ?? path }
    let first = reason(folder) == nil ? nil : firstMissing(of: folder, &known)
    known[folder] = .some(first)
    return first ?? path
  }
}

/// How missing files are looked for.
struct MissingFilesSearch {
  var isBusy = false
  /// Whether something has changed since the search began.
  var isOutdated = false
  /// The watches of what has to come back first.
  var watches: [FilePath: AnyObject] = [:]
}
