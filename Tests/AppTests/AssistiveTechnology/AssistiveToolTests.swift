import Foundation
import ProgramRuns
import Testing

/// The list as seen by an assistive tool through AT-SPI.
@Suite(
  .serialized,
  .enabled(
    if: Program.hasDisplay && Program.hasSessionBus && AssistiveTool.isInstalled,
    "needs a display, a session bus, AT-SPI for Python (gir1.2-atspi-2.0, python3-gi) and xdotool"))
struct AssistiveToolTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func rowsHaveRolesNamesBoundsFocusAndSelection() async throws {
    let entries = (0..<60).map { "e\($0)" }
    let path = try folder.write(SampleFeed.rss(entries: entries), to: "one.xml")
    let program = try Program.process(["--size", "480x700", path])
    program.standardOutput = FileHandle.nullDevice
    program.standardError = FileHandle.nullDevice
    try program.run()
    // Processes started from a dispatch thread inherit blocked signals: only SIGKILL reaches it.
    defer { kill(program.processIdentifier, SIGKILL) }
    let result = try await AssistiveTool.run("list.py", program.processIdentifier, entries.count, in: folder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }
}

/// Scripts that play the part of an assistive tool.
nonisolated enum AssistiveTool {
  private static let python = "/usr/bin/python3"

  static let isInstalled: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      "command -v xdotool && \(python) -c 'import gi; gi.require_version(\"Atspi\", \"2.0\"); "
        + "from gi.repository import Atspi'",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  /// Runs one of the scripts to its end.
  @concurrent
  static func run(
    _ script: String, _ process: Int32, _ rows: Int, in folder: TemporaryFolder
  ) async throws -> ProgramRun.Result {
    let tool = Process()
    tool.executableURL = URL(fileURLWithPath: python)
    tool.arguments = [
      "\(PackageSources.root)/Tests/AppTests/AssistiveTools/\(script)", "\(process)", "\(rows)",
    ]
    let output = try folder.openFile("tool output")
    let errors = try folder.openFile("tool errors")
    tool.standardInput = FileHandle.nullDevice
    tool.standardOutput = output
    tool.standardError = errors
    try tool.run()
    tool.waitUntilExit()
    return ProgramRun.Result(
      status: tool.terminationStatus, output: try folder.text("tool output"),
      errors: try folder.text("tool errors"))
  }
}
