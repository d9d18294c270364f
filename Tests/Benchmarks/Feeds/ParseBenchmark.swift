import FeedViewerFeeds
import Foundation

/// Reading feed files from disk to entries, as `inspect` and `export` do, and to entries with the previews that rows of a list
/// show, compared with libxml2 and Foundation's parsers, which do nothing with the content here.
///
/// `--folder DIR` keeps the generated files between runs. `--maker FILE` and `--corpus DIR` are the paths of
/// `make_feed.py` and of the collection of real feeds; by default, both are searched beside the package. `--quick`
/// skips the files of 500 MB.
nonisolated struct ParseBenchmark {
  private static let items = 49_000
  static let largeItems = 471_000

  private let options = CommandLineOptions()
  private var report = Report("parse")
  private let files: BenchmarkFiles

  init() throws { files = try BenchmarkFiles(options) }

  mutating func run() throws -> Report {
    report.add("generator", text: files.generator)
    for (format, peers, bars) in [
      ("rss", ["libxml2", "XMLParser"], [1.5, 3]), ("atom", ["libxml2", "XMLParser"], [1.5, 3]),
      ("json", ["JSONDecoder"], [3]),
    ] {
      try speeds(format, peers, bars)
    }
    for format in ["rss", "atom", "json"] {
      try memory(of: try files.feed(format, items: Self.items), named: format)
    }
    if !options.has("--quick") {
      for format in ["rss", "atom", "json"] { try large(format) }
    }
    try corpus()
    return report
  }

  private mutating func large(_ format: String) throws {
    let path = try files.feed(format, items: Self.largeItems)
    var best = Double.infinity
    for _ in 0..<5 { best = min(best, try Stopwatch.seconds { try Self.readFirstBatch(path) } * 1e3) }
    report.add("\(format)_large_megabytes", Double(try Self.size(path)) / 1e6)
    report.add("\(format)_large_first_50_entries_ms", best, bar: 50)
    try memory(of: path, named: "\(format)_large", reportsSpeed: true)
  }

  /// The peak resident memory of a separate process that reads the file, as a multiple of the file's size.
  ///
  /// - Parameter reportsSpeed: Whether the speed is reported too, in megabytes per second of one processor.
  private mutating func memory(of path: String, named name: String, reportsSpeed: Bool = false) throws {
    let size = Double(try Self.size(path))
    for (mode, key) in [("stream", "batches_dropped"), ("rows", "rows_kept"), ("whole", "feed_kept")] {
      let children = try (0..<(reportsSpeed ? 3 : 1)).map { _ in try ParseOnce.inProcess(mode, path) }
      let peak = children.map(\.peakBytes).max() ?? 0
      let own = try ParseOnce.inProcess("none", path)
      report.add(
        "\(name)_peak_memory_over_file_\(key)", Double(peak - own.peakBytes) / size, bar: 1.5)
      if reportsSpeed, let seconds = children.map(\.seconds).min() {
        report.add("\(name)_\(key)_megabytes_per_second", size / 1e6 / seconds)
      }
    }
  }

  /// Reading on one processor compared with other parsers, on two compared with one, and writing compared with reading.
  private mutating func speeds(_ format: String, _ peers: [String], _ bars: [Double]) throws {
    let path = try files.feed(format, items: Self.items)
    let own = ["previews", "feed", "inspect", "export"]
    let costs = try ParsePeers.costs(of: own + peers, reading: path)
    func seconds(_ name: String) -> Double { costs[name]?.processor ?? .nan }
    let megabytes = Double(try Self.size(path)) / 1e6
    report.add("\(format)_megabytes_per_second", megabytes / seconds("feed"))
    report.add("\(format)_with_previews_megabytes_per_second", megabytes / seconds("previews"))
    for (peer, bar) in zip(peers, bars) {
      report.add("\(format)_\(peer)_megabytes_per_second", megabytes / seconds(peer))
      report.add("\(format)_over_\(peer)", seconds(peer) / seconds("feed"), atLeast: bar)
      report.add("\(format)_with_previews_over_\(peer)", seconds(peer) / seconds("previews"), atLeast: bar)
    }
    // Whatever else runs disturbs two threads more often: each of them waits for the other.
    let threads = try ParsePeers.costs(of: ["feed", "feed-two-threads"], reading: path, rounds: 24)
    let (one, two) = (threads["feed"]?.wall ?? .nan, threads["feed-two-threads"]?.wall ?? .nan)
    report.add("\(format)_two_threads_over_one", one / two, atLeast: 1.8)
    // A process that reads a file once also takes all memory from the system for the first time.
    let first = try ParsePeers.costs(
      of: ["feed", "feed-two-threads"], reading: path, rounds: 24, readings: 1)
    report.add(
      "\(format)_two_threads_over_one_first_reading",
      (first["feed"]?.wall ?? .nan) / (first["feed-two-threads"]?.wall ?? .nan))
    for command in ["inspect", "export"] {
      report.add("\(format)_\(command)_over_reading", seconds(command) / seconds("feed"), bar: 1.5)
    }
  }

  private mutating func corpus() throws {
    let paths = files.corpus
    guard !paths.isEmpty else { return }
    var feeds = 0
    let best = Stopwatch.processorSeconds {
      feeds = paths.count { (try? FeedReader.read(contentsOf: $0)) != nil }
    }
    report.add("corpus_files", paths.count)
    report.add("corpus_files_that_are_feeds", feeds)
    report.add("corpus_files_per_second", Double(paths.count) / best)
  }

  // MARK: Measured code

  /// Reads everything that a row shows, in the batches in which a window gets it.
  static func readAll(_ path: String) throws {
    var length = 0
    _ = try FeedReader.stream(contentsOf: path) { batch in
      for section in batch.sections {
        for index in section.entries.indices {
          length += section.entries[index].preview(maximumLength: 300).utf8.count
        }
      }
      return true
    }
    consume(length)
  }

  private static func readFirstBatch(_ path: String) throws {
    do throws(FeedError) {
      _ = try FeedReader.stream(contentsOf: path) { batch in
        consume(batch.sections.flatMap(\.entries).map { $0.preview(maximumLength: 300) })
        return false
      }
    } catch {
      guard error.reason == .cancelled else { throw error }
    }
  }

  private static func size(_ path: String) throws -> Int {
    guard let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int else {
      throw CocoaError(.fileReadUnknown)
    }
    return size
  }
}
