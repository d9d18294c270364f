import FeedViewerBase

/// Reports every change of what a path names: written, replaced, renamed, deleted or created again.
///
/// It follows the path and not the file that the path names now: folders on the way may be replaced, and symbolic links may
/// lead elsewhere.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
package final class FileMonitor {
  private let place: WatchedPlace
  private let number: Int

  /// Watches a file, which need not exist yet, and neither need its folders; nil if the system has no watches left.
  ///
  /// - Parameters:
  ///   - path: An absolute path.
  ///   - changed: Called on the main loop for every change, often several times for one change.
  package init?(path: FilePath, changed: @escaping () -> Void) {
    place = WatchedPlace.at(path)
    number = place.add(changed)
    guard place.isWatched else { return nil }
  }

  isolated deinit { place.remove(number) }
}
