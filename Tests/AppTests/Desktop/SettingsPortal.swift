import Foundation

/// A process that plays the part of the desktop's settings portal on the session bus of the tests.
final class SettingsPortal {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// Returns when the portal is on the bus.
  /// - Parameter settings: Lines of a key and a value in GVariant's text format.
  init(_ settings: [String]) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-B", "\(PackageSources.root)/Tests/AppTests/AssistiveTools/portal.py"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    for setting in settings { try set(setting) }
    try set("")
    _ = output.fileHandleForReading.availableData
  }

  /// Changes one setting, which the portal announces.
  func set(_ setting: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(setting)\n".utf8))
  }

  /// Takes the portal from the bus. Call it at the end of a test.
  func close() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
