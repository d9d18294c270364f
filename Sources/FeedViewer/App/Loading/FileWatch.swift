import GtkInterop

/// Tells when a file has changed and has come to rest.
///
/// Programs write in many small steps, or empty a file before they fill it: the file counts as changed when nothing
/// has happened to it for a while, or now and then while it never rests.
final class FileWatch {
  /// Without a change for so long, in milliseconds, the file is at rest.
  private static let restTime: UInt32 = 200
  /// So many rest times after the first change it is looked at in any case.
  private static let patience = 10

  private var monitor: FileMonitor?
  private var timer: TimeoutSource?
  private var isMoving = false
  private var turns = 0

  private init() {}

  /// Watches a file; nil if the system can't.
  ///
  /// - Parameter changed: Called after each change, or run of changes.
  static func watching(_ path: String, changed: @escaping () -> Void) -> FileWatch? {
    let watch = FileWatch()
    watch.monitor = FileMonitor(path: path) { [weak watch] in watch?.noticed(changed) }
    return watch.monitor == nil ? nil : watch
  }

  private func noticed(_ changed: @escaping () -> Void) {
    isMoving = true
    guard timer == nil else { return }
    turns = 0
    timer = TimeoutSource(milliseconds: Self.restTime) { [weak self] in
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
