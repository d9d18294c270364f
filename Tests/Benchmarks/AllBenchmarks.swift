import Foundation

/// `Benchmarks all`: runs every benchmark with a bar, each in a process of its own, and prints one table of the
/// results.
enum AllBenchmarks {
  /// The arguments of benchmarks that would take too long otherwise, or that have several parts.
  private static let arguments: [String: [[String]]] = [
    "thrash": [["2000", "1"]],
    "text-sweep": [["200000"], ["--exhaustive"], ["--borders", "1000000"], ["--sliced", "1000000"]],
    "fuzz": [["50000"]],
    "structure-fuzz": [["50000"]],
  ]
  /// Commands that show details of others, do a part of their work, or need another build of the program.
  private static let tools: Set<String> = [
    "all", "pixels", "scroll-trace", "text-preparing", "text-preparation", "text-heights", "fuzz-worker",
    "parse-once", "parse-peer",
  ]

  private struct Row {
    var benchmark: String
    var figure: Figure?
    var outcome: String
  }

  /// The table, and the results that decide the exit status.
  struct Result: BenchmarkResult {
    let text: String
    let figures: [Figure]
    /// Benchmarks that crashed or ended with an error.
    let failed: [String]
  }

  /// Runs all benchmarks, also after a miss or a failure.
  static func run() throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var rows: [Row] = []
    var failed: [String] = []
    let runs = benchmarks.map(\.name).filter { !tools.contains($0) }.flatMap { name in
      (arguments[name] ?? [[]]).map { (name: name, arguments: $0) }
    }
    for (number, run) in runs.enumerated() {
      let name = ([run.name] + run.arguments).joined(separator: " ")
      say("\(name) ...")
      let (status, figures) = try Self.run(
        run.name, run.arguments, figures: folder.appending(path: "\(number)"))
      let claims = figures.filter { $0.bar != nil || $0.peer != nil }
      rows += claims.map {
        Row(benchmark: name, figure: $0, outcome: $0.bar == nil ? "" : $0.missesItsBar ? "MISSED" : "met")
      }
      if status != 0 && !claims.contains(where: \.missesItsBar) {
        failed.append(name)
        rows.append(Row(benchmark: name, outcome: "FAILED with status \(status)"))
      } else if claims.isEmpty {
        rows.append(Row(benchmark: name, outcome: "no faults"))
      }
    }
    return Result(text: table(rows), figures: rows.compactMap(\.figure), failed: failed)
  }

  private static func run(_ name: String, _ arguments: [String], figures file: URL) throws -> (
    status: Int32, figures: [Figure]
  ) {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [name] + arguments + ["--figures", file.path]
    // Only the table is written to standard output.
    process.standardOutput = FileHandle.standardError
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    // The file is missing if the benchmark failed.
    let figures = try (try? Data(contentsOf: file)).map { try FigureFile.decode($0) }
    let ended = process.terminationReason == .exit
    return (ended ? process.terminationStatus : 128 + process.terminationStatus, figures ?? [])
  }

  private static func table(_ rows: [Row]) -> String {
    let heading = ["benchmark", "figure", "value", "bar", "peer", ""]
    let cells = rows.map { row in
      [
        row.benchmark, row.figure?.name ?? "", row.figure.map { Figure.format($0.value) } ?? "",
        row.figure?.bar.map(\.description) ?? "", row.figure?.peer.map(Figure.format) ?? "", row.outcome,
      ]
    }
    let widths = heading.indices.map { column in ([heading] + cells).map { $0[column].count }.max() ?? 0 }
    return ([heading] + cells).map { line in
      zip(line, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
