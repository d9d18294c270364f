import Foundation
import Testing

/// Runs of the program that the tests were built with.
nonisolated enum Program {
  struct Result: Sendable {
    var status: Int32
    var output: String
    var errors: String
  }

  static var path: String {
    get throws {
      // Executables are built into the folder of the test bundle.
      let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let path = URL(fileURLWithPath: bundle).deletingLastPathComponent().path + "/feed-viewer"
      try #require(FileManager.default.isExecutableFile(atPath: path), "There is no program at \(path).")
      return path
    }
  }

  /// A process that is ready to run.
  /// - Parameters:
  ///   - executable: The program; nil for the one that is tested.
  ///   - environment: Variables to change; nil takes one away.
  static func process(
    _ arguments: [String], of executable: String? = nil, environment: [String: String?] = [:]
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try executable ?? path)
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    variables["GSK_RENDERER"] = "cairo"
    variables["GDK_DEBUG"] = "gl-disable"
    // What a library complains of is a fault: the program does not outlive it.
    variables["G_DEBUG"] = "fatal-warnings"
    // Swift's own handler would return to it from the first breakpoint, with which GLib ends it.
    variables["SWIFT_BACKTRACE"] = "enable=no"
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    return process
  }

  /// Runs the program to its end.
  @concurrent
  static func run(
    _ arguments: [String], of executable: String? = nil, environment: [String: String?] = [:]
  ) async throws -> Result {
    let process = try process(arguments, of: executable, environment: environment)
    let folder = try TemporaryFolder()
    // Files, since a full pipe would stop the program.
    let output = try folder.openFile("output")
    let errors = try folder.openFile("errors")
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try folder.text("output"), errors: try folder.text("errors"))
  }

  static var hasDisplay: Bool {
    let environment = ProcessInfo.processInfo.environment
    return environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil
  }

  static var hasSessionBus: Bool { ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"] != nil }
}

/// A folder that goes away with this object.
nonisolated final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "feed-viewer-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = path + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }

  func text(_ name: String) throws -> String {
    String(decoding: try data(name), as: UTF8.self)
  }

  func data(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)) }

  func openFile(_ name: String) throws -> FileHandle {
    try write("", to: name)
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path + "/" + name))
  }
}

/// Small feeds for tests.
nonisolated enum SampleFeed {
  static func rss(title: String = "A feed", entries: [String]) -> String {
    let items = entries.map {
      "<item><guid>\($0)</guid><title>Title of \($0)</title><link>https://feed.example/\($0)</link>"
        + "<description>Text of \($0).</description></item>"
    }
    return "<rss version=\"2.0\"><channel><title>\(title)</title>\(items.joined())</channel></rss>"
  }
}
