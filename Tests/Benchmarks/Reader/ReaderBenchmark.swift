import Foundation

/// What a reader does to 100,000 entries, in the program itself: another order, a filter, a search, marking all as read.
///
/// The figures are milliseconds of wall time from the action to the end of the frame that shows it.
enum ReaderBenchmark {
  private static let entryCount = 100_000
  private static let repetitions = 3

  enum Failure: Error, CustomStringConvertible {
    case failed(Int32)
    case noFigures

    var description: String {
      switch self {
      case .failed(let status): "The program ended with status \(status)."
      case .noFigures: "The program printed no figures."
      }
    }
  }

  static func run() throws -> Report {
    let file = try BenchmarkFiles(CommandLineOptions()).feed("rss", items: entryCount)
    var times: [(name: String, values: [Double])] = []
    for _ in 0..<repetitions {
      for (name, value) in try measure(file) {
        if let index = times.firstIndex(where: { $0.name == name }) {
          times[index].values.append(value)
        } else {
          times.append((name, [value]))
        }
      }
    }
    guard !times.isEmpty else { throw Failure.noFigures }
    var report = Report("reader")
    for (name, values) in times {
      // The first search makes the index.
      let hasBar = !name.hasPrefix("search")
      report.add("\(name)_ms", values.sorted()[values.count / 2], bar: hasBar ? 100 : nil)
    }
    return report
  }

  /// The milliseconds of each step, in order.
  private static func measure(_ file: String) throws -> [(String, Double)] {
    let process = Process()
    let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.executableURL = own.deletingLastPathComponent().appending(path: "feed-viewer")
    process.arguments = [file]
    process.environment = ProcessInfo.processInfo.environment.merging(["FEED_VIEWER_MEASURE_READER": "1"]) {
      $1
    }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure.failed(process.terminationStatus) }
    return String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, let value = Double(words[1]) else { return nil }
      return (String(words[0]), value)
    }
  }
}
