import FeedViewerFeeds
import FeedViewerReadingState
import Foundation

/// What a reader does to 100,000 entries, in the program itself: another order, a filter, a search, marking all as read.
///
/// The figures are milliseconds of wall time from the action to the end of the frame that shows it, and of the main thread's
/// longest turn (`turn_`), which misses a frame if it took longer than a frame.
enum ReaderBenchmark {
  private static let entryCount = 100_000
  private static let repetitions = 3
  /// A frame at 60 Hz.
  private static let turnBar = 16.0
  private static let openings = 21
  private static let markCount = 1_000_000

  enum Failure: Error, CustomStringConvertible {
    case noFigures
    case notStored

    var description: String {
      switch self {
      case .noFigures: "The program printed no figures."
      case .notStored: "The marks could not be stored."
      }
    }
  }

  /// With `--only steps` or `--only opening` a part of it.
  static func run() throws -> Report {
    let options = CommandLineOptions()
    let file = try BenchmarkFiles(options).feed("rss", items: entryCount)
    var report = Report("reader")
    let only = options["--only"]
    if only != "opening" { try addSteps(file, to: &report) }
    if only != "steps" { try addOpening(file, to: &report) }
    return report
  }

  private static func addSteps(_ file: String, to report: inout Report) throws {
    var times: [(name: String, values: [Double])] = []
    for _ in 0..<repetitions {
      for (name, value) in try ProgramFigures.measure("FEED_VIEWER_MEASURE_READER", file) {
        if let index = times.firstIndex(where: { $0.name == name }) {
          times[index].values.append(value)
        } else {
          times.append((name, [value]))
        }
      }
    }
    guard !times.isEmpty else { throw Failure.noFigures }
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    for (name, values) in times {
      // Bars of a search are its scan's time and 30 ms; frames are compared with those without a search.
      let isTurn = name.hasPrefix("turn_")
      let hasBar = !name.hasPrefix(isTurn ? "turn_search" : "search") && !name.hasPrefix("scroll")
      report.add("\(name)_ms", median(values), bar: hasBar ? isTurn ? turnBar : 100 : nil)
    }
    func values(_ name: String) -> [Double] { times.first { $0.name == name }?.values ?? [] }
    for load in ["folding", "searching"] {
      let ratios = zip(values("scroll_p99_\(load)"), values("scroll_p99_nothing")).map { $0 / $1 }
      guard !ratios.isEmpty else { throw Failure.noFigures }
      report.add("scroll_p99_\(load)_over_not", median(ratios), bar: 1.2)
    }
  }

  /// The time to the first frame of the file, without a database and with a million marks in it, a tenth of them of
  /// the file's entries.
  private static func addOpening(_ file: String, to report: inout Report) throws {
    let folder = NSTemporaryDirectory() + "feed-viewer-marks-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/state.sqlite"
    let state = ReadingState(path: path, report: { print($0) })
    let feed = try FeedReader.read(contentsOf: file)
    let entries = feed.sections.flatMap {
      $0.entries.map { EntryKey(digest: $0.identity.key, check: $0.identity.check) }
    }
    state.setRead(true, entries, of: FeedKey(feed.key(path: file)), twinsAreKnown: true)
    for other in 1..<markCount / entries.count {
      state.setRead(true, entries, of: FeedKey("other \(other)"), twinsAreKnown: true)
    }
    guard state.close(within: .seconds(120)) else { throw Failure.notStored }
    let program = try ProgramStart.path(of: "feed-viewer")
    var (with, without): ([Double], [Double]) = ([], [])
    for _ in 0..<openings {
      with.append(try ProgramStart(program, [file], environment: ["FEED_VIEWER_STATE": path]).wall)
      without.append(try ProgramStart(program, [file]).wall)
    }
    let ratios = zip(with, without).map { $0 / $1 }.sorted()
    report.add(
      "first_frame_ms_with_a_million_marks", with.sorted()[openings / 2], peer: without.sorted()[openings / 2]
    )
    report.add("first_frame_with_marks_over_without", ratios[openings / 2], bar: 1.05)
  }
}
