/// Flings through a large file, and drags of the thumb. A part of `SizeBenchmark`.
enum FlingBenchmark {
  static func add(_ path: String, to report: inout Report) throws {
    let figures = Dictionary(
      try ProgramFigures.measure("FEED_VIEWER_MEASURE_FLING", path).map { ($0.name, $0.value) }
    ) { $1 }
    for name in ["held", "reading", "rest"] {
      guard let shown = figures["fling_rows_\(name)"], shown > 0,
        let waiting = figures["fling_rows_not_ready_\(name)"],
        let blank = figures["fling_frames_blank_\(name)"]
      else {
        report.add("fling_\(name)", text: "skipped: the file was read before the fling ended")
        continue
      }
      report.add("fling_rows_\(name)", Int(shown))
      report.add("fling_frames_blank_\(name)", blank, bar: 0)
      report.add("fling_rows_not_ready_per_1000_\(name)", 1_000 * waiting / shown, bar: 1)
      if let cost = figures["fling_p99_\(name)_ms"] { report.add("fling_p99_\(name)_ms", cost) }
    }
    for name in ["median", "longest"] {
      if let time = figures["drag_\(name)_ms"] { report.add("drag_\(name)_ms", time) }
    }
  }
}
