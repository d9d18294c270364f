import Foundation

/// Feeds that are larger than what is seen of them: the memory of a window, beside one without a feed, and the time to its
/// first frame, without and with heights that were remembered; and an archive: its end, and frames while it is read.
///
/// With `--only NAME` a part of it: measuring, heights, archive, reading, structure, growth or fling; `--entries N` sets the size of the archive
/// (1,000,000). `huge`, an archive of 10 GB with 10,000,000 entries, and `synthetic`, 100,000,000 rows that are made up, take
/// long, and are measured only if they are named.
enum SizeBenchmark {
  private static let entryCount = 100_000
  private static let openings = 11
  private static let repetitions = 9

  enum Failure: Error, CustomStringConvertible {
    case notPacked
    case restless(String)

    var description: String {
      switch self {
      case .notPacked: "gzip did not compress the archive."
      case .restless(let what): "The program did not come to rest with \(what)."
      }
    }
  }

  static func run() throws -> Report {
    let options = CommandLineOptions()
    let files = try BenchmarkFiles(options)
    let file = try files.feed("rss", items: entryCount)
    var report = Report("size")
    report.add("entries", entryCount)
    let only = options["--only"]
    let count = options["--entries"].flatMap { Int($0) } ?? 1_000_000
    if only == "synthetic" { return SyntheticBenchmark.report() }
    if only == "huge" {
      let huge = options["--entries"] == nil ? 10_000_000 : count
      let program = try ProgramStart.path(of: "feed-viewer")
      let empty = try restingMemory(program, [], what: "no feed", limit: 40)
      try withArchive(of: file, entries: huge, to: &report) {
        try HugeBenchmark.add($0, entries: $1, over: empty, to: &$2)
      }
      return report
    }
    if only == nil || only == "fling" {
      try withArchive(of: file, entries: count, to: &report) { path, _, report in
        try FlingBenchmark.add(path, to: &report)
      }
    }
    if only == nil || only == "measuring" {
      try MeasuringBenchmark.add(try ProgramStart.path(of: "feed-viewer"), file, files, to: &report)
    }
    if only == nil || only == "heights" || only == "archive" {
      let program = try ProgramStart.path(of: "feed-viewer")
      let empty = try restingMemory(program, [], what: "no feed", limit: 40)
      report.add("empty_window_mb", Double(empty) / 1e6)
      if only != "archive" { try addHeights(program, file, over: empty, to: &report) }
      if only != "heights" {
        try withArchive(of: file, entries: count, to: &report) {
          try addArchive(program, $0, entries: $1, over: empty, to: &$2)
        }
      }
    }
    if only == nil || only == "reading" {
      try withArchive(of: file, entries: count, to: &report) { try addReading($0, entries: $1, to: &$2) }
    }
    if only == nil || only == "structure" {
      try withArchive(of: file, entries: count, to: &report) {
        try StructureBenchmark.add($0, entries: $1, files, to: &$2)
      }
    }
    if only == nil || only == "growth" {
      try withArchive(of: file, entries: count, to: &report) {
        try GrowthBenchmark.add($0, entries: $1, to: &$2)
      }
    }
    return report
  }

  private static func restingMemory(
    _ program: String, _ files: [String], environment: [String: String] = [:], what: String, limit: Double
  ) throws -> Int {
    let running = try RunningProgram(program, files, environment: environment)
    guard running.waitForRest(within: limit) else { throw Failure.restless(what) }
    return running.anonymousBytes
  }

