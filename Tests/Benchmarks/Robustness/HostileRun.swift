import Foundation
import HostileFiles
import ProgramRuns

/// `Benchmarks hostile [NAME...] [--small] [--processes N]`: runs every command of the program beside this one on every
/// hostile file, or on those whose names contain one of the words, at full size.
enum HostileRun {
  enum Failure: Error, CustomStringConvertible {
    case noProgram(String)

    var description: String {
      switch self {
      case .noProgram(let path): "There is no program at \(path). Build all products first."
      }
    }
  }

  static func run(_ arguments: [String]) throws -> Report {
    let words = arguments.prefix { !$0.hasPrefix("--") }
    let size: HostileFile.Size = arguments.contains("--small") ? .small : .full
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(fileURLWithPath: own).deletingLastPathComponent().path + "/feed-viewer"
    guard FileManager.default.isExecutableFile(atPath: program) else { throw Failure.noProgram(program) }
    let check = HostileCheck(program: program)
    var (commandCount, missed, slowest, largest) = (0, 0, 0.0, 0.0)
    print(row("file", "command", "seconds", "MB", "output", "ended", "faults"))
    for file in HostileFile.all where words.isEmpty || words.contains(where: { file.name.contains($0) }) {
      let folder = try TemporaryFolder()
      let paths = try file.write(to: HostileFolder(folder.path), size: size)
      // Each article is opened alone.
      for command in HostileCheck.Command.allCases
      where command != .articles && file.isOpened(by: command) {
        let result = try check.run(command, on: paths)
        let outcome = result.outcome
        commandCount += 1
        missed += result.faults.isEmpty ? 0 : 1
        slowest = max(slowest, outcome.processorSeconds)
        largest = max(largest, outcome.peakMegabytes)
        print(
          row(
            file.name, command.rawValue, "\((outcome.processorSeconds * 100).rounded() / 100)",
            "\(Int(outcome.peakMegabytes))", "\(outcome.outputByteCount)", "\(outcome.ending)",
            result.faults.joined(separator: "; ")))
        fflush(nil)
      }
    }
    var report = Report("hostile")
    report.add("commands", commandCount)
    report.add("missed", Double(missed), bar: 0)
    report.add("slowest_seconds", slowest, bar: check.processorSeconds)
    report.add("largest_megabytes", largest, bar: check.megabytes)
    return report
  }

  private static func row(
    _ file: String, _ command: String, _ seconds: String, _ megabytes: String, _ output: String,
    _ ended: String, _ faults: String
  ) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    return padded(file, 27) + padded(command, 9) + padded(seconds, 8) + padded(megabytes, 6)
      + padded(output, 10) + padded(ended, 11) + faults
  }
}
