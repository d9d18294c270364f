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

  /// - Parameter changed: Called after each change, or run of changes.
  init(_ path: String, changed: @escaping () -> Void) {
    monitor = FileMonitor(path: path) { [weak self] in self?.noticed(changed) }
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
