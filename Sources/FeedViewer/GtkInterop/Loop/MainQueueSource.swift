import CGtk
import Dispatch  // links libdispatch, whose main queue this file drains
import Glibc

/// Drains libdispatch's main queue, and with it the main actor, from GLib's main loop.
public enum MainQueueSource {
  private static var isAttached = false

  /// Call on the main thread before the loop runs; further calls do nothing.
  public static func attach() {
    guard !isAttached else { return }
    isAttached = true
    g_unix_fd_add_full(
      G_PRIORITY_DEFAULT, _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
      { eventfd, _, _ in
        // Draining does not reset the eventfd; left readable it would spin the loop.
        var wakeups: UInt64 = 0
        _ = read(eventfd, &wakeups, MemoryLayout<UInt64>.size)
        _dispatch_main_queue_callback_4CF(nil)
        return gboolean(1)
      }, nil, nil)
  }
}
