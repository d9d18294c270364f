import FileNames
import Glibc

/// Resolves references in a feed file to files on this machine. Never accesses the network.
public enum LocalReference {
  /// The path of the regular file that a relative or `file:` reference denotes, relative to the folder of the feed
  /// file.
  ///
  /// Tries the reference as written, without its query and fragment, and percent-decoded; the decoded bytes need not
  /// be UTF-8 (formats.md, sections 8, 10 and 13). Paths are in the form of `PathText`. Accesses the disk: call it
  /// off the main thread.
  /// - Returns: The file's path, or `nil` if there is no such file or the reference is remote.
  public static func path(of reference: String, relativeTo feedFile: String) -> String? {
    candidates(reference, folder: folder(of: feedFile)).first(where: isOrdinaryFile)
  }

  /// Whether a reference denotes something that is not on this machine.
  public static func isRemote(_ reference: String) -> Bool { candidates(reference, folder: "/").isEmpty }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The paths that a reference may denote, the most likely one first; empty for a remote one.
  static func candidates(_ reference: String, folder: String) -> [String] {
    var name = reference
    switch Reference.scheme(of: reference) {
    case nil: break
    case "file":
      name = String(name.dropFirst(5))
      if name.hasPrefix("//") {
        // file://host/path is local only if the host is this machine.
        let rest = name.dropFirst(2)
        let hostEnd = rest.firstIndex(of: "/") ?? rest.endIndex
        guard hostEnd == rest.startIndex || rest[..<hostEnd].lowercased() == "localhost" else { return [] }
        name = String(rest[hostEnd...])
      }
    default: return []
    }
    guard !name.isEmpty, !name.hasPrefix("//"), name.utf8.count <= 4_096 else { return [] }
    var names = [name]
    if let end = name.firstIndex(where: { $0 == "?" || $0 == "#" }) { names.append(String(name[..<end])) }
    for known in names {
      if let decoded = PercentEncoding.decodedBytes(known).map(PathText.text), decoded != known {
        names.append(decoded)
      }
    }
    return names.filter { !$0.isEmpty && !$0.utf8.contains(0) }.map { name in
      name.hasPrefix("/") ? name : folder + "/" + name
    }
  }

  static func isOrdinaryFile(_ path: String) -> Bool {
    var status = stat()
    return PathText.withCString(path) { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
