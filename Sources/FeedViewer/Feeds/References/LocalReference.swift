import FileNames
import Glibc

/// Finds the files on this machine that an address in a feed file means. Nothing remote is ever touched.
public enum LocalReference {
  /// The ordinary file that a relative address or a `file:` one names, seen from the folder of a feed file.
  ///
  /// The address is tried as it is written, without query and fragment, and with percent escapes decoded, whose bytes
  /// need not be UTF-8 (formats.md, sections 8, 10 and 13). Paths are text of `PathText`. Looks at the disk: call it off the main thread.
  /// - Returns: The file's path, or `nil` if there is no such file or the address is remote.
  public static func path(of reference: String, relativeTo feedFile: String) -> String? {
    candidates(reference, folder: folder(of: feedFile)).first(where: isOrdinaryFile)
  }

  /// Whether an address names something that is not on this machine.
  public static func isRemote(_ reference: String) -> Bool { candidates(reference, folder: "/").isEmpty }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The paths that a reference may mean, the likeliest first; none for a remote one.
  static func candidates(_ reference: String, folder: String) -> [String] {
    var name = reference
    switch Reference.scheme(of: reference) {
    case nil: break
    case "file":
      name = String(name.dropFirst(5))
      if name.hasPrefix("//") {
        // file://host/path: only this machine.
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
