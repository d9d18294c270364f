import FeedViewerBase
import GtkInterop

/// Reports that a file has changed, after its changes have settled.
///
/// Programs write in many small steps, or truncate a file before they fill it. A change is therefore reported when
/// the file has not changed for a while, and now and then if it never settles.
final class FileWatch {
  /// The usual time without changes after which a file has settled, in milliseconds.
  static let usualRestTime: UInt32 = 200
  /// A file that does not settle is reported after this many settling times.
  private static let patience = 10

  private var monitor: FileMonitor?
  private var timer: TimeoutSource?
  private var isMoving = false
  private var turns = 0

  private let restTime: UInt32

  private init(restTime: UInt32) { self.restTime = restTime }

  /// Watches a file; nil if the system can't.
  ///
  /// - Parameters:
  ///   - restTime: The time without changes after which the file has settled, in milliseconds.
  ///   - changed: Called after each change or series of changes.
  static func watching(
    _ path: FilePath, restTime: UInt32 = usualRestTime, changed: @escaping () -> Void
  ) -> FileWatch? {
    let watch = FileWatch(restTime: restTime)
    watch.monitor = FileMonitor(path: path) { [weak watch] in watch?.noticed(changed) }
    return watch.monitor == nil ? nil : watch
  }

  private func noticed(_ changed: @escaping () -> Void) {
    isMoving = true
    guard timer == nil else { return }
    turns = 0
    timer = TimeoutSource(milliseconds: restTime) { [weak self] in
      guard let self else { return .done }
      self.turns += 1
      let wasMoving = self.isMoving
      self.isMoving = false
      if wasMoving, self.turns < Self.patience { return .again }
      self.timer = nil
      changed()
      return .done
    }
  }
}
