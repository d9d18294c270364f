import FeedViewerFeeds
import Foundation

/// `Benchmarks parse-once MODE FILE`: reads one file and prints the cost. `ParseBenchmark` runs it as a separate
/// process.
nonisolated enum ParseOnce {
  struct Cost: Codable {
    /// Processor time.
    var seconds: Double
    var peakBytes: Int
    var entries: Int
  }

  enum Failure: Error { case unknownMode, failed }

  /// The part of an entry that a row of the window keeps.
  private struct Row {
    var key: String
    var title: String?
    var preview: String
    var author: String?
    var date: FeedDate?
  }

  static func run(_ arguments: [String]) throws -> String {
    guard arguments.count == 2 else { throw Failure.unknownMode }
    let start = Stopwatch.processorTime
    let entries = try read(arguments[1], mode: arguments[0])
    let seconds = Stopwatch.processorTime - start
    let cost = Cost(seconds: seconds, peakBytes: Memory.peakBytes, entries: entries)
    return String(decoding: try JSONEncoder().encode(cost), as: UTF8.self)
  }

  private static func read(_ path: String, mode: String) throws -> Int {
    switch mode {
    case "none": return 0
    case "previews":
      try ParseBenchmark.readAll(path)
      return 0
    case "structure": return try FeedReader.structure(contentsOf: path).entryCount
    case "structure-threads": return try FeedReader.structure(contentsOf: path, threads: 2).entryCount
    case "whole": return try FeedReader.read(contentsOf: path).entryCount
    case "stream", "rows":
      var rows: [Row] = []
      var count = 0
      _ = try FeedReader.stream(contentsOf: path) { batch in
        for entry in batch.sections.flatMap(\.entries) {
          count += 1
          let row = Row(
            key: entry.key, title: entry.title, preview: entry.preview(maximumLength: 300),
            author: entry.byline, date: entry.date)
          if mode == "rows" { rows.append(row) } else { consume(row) }
        }
        return true
      }
      consume(rows)
      return count
    default: throw Failure.unknownMode
    }
  }

  static func inProcess(_ mode: String, _ path: String) throws -> Cost {
    try JSONDecoder().decode(Cost.self, from: try output(of: ["parse-once", mode, path]))
  }

  /// The output of this program with other arguments.
  static func output(of arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure.failed }
    return data
  }
}
