import FeedViewerFeeds
import FeedViewerSearch
import Foundation

/// Finding entries among 100,000, compared with plain scans, the string searches of the standard library and Foundation,
/// and SQLite's full-text index.
///
/// `--folder DIR` and `--maker FILE` as for `ParseBenchmark`. `--quick` leaves out SQLite.
nonisolated struct SearchBenchmark {
  private static let items = 100_000
  /// Frequent and rare words, single letters, several scripts, and what no entry has.
  private static let queries = [
    "a", "e", "в", "の", "ing", "the", "bridge", "harbour", "мост", "поезд", "한", "日", "strasse", "zq",
    "qqqqq",
    "quiet morning",
  ]

  private let options = CommandLineOptions()
  private let path: String
  private let fileSize: Int
  private var report = Report("search")

  init() throws {
    path = try BenchmarkFiles(options).feed("rss", items: Self.items)
    fileSize = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }

  mutating func run() throws -> Report {
    let entries = try FeedReader.read(contentsOf: path).sections.flatMap(\.entries)
    report.add("entries", entries.count)
    report.add("file_megabytes", Double(fileSize) / 1e6)
    let (text, bytes) = Memory.bytesInUse { SearchText(entries) }
    report.add("memory_over_file", Double(bytes) / Double(fileSize), bar: 0.6)
    try opening(entries)
    let peers = SearchPeers(entries)
    finding(text, peers)
    narrowing(text)
    strings(text, entries, peers)
    if !options.has("--quick") { try fullText(peers) }
    return report
  }

  /// What the search adds to the time of opening the file, while a worker folds the texts of each part that was read.
  private mutating func opening(_ entries: [FeedEntry]) throws {
    let reading = try Stopwatch.processorSeconds { try ParseBenchmark.readAll(path) }
    let folding = Stopwatch.processorSeconds { consume(SearchText(entries)) }
    report.add("folding_processor_ms", folding * 1e3)
    report.add("reading_processor_ms", reading * 1e3)
    var alone = Double.infinity
    var together = Double.infinity
    for _ in 0..<7 {
      alone = min(alone, try Stopwatch.seconds { try OpeningRun(makesSearchText: false).read(path) })
      together = min(together, try Stopwatch.seconds { try OpeningRun(makesSearchText: true).read(path) })
    }
    report.add("opening_ms", together * 1e3, peer: alone * 1e3)
    report.add("added_to_opening_over_reading", (together - alone) / alone, bar: 0.1)
  }

  /// All queries on one processor. The peer scans a copy in lower-case ASCII with `memmem`, from each match to the next
  /// entry.
  private mutating func finding(_ text: SearchText, _ peers: SearchPeers) {
    var worst = (milliseconds: 0.0, ratio: 0.0)
    for query in Self.queries {
      let parsed = SearchQuery(query)
      let ours = Stopwatch.processorSeconds(repetitions: 9) { consume(text.search(parsed)) } * 1e3
      let theirs = Stopwatch.processorSeconds(repetitions: 5) { consume(peers.scan(query)) } * 1e3
      let both =
        Stopwatch.nanoseconds(per: 1, repetitions: 9) { Self.wait { await text.concurrentSearch(parsed) } }
        / 1e6
      let name = "“\(query)”"
      report.add("find \(name): entries", text.search(parsed)?.matches.count ?? 0)
      report.add("find \(name)_ms", ours, peer: theirs)
      report.add("find \(name) on all processors_ms", both)
      worst = (max(worst.milliseconds, ours), max(worst.ratio, ours / theirs))
    }
    report.add("slowest_query_ms", worst.milliseconds)
    report.add("query_over_memmem", worst.ratio, bar: 1.5)
  }

  private static func wait(_ body: @escaping @Sendable () async -> SearchResult?) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      consume(await body())
      done.signal()
    }
    done.wait()
  }

  /// Typing: each letter narrows the query before.
  private mutating func narrowing(_ text: SearchText) {
    var worst = 0.0
    for typed in ["harbour", "the bridge", "поезд", "a", "is:unread e"] {
      var previous: SearchResult?
      for length in 1...typed.count {
        let query = SearchQuery(String(typed.prefix(length)))
        let before = previous
        if before != nil {
          worst = max(
            worst,
            Stopwatch.processorSeconds(repetitions: 9) { consume(text.search(query, after: before)) } * 1e3)
        }
        previous = text.search(query, after: before)
      }
    }
    report.add("narrowing_ms", worst, bar: 10)
  }

  /// The string searches look at a tenth of the entries, and ten times their time is reported.
  private mutating func strings(_ text: SearchText, _ entries: [FeedEntry], _ peers: SearchPeers) {
    let some = Array(entries.prefix(entries.count / 10))
    let standard = Stopwatch.processorSeconds(repetitions: 1) {
      consume(some.count { SearchPeers.texts($0).contains { $0.lowercased().contains("bridge") } })
    }
    let foundation = Stopwatch.processorSeconds(repetitions: 1) {
      consume(
        some.count {
          SearchPeers.texts($0).contains {
            $0.range(of: "bridge", options: [.caseInsensitive, .diacriticInsensitive]) != nil
          }
        })
    }
    let ours =
      Stopwatch.processorSeconds(repetitions: 9) { consume(text.search(SearchQuery("bridge"))) } * 1e3
    report.add("find_beside_standard_library_ms", ours, peer: standard * 1e4)
    report.add("find_beside_foundation_ms", ours, peer: foundation * 1e4)
  }

  private mutating func fullText(_ peers: SearchPeers) throws {
    guard let index = try peers.fullTextIndex(queries: Self.queries.filter { $0.count > 2 }) else {
      return report.add("sqlite", text: "python3 with FTS5 is not installed")
    }
    report.add("sqlite_fts5_trigram_build_ms", index.buildMilliseconds)
    report.add("sqlite_fts5_trigram_megabytes", Double(index.bytes) / 1e6)
    report.add("sqlite_fts5_trigram_slowest_query_ms", index.slowestQueryMilliseconds)
    report.add("sqlite_like_ms", index.likeMilliseconds)
  }
}

/// Opens a file as the window does: makes previews of each part that was read, and, on a worker, its text for searching.
nonisolated private final class OpeningRun: @unchecked Sendable {
  private let makesSearchText: Bool
  private let worker = DispatchQueue(label: "search text")
  /// Used by the worker alone.
  private var text = SearchText()

  init(makesSearchText: Bool) { self.makesSearchText = makesSearchText }

  func read(_ path: String) throws {
    var entries: [FeedEntry] = []
    var length = 0
    _ = try FeedReader.stream(contentsOf: path) { [self] batch in
      for section in batch.sections {
        for entry in section.entries { length += entry.preview(maximumLength: 300).utf8.count }
        entries += section.entries
        if makesSearchText { worker.async { self.text.append(SearchText(section.entries)) } }
      }
      return true
    }
    consume(length)
    worker.sync { consume(text) }
  }
}
