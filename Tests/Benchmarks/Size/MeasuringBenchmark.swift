import FeedViewerFeeds
import FeedViewerRows
import Foundation
import PangoText
import VirtualList

/// The first measuring of a feed: from opening its file until the height of each row is known, with nothing remembered. The
/// peer reads the file once and prepares the texts of all rows, in a process of its own. A part of `SizeBenchmark`.
enum MeasuringBenchmark {
  /// The entries of the window to whose memory that of the feed is compared.
  private static let fewEntries = 300
  private static let repetitions = 3

  /// - Parameter file: A feed.
  static func add(_ program: String, _ file: String, _ files: BenchmarkFiles, to report: inout Report) throws
  {
    let small = try files.feed("rss", items: fewEntries)
    let few = try RunningProgram(program, [small])
    guard few.waitForRest(within: 60) else { throw SizeBenchmark.Failure.restless("few entries") }
    let base = few.anonymousBytes
    // Disturbances only take time: the fastest of several runs counts.
    let runs = try (0..<repetitions).map { _ in try run(program, file) }
    let prepared =
      try (0..<repetitions).map { _ in
        try JSONDecoder().decode(Double.self, from: ParseOnce.output(of: ["measuring-peer", file]))
      }.min() ?? .infinity
    guard let best = runs.min(by: { $0.processor < $1.processor }) else { return }
    report.add("few_entries_mb", Double(base) / 1e6)
    report.add("measuring_cpu_s", best.processor, peer: prepared)
    report.add("measuring_cpu_over_peer", best.processor / prepared, bar: 1.2)
    report.add("measuring_time_over_cpu", best.wall / best.processor, bar: 0.6)
    report.add("measuring_main_thread_over_cpu", best.mainThread / best.processor, bar: 0.1)
    report.add("measuring_peak_mb_over_few", Double(best.peak - base) / 1e6, bar: 40)
    report.add("measured_mb_over_few", Double(best.rest - base) / 1e6, bar: 12)
  }

  private struct Run {
    /// Seconds.
    var (wall, processor, mainThread) = (0.0, 0.0, 0.0)
    /// Bytes.
    var (peak, rest) = (0, 0)
  }

  private static func run(_ program: String, _ file: String) throws -> Run {
    let start = ContinuousClock.now
    let running = try RunningProgram(program, [file])
    var run = Run()
    var quiet = ContinuousClock.now
    // Threads that wait for work end after five seconds, and the memory that they kept is returned after six.
    while ContinuousClock.now - quiet < .seconds(8) {
      Thread.sleep(forTimeInterval: 0.1)
      run.peak = max(run.peak, running.anonymousBytes)
      let (now, mainThread) = (running.processorSeconds, running.mainThreadSeconds)
      guard now - run.processor >= 0.02 else { continue }
      quiet = .now
      (run.processor, run.mainThread, run.wall) = (now, mainThread, (quiet - start) / .seconds(1))
      guard run.wall < 120 else {
        throw SizeBenchmark.Failure.restless("heights measured for the first time")
      }
    }
    run.rest = running.anonymousBytes
    return run
  }

  /// The processor seconds of reading a file once and preparing the texts of its rows.
  static func peer(_ arguments: [String]) throws -> String {
    guard arguments.count == 1 else { throw ParseOnce.Failure.unknownMode }
    try BenchmarkWindow.initializeGTK()
    let text = TextSystem()
    let heights = TemplateHeights(EntryTemplate(EntryAppearance(in: text)), text: text)
    let start = Stopwatch.processorTime
    var contents: [RowContent] = []
    func prepare() {
      consume(heights.compile(contents))
      contents = []
    }
    _ = try FeedReader.stream(contentsOf: arguments[0]) { batch in
      for entry in batch.sections.flatMap(\.entries) {
        contents.append(
          RowContent(
            title: entry.title ?? "", preview: entry.preview(maximumLength: 300),
            metadata: [entry.byline, entry.published.map { String($0.iso8601UTC.prefix(10)) }].compactMap(
              \.self
            ).joined(separator: " · "),
            accessibleName: ""))
      }
      if contents.count >= 1_024 { prepare() }
      return true
    }
    prepare()
    return String(decoding: try JSONEncoder().encode(Stopwatch.processorTime - start), as: UTF8.self)
  }
}
