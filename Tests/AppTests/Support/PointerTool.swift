import Foundation
import ProgramRuns

/// Moves the pointer and turns wheels as a user does, through the X server: xdotool.
nonisolated enum PointerTool {
  static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/xdotool")

  /// Runs xdotool to its end.
  @concurrent
  static func run(_ arguments: String...) async throws {
    let tool = Process()
    tool.executableURL = URL(fileURLWithPath: "/usr/bin/xdotool")
    tool.arguments = arguments
    tool.standardInput = FileHandle.nullDevice
    tool.standardOutput = FileHandle.nullDevice
    tool.standardError = FileHandle.nullDevice
    try tool.run()
    tool.waitUntilExit()
  }
}
