import Foundation

/// An archive that is larger than most of what is looked at. A part of `SizeBenchmark`.
enum HugeBenchmark {
  private static let repetitions = 5
  private static let inspectedCount = 50

  private static let seenCount = 10_000
  private static let moreSeenCount = 100_000

  /// - Parameters:
  ///   - count: The number of its entries.
  ///   - empty: The memory of a window without a feed, in bytes.
  static func add(_ path: String, entries count: Int, over empty: Int, to report: inout Report) throws {
    let program = try ProgramStart.path(of: "feed-viewer")
    let sample = try DemoBenchmark.samplePath()
    // The file was just written: until it is on the disk, writing it would be measured as well.
    sync()
    let cachedSize = try readAll(path)
    report.add("huge_read_mb", cachedSize >> 20)
    let small = try median { try ProgramStart(program, [sample]).wall }
    report.add(
      "huge_warm_ms_over_sample", try median { try ProgramStart(program, [path]).wall } - small, bar: 250)
    let cold = try median {
      StructureBenchmark.forget(path)
      return try ProgramStart(program, [path]).wall
    }
    report.add("huge_cold_ms_over_sample", cold - small, bar: 500)
    let inspecting = try median {
      try ProgramStart.duration(program, ["inspect", "--limit", "\(inspectedCount)", path])
    }
    report.add("huge_inspect_ms", inspecting, bar: 50)
    let figures = Dictionary(
      try ProgramFigures.measure("FEED_VIEWER_MEASURE_END", path).map { ($0.name, $0.value) }
    ) { $1 }
    // The End key is pressed as soon as there are rows.
    report.add("huge_end_ms", figures["end_since_first_rows_ms"] ?? .infinity, bar: 300)
    let memory = try memory(program, path, seenCount, &report)
    report.add(
      "huge_mb_over_empty", Double(memory - empty) / 1e6, bar: 100 + 12 * Double(count) / 1e6)
    let more = try self.memory(program, path, moreSeenCount, &report)
    report.add("huge_mb_more_rows_seen", Double(more - memory) / 1e6, bar: 40)
    try addSearch(program, path, entries: count, over: empty, to: &report)
    try addOrder(program, path, entries: count, over: empty, to: &report)
  }

  /// Searches all entries for what one of 100,000 has, and for what most of them have.
  private static func addSearch(
    _ program: String, _ path: String, entries count: Int, over empty: Int, to report: inout Report
  ) throws {
    for (name, text) in [("rare", "(77777)"), ("common", "e")] {
      let (figures, memory) = try figures(program, path, "search", environment: ["FEED_VIEWER_SEARCH": text])
      report.add("huge_search_\(name)_found", figures["search_count"] ?? 0)
      report.add(
        "huge_search_\(name)_first_ms", figures["search_first_ms"] ?? .infinity,
        bar: name == "common" ? 500 : nil)
      report.add("huge_search_\(name)_end_ms", figures["search_end_ms"] ?? .infinity, bar: 500)
      report.add("huge_search_\(name)_s", (figures["search_all_ms"] ?? .infinity) / 1_000)
      report.add("huge_search_\(name)_turn_ms", figures["search_turn_ms"] ?? .infinity)
      report.add(
        "huge_search_\(name)_mb_over_empty", Double(memory - empty) / 1e6, bar: 200 + 12 * Double(count) / 1e6
      )
    }
  }

  /// Shows all entries in other orders: by date takes 8 bytes an entry for the dates and 8 for the order, by title a copy of all
  /// titles and what their bytes are sorted by.
  private static func addOrder(
    _ program: String, _ path: String, entries count: Int, over empty: Int, to report: inout Report
  ) throws {
    for (name, bytes) in [("newest", 30.0), ("title", 100)] {
      let (figures, memory) = try figures(program, path, "order", environment: ["FEED_VIEWER_ORDER": name])
      report.add("huge_order_\(name)_rows", figures["order_count"] ?? 0)
      report.add("huge_order_\(name)_s", (figures["order_first_ms"] ?? .infinity) / 1_000)
      report.add("huge_order_\(name)_end_ms", figures["order_end_ms"] ?? .infinity, bar: 500)
      report.add("huge_order_\(name)_turn_ms", figures["order_turn_ms"] ?? .infinity)
      report.add(
        "huge_order_\(name)_mb_over_empty", Double(memory - empty) / 1e6,
        bar: 100 + bytes * Double(count) / 1e6)
    }
  }

  /// What a window prints until the number of what it shows, and the memory that it takes then.
  private static func figures(
    _ program: String, _ path: String, _ name: String, environment: [String: String]
  ) throws -> (figures: [String: Double], memory: Int) {
    // Its output is read to the last line.
    let running = try RunningProgram(program, [path], environment: environment)
    var figures: [String: Double] = [:]
    while figures["\(name)_count"] == nil {
      let lines = running.output().split(separator: "\n")
      guard !lines.isEmpty else { break }
      for line in lines.map({ $0.split(separator: " ") }) where line.count == 2 {
        figures[String(line[0])] = Double(line[1])
      }
    }
    _ = running.waitForRest(within: 60)
    return (figures, running.anonymousBytes)
  }

  /// Reads a file, so that it is in the memory as far as that has room.
  ///
  /// - Returns: Its size in bytes.
  private static func readAll(_ path: String) throws -> Int {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: 4 << 20, alignment: 4_096)
    defer { buffer.deallocate() }
    var size = 0
    while true {
      let count = read(file.fileDescriptor, buffer, 4 << 20)
      guard count > 0 else { return size }
      size += count
    }
  }

  /// The memory in bytes of a window that has shown many rows.
  private static func memory(
    _ program: String, _ path: String, _ count: Int, _ report: inout Report
  ) throws -> Int {
    // A high window shows many rows at a time.
    let running = try RunningProgram(
      program, ["--size", "420x3000", path], environment: ["FEED_VIEWER_TOUR": "\(count)"])
    let seen = running.output().split(separator: " ").last.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    _ = running.waitForRest(within: 60)
    report.add(count == seenCount ? "huge_rows_seen" : "huge_more_rows_seen", seen)
    return seen < count ? 1 << 40 : running.anonymousBytes
  }

  private static func median(_ measure: () throws -> Double) rethrows -> Double {
    var values: [Double] = []
    for _ in 0..<repetitions { values.append(try measure()) }
    return values.sorted()[repetitions / 2]
  }
}
