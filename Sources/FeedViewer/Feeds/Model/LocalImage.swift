/// Finds images of entries on the disk. Never accesses the network.
public enum LocalImage {
  /// The first image of an entry that is in the folder of the feed file or below it.
  ///
  /// Only relative and `file:` references are tried (formats.md, sections 9 and 10): as written, percent-decoded, and
  /// each with `.png`, `.jpg` and `.jpeg` appended, which the demo format omits. Accesses the disk: call it off the
  /// main thread.
  /// - Parameters:
  ///   - entry: The entry; its `imageReferences` are tried in order.
  ///   - feedFile: The path of the feed file.
  /// - Returns: The canonical path of a regular file, or `nil`.
  /// - Throws: `.outside` if there is none, and an image would be outside the folder.
  /// - Complexity: O(references), with up to eight paths for each.
  public static func path(
    for entry: FeedEntry, relativeTo feedFile: String
  ) throws(LocalReference.Refusal) -> String? {
    var isOutside = false
    for reference in entry.imageReferences {
      do throws(LocalReference.Refusal) {
        return try LocalReference.file(reference, of: feedFile, endings: endings)
      } catch {
        if error == .outside { isOutside = true }
      }
    }
    if isOutside { throw .outside }
    return nil
  }

  /// The extensions that the demo format omits come after the name as it is.
  public static let endings = ["", ".png", ".jpg", ".jpeg"]
}
