import Foundation
import SoftwareDrawing

/// Runs programs: those that were built with the tests, and tools.
public enum ProgramRun {
  public struct Result: Sendable {
    /// The exit status, or the number of the signal that ended the program.
    public var status: Int32
    public var output: String
    public var errors: String

    public init(status: Int32, output: String, errors: String) {
      self.status = status
      self.output = output
      self.errors = errors
    }
  }

  public struct MissingProgram: Error, CustomStringConvertible {
    public let path: String
    public var description: String { "There is no program at \(path)." }
  }

  public static var hasDisplay: Bool {
    let environment = ProcessInfo.processInfo.environment
    return environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil
  }

  /// The folder that executables are built into, which is the test bundle's.
  public static var buildFolder: String {
    get throws {
      let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(fileURLWithPath: bundle).deletingLastPathComponent().path
    }
  }

  /// The path of an executable of this package.
  /// - Throws: `MissingProgram` if it was not built.
  public static func path(of name: String) throws -> String {
    let path = try buildFolder + "/" + name
    guard FileManager.default.isExecutableFile(atPath: path) else { throw MissingProgram(path: path) }
    return path
  }

  /// A process that is ready to run, without standard input.
  /// - Parameter environment: Variables to change; nil removes one.
  public static func process(
    _ executable: String, _ arguments: [String], environment: [String: String?] = [:]
  ) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    variables.merge(SoftwareDrawing.environment) { $1 }
    // A warning of a library is a fault: it ends the program.
    variables["G_DEBUG"] = "fatal-warnings"
    // Swift's crash handler would return from the breakpoint with which GLib ends the program, and so hide it.
    variables["SWIFT_BACKTRACE"] = "enable=no"
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    process.standardInput = FileHandle.nullDevice
    return process
  }

  /// Runs a program to its end, or kills it after `timeLimit`.
  @concurrent
  public static func run(
    _ executable: String, _ arguments: [String], timeLimit: Duration = .seconds(120),
    environment: [String: String?] = [:]
  ) async throws -> Result {
    let folder = try TemporaryFolder()
    let process = process(executable, arguments, environment: environment)
    // Files, because a program stops when a pipe is full.
    process.standardOutput = try folder.openFile("output")
    process.standardError = try folder.openFile("errors")
    try process.run()
    let deadline = ContinuousClock.now + timeLimit
    while process.isRunning, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(20)) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try folder.text("output"), errors: try folder.text("errors"))
  }
}
