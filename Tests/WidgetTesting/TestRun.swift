import Glibc

/// The extent of this test run.
package nonisolated enum TestRun {
  /// Whether tests are left out that cover what others cover, with more cases or for longer: sweeps, thrashing,
  /// long motion. `meson-helpers/test --quick` asks for it and lists what it left out.
  package static let isQuick = getenv("FEED_VIEWER_QUICK_TESTS") != nil
}
