import Foundation

/// Finds the pictures of entries on the disk. Nothing remote is ever touched.
public enum LocalImage {
  /// The first of an entry's pictures that lies beside the feed file.
  ///
  /// Only relative addresses and `file:` ones are tried (formats.md, sections 9 and 10), as they are
  /// written, then with percent escapes decoded, each also with `.png`, `.jpg` and `.jpeg` added, since the
  /// demo format leaves them out. Looks at the disk: call it off the main thread.
  /// - Parameters:
  ///   - entry: The entry; its `imageReferences` are tried in order.
  ///   - feedFile: The path of the feed file.
  /// - Returns: The path of an ordinary file, or `nil`.
  /// - Complexity: O(references), with up to eight look-ups on the disk for each.
  public static func path(for entry: FeedEntry, relativeTo feedFile: String) -> String? {
    for reference in entry.imageReferences {
      for candidate in candidates(reference, folder: folder(of: feedFile)) where isOrdinaryFile(candidate) {
        return candidate
      }
    }
    return nil
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The paths that a reference may mean; none for a remote one.
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
      if let decoded = known.removingPercentEncoding, decoded != known { names.append(decoded) }
    }
    return names.filter { !$0.isEmpty && !$0.utf8.contains(0) }.flatMap { name in
      let path = name.hasPrefix("/") ? name : folder + "/" + name
      return [path] + ["png", "jpg", "jpeg"].map { "\(path).\($0)" }
    }
  }

  private static func isOrdinaryFile(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && !isDirectory.boolValue
  }
}
