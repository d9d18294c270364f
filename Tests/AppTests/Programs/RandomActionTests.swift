import Expectations
import Foundation
import ProgramRuns
import TestRuns
import Testing

/// The program in a session of its own, with somebody who does anything. `RandomReader` says what.
@Suite(
  .serialized,
  .enabled(if: RandomSession.isPossible, "needs Xvfb, dbus-daemon and the library of xdotool (libxtst6)"))
nonisolated struct RandomActionTests {
  @Test func theProgramStandsRandomActions() async throws {
    let result = try await ProgramRun.run(
      try ProgramRun.path(of: "RandomReader"),
      [try Program.path, "\(RandomSession.actionCount)", RandomSession.seed],
      timeLimit: .seconds(300 + RandomSession.actionCount / 5))
    expect(result.status, equals: 0, "\(result.output)\(result.errors)")
  }
}

private nonisolated enum RandomSession {
  static let isPossible =
    ["Xvfb", "dbus-daemon"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0) }
    && dlopen("libXtst.so.6", RTLD_LAZY) != nil

  /// With `TEST_FULL=1` it takes about half an hour.
  static let actionCount = TestRun.count(500, quick: 150, full: 50_000)

  /// Another one with `RANDOM_SEED`.
  static let seed = ProcessInfo.processInfo.environment["RANDOM_SEED"] ?? "1"
}
