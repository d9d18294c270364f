import CGtk
import Expectations
import Foundation
import ProgramRuns
import TestRuns
import Testing

/// The program without a session bus, a home folder or disk space.
@Suite(.enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct SurroundingsTests {
  private let folder: TemporaryFolder
  private let feed: String

  init() throws {
    folder = try TemporaryFolder()
    feed = try folder.write(SampleFeed.rss(entries: ["a", "b"]), to: "one.xml")
  }

  nonisolated struct Surroundings: Sendable, CustomTestStringConvertible {
    let name: String
    let environment: [String: String?]
    var testDescription: String { name }
  }

  nonisolated static let surroundings: [Surroundings] = [
    Surroundings(
      name: "no session bus", environment: ["DBUS_SESSION_BUS_ADDRESS": nil, "XDG_RUNTIME_DIR": nil]),
    Surroundings(
      name: "no home", environment: ["HOME": nil, "XDG_RUNTIME_DIR": nil, "XDG_CONFIG_HOME": nil]),
    // Not even root can create a folder there.
    Surroundings(
      name: "a home that can't be written",
      environment: [
        "HOME": "/dev/null/home", "XDG_DATA_HOME": "/dev/null/data", "XDG_CACHE_HOME": "/dev/null/cache",
        "XDG_CONFIG_HOME": "/dev/null/config", "XDG_RUNTIME_DIR": "/dev/null/run",
      ]),
  ]

  /// The variables of a program. Without a home, GLib finds that of the user in the system's files: what is stored must not
  /// go there.
  private func environment(of surroundings: Surroundings) -> [String: String?] {
    surroundings.environment.merging(["XDG_DATA_HOME": folder.path + "/data"]) { own, _ in own }
  }

  /// Any warning of a library would end the program.
  @Test(arguments: surroundings) func aScreenshotIsWritten(in surroundings: Surroundings) async throws {
    let picture = folder.path + "/picture.png"
    let result = try await Program.run(
      ["--screenshot", picture, feed], environment: environment(of: surroundings))
    expect(result.status, equals: 0, "\(result.errors)")
    expect(!result.errors.contains("WARNING") && !result.errors.contains("CRITICAL"), "\(result.errors)")
    try expect(folder.data("picture.png").count > 1_000)
  }

  @Test(arguments: surroundings) func aWindowStaysOpen(in surroundings: Surroundings) async throws {
    let errors = try folder.openFile("errors")
    // Without a separate bus it would pass its file to the instance of another test.
    var environment = environment(of: surroundings)
    environment["DBUS_SESSION_BUS_ADDRESS"] = .some(nil)
    let process = try Program.process(["--debug-log", feed], environment: environment)
    process.standardError = errors
    try process.run()
    defer { Program.end(process) }
    var isShown = false
    for _ in 0..<500 where !isShown {
      try await Task.sleep(for: .milliseconds(20))
      isShown = try folder.text("errors").contains("cached by index path[0:0]")
    }
    expect(isShown)
    // The desktop's list of recent files is written a little later.
    try await Task.sleep(for: .milliseconds(600))
    let text = try folder.text("errors")
    expect(process.isRunning, "\(text)")
    expect(!text.contains("WARNING") && !text.contains("CRITICAL"), "\(text)")
  }

  @Test func aScreenshotOnAFullDiskIsAnError() async throws {
    let picture = folder.path + "/picture.png"
    let program = try Program.process(["--screenshot", picture, feed])
    let arguments = program.arguments ?? []
    let path = try Program.path
    program.executableURL = URL(fileURLWithPath: "/bin/sh")
    // In blocks of 512 or 1,024 bytes: less than the size of the screenshot.
    program.arguments = ["-c", "ulimit -f 2; exec \"$0\" \"$@\"", path] + arguments
    let errors = Pipe()
    program.standardError = errors
    try program.run()
    let status = await Task.detached {
      program.waitUntilExit()
      return (program.terminationReason, program.terminationStatus)
    }.value
    let text = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    expect(status.0 == .exit && status.1 == 1)
    expect(text.contains("“\(picture)” could not be saved: File too large"))
  }

  @Test
  func theListOfRecentFilesSurvivesKilledProcesses() async throws {
    let data = folder.path + "/data"
    let files = try (0..<12).map { try folder.write(SampleFeed.rss(entries: ["e\($0)"]), to: "\($0).xml") }
    let count = TestRun.count(3, quick: 1, full: 12)
    for round in 1...count {
      let environment: [String: String?] = [
        "XDG_DATA_HOME": data, "DBUS_SESSION_BUS_ADDRESS": nil, "XDG_RUNTIME_DIR": nil,
      ]
      let process = try Program.process(Array(files.shuffled().prefix(6)), environment: environment)
      process.standardError = FileHandle.nullDevice
      try process.run()
      let path = data + "/recently-used.xbel"
      try await Task.sleep(for: .milliseconds(Int.random(in: 150...900)))
      // The last process has enough time to write its list.
      for _ in 0..<1_000 where round == count && !FileManager.default.fileExists(atPath: path) {
        try await Task.sleep(for: .milliseconds(20))
      }
      Program.end(process)
      guard let list = try? Data(contentsOf: URL(fileURLWithPath: path)) else { continue }
      expect(Self.isReadable(list), "\(String(decoding: list, as: UTF8.self))")
    }
    expect(FileManager.default.fileExists(atPath: data + "/recently-used.xbel"))
  }

  /// Whether GLib, which writes such lists, can read it.
  private static func isReadable(_ list: Data) -> Bool {
    let bookmarks = g_bookmark_file_new()
    defer { g_bookmark_file_free(bookmarks) }
    return list.withUnsafeBytes {
      g_bookmark_file_load_from_data(
        bookmarks, $0.bindMemory(to: CChar.self).baseAddress, gsize($0.count), nil) != 0
    }
  }
}
