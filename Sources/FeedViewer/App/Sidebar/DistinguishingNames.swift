import FeedViewerBase

/// Tells feeds of the same title apart by their files.
nonisolated enum DistinguishingNames {
  /// A text for each feed whose title another feed has, too: the name of its file or, if that is the same as well, the
  /// shortest end of its path that differs, such as "blog/feed.xml".
  ///
  /// - Complexity: O(length of all paths).
  static func names(of feeds: [(path: FilePath, title: String)]) -> [FilePath: String] {
    var names: [FilePath: String] = [:]
    for sameTitle in Dictionary(grouping: feeds, by: { $0.title }).values where sameTitle.count > 1 {
      distinguish(sameTitle.map { ($0.path, $0.path.name, $0.path.folder) }, in: &names)
    }
    return names
  }

  /// - Parameter files: Each with the end of its path that was tried so far, and the folder before that.
  private static func distinguish(
    _ files: [(path: FilePath, end: FilePath, folder: FilePath)], in names: inout [FilePath: String]
  ) {
    var files = files
    while !files.isEmpty {
      var longer: [(path: FilePath, end: FilePath, folder: FilePath)] = []
      for sameEnd in Dictionary(grouping: files, by: { $0.end }).values {
        for file in sameEnd {
          // The whole path differs from any other.
          if sameEnd.count == 1 || file.folder == file.folder.folder {
            names[file.path] = file.end.display
          } else {
            longer.append((file.path, file.folder.name.appending(file.end), file.folder.folder))
          }
        }
      }
      files = longer
    }
  }
}
