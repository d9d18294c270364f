import Foundation
import Testing

/// Runs of the examples that the tests were built with.
enum ExampleProgram {
  struct Result: Sendable {
    var status: Int32
    var output: String
    var errors: String
  }

  static var hasDisplay: Bool {
    let environment = ProcessInfo.processInfo.environment
    return environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil
  }

  /// Where executables are built, as the test bundle is.
  static var folder: String {
    get throws {
      let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(fileURLWithPath: bundle).deletingLastPathComponent().path
    }
  }

  static func path(of name: String) throws -> String {
    let path = try folder + "/" + name
    try #require(FileManager.default.isExecutableFile(atPath: path), "There is no program at \(path).")
    return path
  }

  /// A process that is ready to run.
  ///
  /// - Parameter environment: Variables to change; nil takes one away.
  static func process(
    _ executable: String, _ arguments: [String], environment: [String: String?] = [:]
  ) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    variables["GSK_RENDERER"] = "cairo"
    variables["GDK_DEBUG"] = "gl-disable"
    // What a library complains of is a fault: the program does not outlive it.
    variables["G_DEBUG"] = "fatal-warnings"
    variables["SWIFT_BACKTRACE"] = "enable=no"
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    process.standardInput = FileHandle.nullDevice
    return process
  }

  /// Runs a program to its end.
  ///
  /// - Parameter minutes: How long the program may take before it is ended.
  static func run(
    _ executable: String, _ arguments: [String], minutes: Int = 1, environment: [String: String?] = [:]
  ) async throws -> Result {
    let folder = try ScratchFolder()
    let process = process(executable, arguments, environment: environment)
    // Files, since a full pipe would stop the program.
    let files = ["output", "errors"].map { URL(fileURLWithPath: folder.path + "/" + $0) }
    for file in files { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    let deadline = ContinuousClock.now + .seconds(60 * minutes)
    while process.isRunning, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(20)) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try String(contentsOf: files[0], encoding: .utf8),
      errors: try String(contentsOf: files[1], encoding: .utf8))
  }
}

/// A folder that goes away with this object.
final class ScratchFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "virtual-list-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
