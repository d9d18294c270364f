import Feeds
import Foundation
import FoundationXML

/// Reading feed files from disk to entries with dates and previews, compared with Foundation's parsers, which do
/// nothing with the content here.
///
/// `--folder DIR` keeps the generated files between runs. `--maker FILE` and `--corpus DIR` are the paths of
/// `make_feed.py` and of the collection of real feeds; by default, both are searched beside the package. `--quick`
/// skips the files of 500 MB.
nonisolated struct ParseBenchmark {
  private static let items = 49_000
  private static let largeItems = 471_000

  private let options = CommandLineOptions()
  private var report = Report("parse")
  private let files: BenchmarkFiles

  init() throws { files = try BenchmarkFiles(options) }

  mutating func run() throws -> Report {
    report.add("generator", text: files.generator)
    for format in ["rss", "atom"] {
      let path = try files.feed(format, items: Self.items)
      let ours = try speed(of: path) { try Self.readAll(path) }
      let theirs = try speed(of: path) { try Self.runXMLParser(path) }
      report.add("\(format)_megabytes_per_second", ours, peer: theirs)
      report.add("\(format)_over_foundation_xml_parser", ours / theirs, atLeast: 1.5)
    }
    let path = try files.feed("json", items: Self.items)
    let ours = try speed(of: path) { try Self.readAll(path) }
    let theirs = try speed(of: path) { try Self.runJSONDecoder(path) }
    report.add("json_megabytes_per_second", ours, peer: theirs)
    report.add("json_over_foundation_decoder", ours / theirs, atLeast: 2)
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
    for _ in 0..<5 {
      let start = ContinuousClock.now
      try Self.readFirstBatch(path)
      best = min(best, (ContinuousClock.now - start) / .milliseconds(1))
    }
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

  /// Megabytes per second of one processor.
  private func speed(of path: String, _ body: () throws -> Void) throws -> Double {
    Double(try Self.size(path)) / 1e6 / (try Stopwatch.processorSeconds(body))
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

  private static func runXMLParser(_ path: String) throws {
    // XMLParser(data:) fails on files of more than 10 MB.
    guard let stream = InputStream(fileAtPath: path) else { throw CocoaError(.fileReadNoSuchFile) }
    let parser = XMLParser(stream: stream)
    let delegate = EmptyDelegate()
    parser.delegate = delegate
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
  }

  private final class EmptyDelegate: NSObject, XMLParserDelegate {}

  private static func runJSONDecoder(_ path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    consume(try JSONDecoder().decode(PlainJSONFeed.self, from: data).items.count)
  }

  private static func size(_ path: String) throws -> Int {
    guard let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int else {
      throw CocoaError(.fileReadUnknown)
    }
    return size
  }
}

/// The minimum that a program would decode to get the feed's texts.
nonisolated private struct PlainJSONFeed: Decodable {
  struct Author: Decodable { var name: String? }
  struct Attachment: Decodable {
    var url: String
    var mimeType: String
    var sizeInBytes: Int?

    enum CodingKeys: String, CodingKey {
      case url
      case mimeType = "mime_type"
      case sizeInBytes = "size_in_bytes"
    }
  }
  struct Item: Decodable {
    var id: String
    var url: String?
    var title: String?
    var contentHTML: String?
    var contentText: String?
    var summary: String?
    var published: String?
    var modified: String?
    var image: String?
    var authors: [Author]?
    var tags: [String]?
    var language: String?
    var attachments: [Attachment]?

    enum CodingKeys: String, CodingKey {
      case id, url, title, summary, image, authors, tags, language, attachments
      case contentHTML = "content_html"
      case contentText = "content_text"
      case published = "date_published"
      case modified = "date_modified"
    }
  }
  var title: String?
  var items: [Item]
}