  /// A feed whose heights are all exact: measured, and remembered.
  private static func addHeights(
    _ program: String, _ file: String, over empty: Int, to report: inout Report
  ) throws {
    let cache = NSTemporaryDirectory() + "feed-viewer-heights-\(getpid())"
    try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: cache) }
    let environment = ["XDG_CACHE_HOME": cache]
    for name in ["measured", "remembered"] {
      let running = try RunningProgram(program, [file], environment: environment)
      guard running.waitForRest(within: 120) else { throw Failure.restless("heights \(name)") }
      report.add("\(name)_mb_over_empty", Double(running.anonymousBytes - empty) / 1e6, bar: 60)
      report.add("\(name)_cpu_s", running.processorSeconds)
    }
    var (with, without): ([Double], [Double]) = ([], [])
    for _ in 0..<openings {
      with.append(try ProgramStart(program, [file], environment: environment).wall)
      without.append(try ProgramStart(program, [file], environment: ["XDG_CACHE_HOME": cache + "/none"]).wall)
    }
    let ratios = zip(with, without).map { $0 / $1 }.sorted()
    report.add("first_frame_remembered_over_measured", ratios[ratios.count / 2], bar: 1.1)
  }

  /// An archive of many copies of a feed; skipped, with a word, if there is no room for it.
  private static func withArchive(
    of file: String, entries: Int, to report: inout Report,
    _ body: (_ path: String, _ count: Int, inout Report) throws -> Void
  ) throws {
    let copies = max(1, entries / entryCount)
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
    let size = Int(try FileHandle(forReadingFrom: URL(fileURLWithPath: file)).seekToEnd())
    var system = statvfs()
    let room = statvfs(folder, &system) == 0 ? Int(system.f_bavail) * Int(system.f_frsize) : 0
    guard room > size * (copies + 1) else {
      return report.add("archive", text: "skipped: needs \((size * copies) >> 20) MB in \(folder)")
    }
    let path = folder + "/archive-\(getpid()).rss"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try write(copies, of: file, to: path)
    report.add("archive_entries", copies * entryCount)
    report.add("archive_mb", (size * copies) >> 20)
    try body(path, copies * entryCount, &report)
  }

  /// A window with the archive, whose heights are not waited for; as it is, and compressed.
  private static func addArchive(
    _ program: String, _ path: String, entries count: Int, over empty: Int, to report: inout Report
  ) throws {
    let sample = try DemoBenchmark.samplePath()
    let small = try (0..<5).map { _ in try ProgramStart(program, [sample]) }.map(\.wall).sorted()
    let starts = try (0..<5).map { _ in try ProgramStart(program, [path]) }.map(\.wall).sorted()
    report.add("archive_first_rows_ms_over_sample", starts[2] - small[2], bar: 250)
    let packed = try pack(path)
    defer { try? FileManager.default.removeItem(atPath: packed) }
    for (name, path) in [("archive", path), ("packed_archive", packed)] {
      let running = try RunningProgram(program, [path])
      // All heights of a large archive take minutes.
      _ = running.waitForRest(within: 60)
      report.add(
        "\(name)_mb_over_empty", Double(running.anonymousBytes - empty) / 1e6,
        bar: 100 + 12 * Double(count) / 1e6)
      report.add("\(name)_cpu_s", running.processorSeconds)
    }
  }

  /// The path of a copy that is compressed with gzip.
  private static func pack(_ path: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/gzip")
    process.arguments = ["-1", "--keep", path]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure.notPacked }
    return path + ".gz"
  }

  /// The end of an archive, and frames while all of it is read for another order.
  private static func addReading(_ path: String, entries: Int, to report: inout Report) throws {
    var runs: [[String: Double]] = []
    for _ in 0..<repetitions {
      let figures = try ProgramFigures.measure("FEED_VIEWER_MEASURE_READING", path)
      runs.append(Dictionary(figures.map { ($0.name, $0.value) }) { $1 })
    }
    func median(_ value: (([String: Double]) -> Double?)) -> Double? {
      let values = runs.compactMap(value).sorted()
      return values.count == runs.count ? values[values.count / 2] : nil
    }
    report.add("archive_end_ms", median({ $0["end_ms"] }) ?? .infinity, bar: 300)
    // Once, when all entries get rows.
    if let pause = median({ $0["pause_ms"] }) { report.add("archive_rows_pause_ms", pause) }
    for figure in ["median", "p99", "duration_p99"] {
      guard let reading = median({ $0["frame_\(figure)_reading_ms"] }),
        let rest = median({ $0["frame_\(figure)_rest_ms"] })
      else {
        report.add("archive_frames_\(figure)", text: "skipped: the program printed no figures")
        continue
      }
      report.add("archive_frame_\(figure)_reading_ms", reading, peer: rest)
      report.add(
        "archive_frame_\(figure)_reading_over_rest", reading / rest, bar: figure == "p99" ? 1.2 : nil)
    }
  }

  private static func write(_ copies: Int, of file: String, to path: String) throws {
    let text = try Data(contentsOf: URL(fileURLWithPath: file), options: .mappedIfSafe)
    guard let first = text.range(of: Data("<item>".utf8)),
      let last = text.range(of: Data("</item>".utf8), options: .backwards)
    else { return }
    try Data().write(to: URL(fileURLWithPath: path))
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try output.write(contentsOf: text[..<first.lowerBound])
    for _ in 0..<copies { try output.write(contentsOf: text[first.lowerBound..<last.upperBound]) }
    try output.write(contentsOf: text[last.upperBound...])
    try output.close()
  }
}
