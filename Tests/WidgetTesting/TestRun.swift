import Glibc

/// How much the tests of this run are to look at.
package nonisolated enum TestRun {
  /// Whether tests are left out that look at the same things as others do, in more cases or for longer: sweeps, thrashing,
  /// long motion. `meson-helpers/test --quick` asks for it and lists what it left out.
  package static let isQuick = getenv("FEED_VIEWER_QUICK_TESTS") != nil
}
