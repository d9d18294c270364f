import CGtk

/// The clock of frames and of everything that is scheduled between them.
enum MonotonicClock {
  /// Microseconds since some moment in the past.
  static var now: Int64 { Int64(g_get_monotonic_time()) }
}
