import Glibc

/// The extent of this test run.
package nonisolated enum TestRun {
  /// Whether tests are left out that cover what others cover, with more cases or for longer: sweeps, thrashing,
  /// long motion. `meson-helpers/test --quick` asks for it and lists what it left out.
  package static let isQuick = getenv("FEED_VIEWER_QUICK_TESTS") != nil
  /// Whether sweeps take all their cases, which takes hours: `TEST_FULL=1`.
  package static let isFull = getenv("TEST_FULL").map { String(cString: $0) } == "1"
  /// Whether a release is tested, as it is delivered: `meson-helpers/test --release`.
  package static let isForRelease = getenv("FEED_VIEWER_RELEASE_TESTS") != nil
}
