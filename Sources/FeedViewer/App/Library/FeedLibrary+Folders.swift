import FeedViewerBase

/// The folders of OPML files, and the feeds that they name.
extension FeedLibrary {
  /// What an OPML file names; nil of another file, and until the file was read to its end.
  ///
  /// - Complexity: O(1).
  func outlineTree(of path: FilePath) -> OutlineTree? {
    index(ofFile: path).flatMap { files[$0].heading?.outlines }
  }

  /// What an OPML file names, as a folder.
  func outline(of path: FilePath) -> OutlineFolder? { outlineTree(of: path)?.root }

  /// The indices of the sections that a folder of an OPML file has with its subfolders, in the order of the file.
  ///
  /// - Parameter folder: The place of the folder; empty for the whole file.
  /// - Complexity: O(sections of the file).
  func sections(inFolder folder: [Int], of path: FilePath) -> [Int] {
    guard let place = places[path] else { return [] }
    return place.sections.filter { sections[$0].folder.starts(with: folder) }
  }

  /// The open feeds that the outlines of a folder and of its subfolders name, in the order of the shelf.
  ///
  /// - Parameter folder: The place of the folder; empty for the whole file.
  /// - Complexity: O(open files).
  func openFeeds(inFolder folder: [Int] = [], of path: FilePath) -> [FilePath] {
    guard let tree = outlineTree(of: path) else { return [] }
    return files.lazy.map(\.path).filter { tree.names($0, in: folder) }
  }

  /// Those of them that are not open.
  ///
  /// - Parameter folder: The place of the folder; empty for the whole file.
  /// - Complexity: O(feeds of the folder).
  func closedFeeds(inFolder folder: [Int] = [], of path: FilePath) -> [FilePath] {
    outlineTree(of: path)?.feeds(in: folder).filter { index(ofFile: $0) == nil } ?? []
  }
}
