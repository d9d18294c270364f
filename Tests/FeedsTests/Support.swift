import FeedViewerBase
import Foundation
import FuzzInputs
import Glibc
import Testing

@testable import FeedViewerFeeds

func parse(_ text: String) throws(FeedError) -> Feed {
  try FeedReader.parse(Array(text.utf8), named: "test.xml")
}

/// The entries of an RSS feed with these items.
func rss(_ items: String, attributes: String = "") throws(FeedError) -> [FeedEntry] {
  try parse("<rss version=\"2.0\" \(attributes)><channel>\(items)</channel></rss>").entries
}

func atom(_ children: String, attributes: String = "") throws(FeedError) -> [FeedEntry] {
  try parse("<feed xmlns=\"http://www.w3.org/2005/Atom\" \(attributes)>\(children)</feed>").entries
}

/// Items of RSS.
func items(_ count: Int, from first: Int = 0) -> String { StructureCheck.items(count, from: first) }

/// A feed of items.
func channel(_ content: String) -> String { StructureCheck.channel(content) }

/// Items of JSON Feed.
func objects(_ count: Int) -> [String] { StructureCheck.objects(count) }

extension Feed {
  var entries: [FeedEntry] { sections.flatMap(\.entries) }
}

/// The reason why a text is refused; `nil` if it is accepted.
func refusal(_ bytes: [UInt8]) -> FeedError.Reason? {
  do {
    _ = try FeedReader.parse(bytes, named: "test")
    return nil
  } catch {
    return error.reason
  }
}

func refusal(_ text: String) -> FeedError.Reason? { refusal(Array(text.utf8)) }

/// The shared corpora beside the package, which not every checkout has.
let corpora = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/corpora")

extension Trait where Self == ConditionTrait {
  static var needsCorpora: Self {
    .enabled(if: FileManager.default.fileExists(atPath: corpora.path), "needs the shared corpora")
  }
}

/// The names and bytes of the feeds in the shared corpora that are not very large.
func feedsOfCorpora() throws -> [(name: String, bytes: [UInt8])] {
  var feeds: [(name: String, bytes: [UInt8])] = []
  for folder in ["feeds", "broken"].map({ corpora.path + "/" + $0 }) {
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let data = FileManager.default.contents(atPath: folder + "/" + name)
      if let data, data.count < 200_000 { feeds.append((name, Array(data))) }
    }
  }
  return feeds
}

/// CPU time of this thread, in seconds.
func threadSeconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

/// Expected messages are written as plain English.
extension Message: ExpressibleByStringLiteral,
  ExpressibleByExtendedGraphemeClusterLiteral,
  ExpressibleByUnicodeScalarLiteral
{
  public init(stringLiteral text: String) { self.init("\(text)") }
}
