import CLibXML2
import FeedViewerFeeds
import Foundation
import FoundationXML
import GtkInterop

/// `Benchmarks parse-peer NAME FILE [READINGS]`: reads a file several times with one reader and prints the least time.
/// `ParseBenchmark` runs each reader as a separate process.
nonisolated enum ParsePeers {
  /// Seconds.
  struct Cost: Codable {
    var processor: Double
    var wall: Double

    static let longest = Cost(processor: .infinity, wall: .infinity)

    func least(_ other: Cost) -> Cost {
      Cost(processor: min(processor, other.processor), wall: min(wall, other.wall))
    }
  }

  enum Failure: Error { case unknownName, failed(String) }

  static func run(_ arguments: [String]) throws -> String {
    guard let read = arguments.first.flatMap({ readers[$0] }), arguments.count >= 2,
      let readings = arguments.count == 2 ? 4 : Int(arguments[2])
    else { throw Failure.unknownName }
    // As the commands do that read files. Otherwise each reading returns what it took to the system, if that is at the end of
    // a heap, and the next one asks for it again.
    HeapMemory.keepMemory()
    var cost = Cost.longest
    for _ in 0..<readings {
      let (processor, wall) = (Stopwatch.processorTime, ContinuousClock.now)
      let result = try read(arguments[1])
      cost = cost.least(
        Cost(
          processor: Stopwatch.processorTime - processor, wall: (ContinuousClock.now - wall) / .seconds(1)))
      // Released after the measurement.
      consume(result)
    }
    return String(decoding: try JSONEncoder().encode(cost), as: UTF8.self)
  }

  /// The least times of several readers. Their processes take turns, so that disturbances meet all of them.
  /// - Parameter readings: How often each process reads the file.
  static func costs(
    of names: [String], reading path: String, rounds: Int = 8, readings: Int = 4
  ) throws -> [String: Cost] {
    var costs: [String: Cost] = [:]
    for _ in 0..<rounds {
      for name in names {
        let data = try ParseOnce.output(of: ["parse-peer", name, path, String(readings)])
        let cost = try JSONDecoder().decode(Cost.self, from: data)
        costs[name] = cost.least(costs[name] ?? .longest)
      }
    }
    return costs
  }

  /// Each reads the file at a path and returns what it made of it.
  private static let readers: [String: @Sendable (String) throws -> Any] = [
    "previews": { try ParseBenchmark.readAll($0) },
    "feed": { try FeedReader.read(contentsOf: $0) },
    "feed-two-threads": { try FeedReader.read(contentsOf: $0, threads: 2) },
    "inspect": { path in
      let feed = try FeedReader.read(contentsOf: path)
      var count = 0
      FeedInspection.write(feed) { count += $0.count }
      return (feed, count)
    },
    "export": { path in
      let feed = try FeedReader.read(contentsOf: path)
      var count = 0
      JSONFeedExport.write(feed) { count += $0.count }
      return (feed, count)
    },
    "libxml2": { try runLibXML2($0) }, "XMLParser": { try runXMLParser($0) },
    "JSONDecoder": { try runJSONDecoder($0) },
  ]

  /// libxml2's SAX interface with callbacks that do nothing, in pieces of 64 KB.
  private static func runLibXML2(_ path: String) throws {
    var handler = xmlSAXHandler()
    handler.initialized = 0xDEED_BEAF
    handler.startElementNs = { _, _, _, _, _, _, _, _, _ in }
    handler.endElementNs = { _, _, _, _ in }
    handler.characters = { _, _, _ in }
    handler.cdataBlock = { _, _, _ in }
    guard let file = fopen(path, "r"), let parser = xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil) else {
      throw CocoaError(.fileReadNoSuchFile)
    }
    defer {
      fclose(file)
      xmlFreeParserCtxt(parser)
    }
    setvbuf(file, nil, _IONBF, 0)
    var piece = [CChar](repeating: 0, count: 65_536)
    var count = 0
    repeat {
      count = fread(&piece, 1, piece.count, file)
      let status = xmlParseChunk(parser, piece, Int32(count), count == 0 ? 1 : 0)
      guard status == 0 else { throw Failure.failed("libxml2 error \(status)") }
    } while count > 0
  }

  private final class EmptyDelegate: NSObject, XMLParserDelegate {}

  private static func runXMLParser(_ path: String) throws {
    // XMLParser(data:) fails on files of more than 10 MB.
    guard let stream = InputStream(fileAtPath: path) else { throw CocoaError(.fileReadNoSuchFile) }
    let parser = XMLParser(stream: stream)
    let delegate = EmptyDelegate()
    parser.delegate = delegate
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
  }

  private static func runJSONDecoder(_ path: String) throws -> PlainJSONFeed {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return try JSONDecoder().decode(PlainJSONFeed.self, from: data)
  }
}
