import CGtk

/// Warnings of the system that memory runs low (GMemoryMonitor).
///
/// They come from the Low Memory Monitor service or the desktop portal; without either none ever comes.
@MainActor  // said again for the isolated deinit: release builds forget the module's default
public final class MemoryMonitor {
  private let monitor: GObjectReference<OpaquePointer>?
  private var connection: gulong = 0

  /// - Parameter warned: Called on the main loop at each warning, of whatever level.
  public init(warned: @escaping () -> Void) {
    monitor = g_memory_monitor_dup_default().map { GObjectReference(adopting: $0) }
    if let monitor { connection = Signal.connect(monitor.pointer, "low-memory-warning", warned) }
  }

  isolated deinit {
    if let monitor { Signal.disconnect(monitor.pointer, connection) }
  }
}
