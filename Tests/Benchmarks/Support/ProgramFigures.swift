import Foundation

/// Figures that the program itself measures and prints.
enum ProgramFigures {
  struct Failure: Error, CustomStringConvertible {
    let status: Int32
    var description: String { "The program ended with status \(status)." }
  }

  /// The figures in the order in which they are printed.
  ///
  /// - Parameters:
  ///   - variable: The environment variable that asks for them.
  ///   - file: The file that the program opens.
  static func measure(_ variable: String, _ file: String) throws -> [(name: String, value: Double)] {
    let process = Process()
    process.executableURL = URL(filePath: try ProgramStart.path(of: "feed-viewer"))
    process.arguments = [file]
    process.environment = ProcessInfo.processInfo.environment.merging([variable: "1"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    return String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, let value = Double(words[1]) else { return nil }
      return (String(words[0]), value)
    }
  }
}
