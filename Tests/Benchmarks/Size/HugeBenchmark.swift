import Foundation

/// An archive that is larger than most of what is looked at. A part of `SizeBenchmark`.
enum HugeBenchmark {
  private static let repetitions = 5
  private static let inspectedCount = 50

  static func add(_ path: String, to report: inout Report) throws {
    let program = try ProgramStart.path(of: "feed-viewer")
    let sample = try DemoBenchmark.samplePath()
    let small = try median { try ProgramStart(program, [sample]).wall }
    report.add(
      "huge_warm_ms_over_sample", try median { try ProgramStart(program, [path]).wall } - small, bar: 250)
    let cold = try median {
      StructureBenchmark.forget(path)
      return try ProgramStart(program, [path]).wall
    }
    report.add("huge_cold_ms_over_sample", cold - small, bar: 500)
    let inspecting = try median { try inspect(program, path) }
    report.add("huge_inspect_ms", inspecting, bar: 50)
    let figures = Dictionary(
      try ProgramFigures.measure("FEED_VIEWER_MEASURE_END", path).map { ($0.name, $0.value) }
    ) { $1 }
    if let time = figures["end_ms"] { report.add("huge_end_with_structure_ms", time) }
    // The End key is pressed as soon as there are rows.
    report.add("huge_end_ms", figures["end_since_first_rows_ms"] ?? .infinity, bar: 300)
  }

  private static func median(_ measure: () throws -> Double) rethrows -> Double {
    var values: [Double] = []
    for _ in 0..<repetitions { values.append(try measure()) }
    return values.sorted()[repetitions / 2]
  }

  /// The milliseconds until the first entries are printed.
  private static func inspect(_ program: String, _ path: String) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["inspect", "--limit", "\(inspectedCount)", path]
    process.standardOutput = FileHandle.nullDevice
    let start = ContinuousClock.now
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ProgramStart.Failure.failed(program, process.terminationStatus)
    }
    return (ContinuousClock.now - start) / .milliseconds(1)
  }
}
