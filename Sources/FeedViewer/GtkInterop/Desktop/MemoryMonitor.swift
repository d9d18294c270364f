import CGtk

/// Low-memory warnings of the system (GMemoryMonitor).
///
/// They come from the Low Memory Monitor service or the desktop portal; without either there are none.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
package final class MemoryMonitor {
  private let monitor: GObjectReference<OpaquePointer>?
  private var connection: gulong = 0

  /// - Parameter warned: Called on the main loop for each warning, whatever its level.
  package init(warned: @escaping () -> Void) {
    monitor = g_memory_monitor_dup_default().map { GObjectReference(adopting: $0) }
    if let monitor { connection = Signal.connect(monitor.pointer, "low-memory-warning", warned) }
  }

  isolated deinit {
    if let monitor { Signal.disconnect(monitor.pointer, connection) }
  }
}
