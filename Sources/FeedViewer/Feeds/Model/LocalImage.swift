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

  /// What the demo format leaves out.
  private static let suffixes = [".png", ".jpg", ".jpeg"]
}
