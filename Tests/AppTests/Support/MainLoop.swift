import CGtk

/// Runs GTK's main loop from tests.
enum MainLoop {
  /// Runs GTK's loop and the main actor's tasks until `condition` holds.
  /// - Returns: Whether it did within about a minute.
  static func settle(until condition: () -> Bool) async throws -> Bool {
    for _ in 0..<30_000 {
      while g_main_context_iteration(nil, 0) != 0 {}
      if condition() { return true }
      try await Task.sleep(for: .milliseconds(2))
    }
    return false
  }
}
