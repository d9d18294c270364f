import Glibc

/// The extent of this test run.
package enum TestRun {
  /// Whether tests take small data: `TEST_QUICK=1`. `meson-helpers/test --quick` sets it.
  package static let isQuick = isSet("TEST_QUICK")
  /// Whether sweeps take all their cases, which takes hours: `TEST_FULL=1`.
  package static let isFull = isSet("TEST_FULL")
  /// Whether a release is tested, as it is delivered: `meson-helpers/test --release`.
  package static let isForRelease = isSet("FEED_VIEWER_RELEASE_TESTS")

  /// How many rounds, rows or bytes a test takes.
  ///
  /// - Parameters:
  ///   - usual: The number in an ordinary run.
  ///   - quick: That with small data; a twentieth of the usual one unless it is given, and one at least.
  ///   - full: That of a run with all cases; the usual one unless it is given.
  package static func count(_ usual: Int, quick: Int? = nil, full: Int? = nil) -> Int {
    if isFull { full ?? usual } else if isQuick { quick ?? max(1, usual / 20) } else { usual }
  }

  private static func isSet(_ name: String) -> Bool { getenv(name).map { String(cString: $0) } == "1" }
}
