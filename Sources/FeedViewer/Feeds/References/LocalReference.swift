import FeedViewerBase

/// Resolves references in a feed file to files on this machine. Never accesses the network.
///
/// Decides for links, pictures, attachments, pages and everything else that a feed refers to which files may be read.
public enum LocalReference {
  /// The reason why a reference denotes no file that may be read.
  public enum Refusal: Error, Equatable, Sendable {
    /// It denotes something that is not on this machine.
    case remote
    /// There is no such file in the feed's folder or below it.
    case missing
    /// It leads out of the feed's folder, whether or not there is such a file.
    case outside
  }

  /// The canonical path of the regular file that a relative or `file:` reference denotes, in the folder of the feed file or
  /// below it. Open it with `RealFile`: if a symbolic link has taken the place of the file or a folder, it is not followed.
  ///
  /// Tries the reference as written, without its query and fragment, and percent-decoded; the decoded bytes need not
  /// be UTF-8 (formats.md, sections 8, 10 and 13). Paths are in the form of `PathText`. Accesses the disk: call it
  /// off the main thread.
  /// - Parameter endings: What may follow the reference, each tried in order.
  public static func file(
    _ reference: String, of feedFile: String, endings: [String] = [""]
  ) throws(Refusal) -> String {
    let candidates = candidates(reference)
    guard !candidates.isEmpty else { throw .remote }
    let boundary = FolderBoundary(around: feedFile)
    var refusal = Refusal.missing
    for candidate in candidates {
      for ending in endings {
        do throws(FolderBoundary.Refusal) {
          return try boundary.file(at: candidate + ending)
        } catch {
          if error == .outside { refusal = .outside }
        }
      }
    }
    throw refusal
  }

  /// The path of the feed file that an entry of a list of feeds denotes. The reader opens it as any other file, so that it may be
  /// anywhere; nothing is mounted to find it.
  ///
  /// - Returns: The path as written, so that a symbolic link is opened by its own name, but without dots, as other programs name
  ///   the file when they open it. Dots after a symbolic link to a folder stay: they lead elsewhere.
  public static func listedFeed(_ reference: String, in list: String) throws(Refusal) -> String {
    let candidates = candidates(reference)
    guard !candidates.isEmpty else { throw .remote }
    let boundary = FolderBoundary(around: list, isEverywhere: true)
    let folder = FolderBoundary.name(ofFolderOf: list)
    for candidate in candidates {
      let path = candidate.utf8.first == UInt8(ascii: "/") ? candidate : folder + "/" + candidate
      guard let real = try? boundary.file(at: path) else { continue }
      let plain = withoutDots(path)
      let isSame = plain.utf8.count == path.utf8.count || (try? boundary.file(at: plain)) == real
      return isSame ? plain : path
    }
    throw .missing
  }

  /// An absolute path without repeated slashes and without names that are dots, whatever symbolic links there are.
  private static func withoutDots(_ path: String) -> String {
    var names: [Substring.UTF8View] = []
    for name in path.utf8.split(separator: UInt8(ascii: "/")) where !name.elementsEqual(".".utf8) {
      if name.elementsEqual("..".utf8) { _ = names.popLast() } else { names.append(name) }
    }
    return names.reduce(into: "") { $0 += "/" + String(Substring($1)) }
  }

  /// The last path component of an address, percent-decoded; `nil` if there is none or the address holds its file.
  public static func fileName(of address: String) -> String? {
    guard address.prefix(5).lowercased() != "data:" else { return nil }
    let path = address.prefix { $0 != "?" && $0 != "#" }
    guard let last = path.split(separator: "/").last else { return nil }
    return PercentEncoding.decoded(last) ?? String(last)
  }

  /// Whether a reference denotes something that is not on this machine.
  public static func isRemote(_ reference: String) -> Bool { candidates(reference).isEmpty }

  /// The paths that a reference may denote, the most likely one first; empty for a remote one. They are absolute or relative to
  /// the folder of the feed.
  private static func candidates(_ reference: String) -> [String] {
    var name = Array(reference.utf8)[...]
    switch Reference.scheme(of: reference) {
    case nil: break
    case "file":
      name = name.dropFirst(5)
      if name.starts(with: "//".utf8) {
        // file://host/path is local only if the host is this machine.
        let rest = name.dropFirst(2)
        let host = rest.prefix { $0 != UInt8(ascii: "/") }
        guard host.isEmpty || host.map(ASCII.lowercased).elementsEqual("localhost".utf8) else { return [] }
        name = rest[host.endIndex...]
      }
    default: return []
    }
    guard !name.isEmpty, !name.starts(with: "//".utf8), name.count <= 4_096 else { return [] }
    var names = [name]
    if let end = name.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
      names.append(name[..<end])
    }
    for known in names {
      if let decoded = PercentEncoding.decodedBytes(known)?[...], decoded != known { names.append(decoded) }
    }
    return names.filter { !$0.isEmpty && !$0.contains(0) }.map { PathText.text(of: $0) }
  }
}
