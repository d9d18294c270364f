/// A fling through an archive, and drags of the thumb. A part of `SizeBenchmark`.
enum FlingBenchmark {
  static func add(_ path: String, to report: inout Report) throws {
    let figures = Dictionary(
      try ProgramFigures.measure("FEED_VIEWER_MEASURE_FLING", path).map { ($0.name, $0.value) }
    ) { $1 }
    let shown = figures["fling_rows"] ?? 0
    report.add("fling_rows", Int(shown))
    report.add("fling_frames_blank", figures["fling_frames_blank"] ?? .infinity, bar: 0)
    let waiting = figures["fling_rows_not_ready"] ?? .infinity
    report.add("fling_rows_not_ready_per_1000", shown > 0 ? 1_000 * waiting / shown : .infinity, bar: 1)
    if let cost = figures["fling_p99_ms"] { report.add("fling_p99_ms", cost) }
    for name in ["median", "longest"] {
      if let time = figures["drag_\(name)_ms"] { report.add("drag_\(name)_ms", time) }
    }
  }
}
