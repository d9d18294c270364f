extension FeedReader {
  /// The name of the encoding that a file is read in at first, such as "UTF-8" or "WINDOWS-1252".
  ///
  /// - Parameter path: A file system path.
  /// - Returns: Nil if the file can't be opened.
  /// - Complexity: O(1): the first kilobyte of its text is read.
  public static func encodingName(ofFileAt path: String) -> String? {
    guard var source = ByteSource(openingTextOfFileAt: path) else { return nil }
    return Encoding.of(source.beginning(1_024)).name
  }
}
