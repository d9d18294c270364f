/// Finds images of entries on the disk. Never accesses the network.
public enum LocalImage {
  /// The first image of an entry that lies beside the feed file.
  ///
  /// Only relative and `file:` references are tried (formats.md, sections 9 and 10): as written, percent-decoded, and
  /// each with `.png`, `.jpg` and `.jpeg` appended, which the demo format omits. Accesses the disk: call it off the
  /// main thread.
  /// - Parameters:
  ///   - entry: The entry; its `imageReferences` are tried in order.
  ///   - feedFile: The path of the feed file.
  /// - Returns: The path of a regular file, or `nil`.
  /// - Complexity: O(references), with up to eight file system calls for each.
  public static func path(for entry: FeedEntry, relativeTo feedFile: String) -> String? {
    let folder = LocalReference.folder(of: feedFile)
    for reference in entry.imageReferences {
      for path in LocalReference.candidates(reference, folder: folder) {
        for candidate in [path] + suffixes.map({ path + $0 }) where LocalReference.isOrdinaryFile(candidate) {
          return candidate
        }
      }
    }
    return nil
  }

  /// The extensions that the demo format omits.
  private static let suffixes = [".png", ".jpg", ".jpeg"]
}
