import FeedViewerBase
import Glibc

/// The folder of a file, with everything below it: the only files on this machine that the file's content may make the program
/// read. Paths are compared as bytes and without symbolic links.
public struct FolderBoundary: Sendable {
  /// The reason why a path leads to no file inside.
  public enum Refusal: Error, Equatable, Sendable {
    /// It would be inside, but there is no such file.
    case missing
    /// It leads out of the folder, whether or not there is such a file.
    case outside
    /// It is a folder, a device or a pipe.
    case notRegular
  }

  /// The most symbolic links that are followed on one path, as in the system.
  private static let linkLimit = 40
  private static let slash = UInt8(ascii: "/")

  /// The canonical path of the folder, empty for the root; nil if the file is in no folder.
  private let folder: [UInt8]?
  private let automounts: Automounts
  /// Whether files elsewhere are inside, too, except those that would be mounted.
  private let isEverywhere: Bool

  /// Accesses the disk: call it off the main thread.
  /// - Parameters:
  ///   - file: A path in the form of `PathText`. The folder is that of the file itself, not that of a symbolic link to it. A
  ///     pipe or a device has none.
  ///   - isEverywhere: Whether all files are inside that are found without mounting anything.
  public init(around file: String, isEverywhere: Bool = false, automounts: Automounts = .current) {
    folder = Self.folder(of: file).map { path in
      let bytes = PathText.bytes(of: path)
      return bytes == [Self.slash] ? [] : bytes
    }
    self.automounts = automounts
    self.isEverywhere = isEverywhere
  }

  private static func folder(of file: String) -> String? {
    var status = stat()
    guard PathText.withCString(file, { stat($0, &status) }) == 0 else {
      // The file was removed after it was read. Where a symbolic link led is not known.
      let isLink = PathText.withCString(file) { lstat($0, &status) } == 0
      return isLink ? nil : realPath(of: name(ofFolderOf: file))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    return realPath(of: file).map(name(ofFolderOf:))
  }

  static func name(ofFolderOf path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: Self.slash) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The canonical path of a file: without symbolic links, dots and repeated slashes; nil if there is no such file.
  public static func realPath(of path: String) -> String? {
    guard let real = PathText.withCString(path, { realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return PathText.text(of: real)
  }

  /// The canonical path of the regular file that a path denotes. Nothing that lies outside is opened, and nothing is mounted.
  ///
  /// - Parameter path: In the form of `PathText`; a relative one begins at the folder.
  public func file(at path: String) throws(Refusal) -> String {
    guard let folder = folder ?? (isEverywhere ? [] : nil) else { throw .outside }
    let path = PathText.bytes(of: path)
    guard !path.isEmpty, !path.contains(0) else { throw .missing }
    var place = path[0] == Self.slash ? [] : folder
    var type = S_IFDIR
    var linkCount = 0
    // The names that follow, the next one last.
    var rest = Self.names(of: path)
    while let name = rest.popLast() {
      guard type == S_IFDIR else { throw isInside(place) ? .missing : .outside }
      if name.isEmpty || name == [UInt8(ascii: ".")] { continue }
      if name.elementsEqual("..".utf8) {
        place = Array(place[..<(place.lastIndex(of: Self.slash) ?? 0)])
        continue
      }
      let next = place + [Self.slash] + name
      // These are known to be folders.
      if folder == next || folder.starts(with: next + [Self.slash]) {
        place = next
        continue
      }
      guard !automounts.contain(next) else { throw .outside }
      var status = stat()
      guard PathText.withCString(next, { lstat($0, &status) }) == 0 else {
        throw isInside(next) ? .missing : .outside
      }
      guard status.st_mode & S_IFMT == S_IFLNK else {
        place = next
        type = status.st_mode & S_IFMT
        continue
      }
      linkCount += 1
      guard linkCount <= Self.linkLimit, let target = Self.target(ofLink: next) else {
        throw isInside(next) ? .missing : .outside
      }
      if target[0] == Self.slash { place = [] }
      rest += Self.names(of: target)
    }
    guard isInside(place) else { throw .outside }
    guard type == S_IFREG else { throw .notRegular }
    return PathText.text(of: place)
  }

  private func isInside(_ place: [UInt8]) -> Bool {
    guard let folder, !isEverywhere else { return isEverywhere }
    return place == folder || place.starts(with: folder + [Self.slash])
  }

  /// The names in a path, the first one last. The name after a slash at the end is empty.
  private static func names(of path: [UInt8]) -> [[UInt8]] {
    path.split(separator: slash, omittingEmptySubsequences: false).reversed().map(Array.init)
  }

  private static func target(ofLink path: [UInt8]) -> [UInt8]? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = PathText.withCString(path) { readlink($0, &target, target.count) }
    return count > 0 ? target[..<count].map { UInt8(bitPattern: $0) } : nil
  }
}
