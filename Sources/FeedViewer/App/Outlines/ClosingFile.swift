import FeedViewerBase
import LayoutCore

/// A file that is being closed: nothing must keep its rows, which would keep it open.
nonisolated struct ClosingFile {
  let path: FilePath
  /// The paths of the file and its later pages.
  private let paths: Set<FilePath>

  /// - Parameter pages: The paths of its later pages.
  init(path: FilePath, pages: Set<FilePath>) {
    self.path = path
    paths = pages.union([path])
  }

  /// Whether a row is one of the file's, or stands for entries that were not read.
  func holds(_ row: FeedRow) -> Bool { paths.contains(row.path) }
}
