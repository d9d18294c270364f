import Foundation
import ProgramRuns

/// Runs of the program that the tests were built with.
nonisolated enum Program {
  static var path: String {
    get throws { try ProgramRun.path(of: "feed-viewer") }
  }

  /// A process that is ready to run.
  /// - Parameters:
  ///   - executable: The program; nil for the one that is tested.
  ///   - environment: Variables to change; nil removes one.
  static func process(
    _ arguments: [String], of executable: String? = nil, environment: [String: String?] = [:]
  ) throws -> Process {
    ProgramRun.process(try executable ?? path, arguments, environment: environment)
  }

  /// Runs the program to its end.
  static func run(
    _ arguments: [String], of executable: String? = nil, environment: [String: String?] = [:]
  ) async throws -> ProgramRun.Result {
    try await ProgramRun.run(try executable ?? path, arguments, environment: environment)
  }

  /// Ends a process and waits until it is gone.
  ///
  /// Otherwise the session bus could still know it as the one instance of the program: the next one would give it its files
  /// and end.
  static func end(_ process: Process) {
    // Processes started from a dispatch thread inherit blocked signals: only SIGKILL reaches them.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  static var hasDisplay: Bool { ProgramRun.hasDisplay }

  static var hasSessionBus: Bool { ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"] != nil }
}
