import CGtk
import FileNames

/// Tells of every change of a file: written, replaced by another, renamed, deleted, made again.
@MainActor  // said again for the isolated deinit: release builds forget the module's default
public final class FileMonitor {
  /// GIO reports the changes of a file at most so often, in milliseconds.
  private static let rateLimit: Int32 = 100

  private let monitor: GObjectReference<UnsafeMutablePointer<GFileMonitor>>

  /// Watches a file that need not exist yet; nil if the system can't watch it, or any more files.
  ///
  /// - Parameter changed: Called from the main loop for every change, often several times for one.
  public init?(path: String, changed: @escaping () -> Void) {
    let file = GObjectReference(adopting: PathText.withCString(path, g_file_new_for_path)!)
    let made = file.use { g_file_monitor_file($0, G_FILE_MONITOR_WATCH_MOVES, nil, nil) }
    guard let made else { return nil }
    monitor = GObjectReference(adopting: made)
    g_file_monitor_set_rate_limit(made, Self.rateLimit)
    Signal.connect(made, "changed", changed)
  }

  isolated deinit { g_file_monitor_cancel(monitor.pointer) }
}
