import Expectations
import Testing

@testable import FeedViewerFeeds

private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

/// An RSS feed around some content.
private func rss(_ content: String) -> String { "<rss><channel>\(content)</channel></rss>" }

/// Hostile files: four times the input takes about four times the work and output, whatever it contains.
@Suite struct GrowthTests {
  struct Bomb: Sendable, CustomTestStringConvertible {
    var name: String
    /// A file whose size is proportional to `scale`.
    var text: @Sendable (_ scale: Int) -> String
    var testDescription: String { name }
  }

  static let bombs: [Bomb] = [
    Bomb(name: "folders with long names") { scale in
      let folders = (0..<20 * scale).map { "<outline text='f\($0)'><outline text='x' xmlUrl='a'/></outline>" }
      let around = repeated("<outline text='\(repeated("n", 4_000))'>", 200)
      return "<opml><body>" + around + folders.joined() + repeated("</outline>", 200) + "</body></opml>"
    },
    Bomb(name: "folders that are never closed") {
      "<opml><body>" + repeated("<outline text='abc'>", 500 * $0)
    },
    Bomb(name: "namespaces") { scale in
      let around = (0..<100).map { depth in
        "<z \((0..<20).map { "xmlns:p\(depth)_\($0)='u'" }.joined(separator: " "))>"
      }
      return rss(around.joined() + repeated("<p0_0:b xmlns:c='d'/>", 200 * scale))
    },
    Bomb(name: "bases in each other") { scale in
      repeated("<rss xml:base='http://x/'><channel>", 1)
        + repeated("<z xml:base='\(repeated("a", 100 * scale))/'>", 200)
        + "<item><link>a</link></item>"
    },
    Bomb(name: "a long base") { scale in
      "<rss xml:base='http://x/\(repeated("a", 1_000 * scale))/'><channel>"
        + repeated("<item><link>a</link></item>", 20 * scale)
    },
    Bomb(name: "a long language") { scale in
      "<rss xml:lang='\(repeated("a", 1_000 * scale))'><channel>"
        + repeated("<item><link>a</link></item>", 20 * scale)
    },
    Bomb(name: "declarations without an end") { scale in
      rss("<item><description><![CDATA[\(repeated("<!a", 4_000 * scale))]]></description></item>")
    },
    Bomb(name: "authors of the feed") { scale in
      rss(repeated("<managingEditor>a</managingEditor>", 50 * scale) + repeated("<item/>", 200 * scale))
    },
    Bomb(name: "tags that come again") { scale in
      rss(
        "<item>" + (0..<999).map { "<category>t\($0)</category>" }.joined()
          + repeated("<category>t998</category>", 100 * scale) + "</item>")
    },
    Bomb(name: "files that come again") { scale in
      rss(
        "<item>" + (0..<999).map { "<enclosure url='t\($0)'/>" }.joined()
          + repeated("<enclosure url='t998'/>", 100 * scale) + "</item>")
    },
    Bomb(name: "equal identifiers") { rss(repeated("<item><guid>a</guid></item>", 100 * $0)) },
    Bomb(name: "empty entries") { rss(repeated("<item/>", 100 * $0)) },
    Bomb(name: "less-than signs") { rss(repeated("<", 1_000 * $0)) },
    Bomb(name: "ampersands") { rss("<item><description>\(repeated("&", 1_000 * $0))</description></item>") },
    Bomb(name: "elements in each other") { rss("<item><description>" + repeated("<b>", 500 * $0)) },
    Bomb(name: "attributes") { scale in
      rss("<item><enclosure \((0..<100 * scale).map { "a\($0)='b'" }.joined(separator: " "))/></item>")
    },
    Bomb(name: "arrays in each other") { "{\"items\":[{\"title\":\"x\",\"y\":" + repeated("[", 5_000 * $0) },
    Bomb(name: "keys that come again") { scale in
      "{\"items\":[{" + repeated("\"title\":\"a\",", 500 * scale) + "\"id\":\"1\"}]}"
    },
    Bomb(name: "folders of an export") { scale in
      let folders = (0..<100 * scale).map { "{\"name\":\"a\",\"parent\":\($0 - 1)}" }.joined(separator: ",")
      let items = (0..<50 * scale).map { "{\"id\":\"\($0)\",\"_feed_viewer\":{\"folder\":\($0)}}" }
      return
        "{\"_feed_viewer\":{\"outlines\":1,\"folders\":[\(folders)]},\"items\":[\(items.joined(separator: ","))]}"
    },
  ]

  /// Reads, inspects and exports a file.
  private func work(_ bytes: [UInt8]) throws -> (seconds: Double, output: Int) {
    var best = Double.infinity
    var output = 0
    for _ in 0..<2 {
      let start = threadSeconds()
      let feed = try FeedReader.parse(bytes, named: "bomb")
      output = FeedInspection.jsonLine(for: feed).utf8.count + JSONFeedExport.json(for: feed).utf8.count
      best = min(best, threadSeconds() - start)
    }
    return (best, output)
  }

  @Test(arguments: bombs)
  func workAndOutputGrowLinearly(_ bomb: Bomb) throws {
    let files = [2, 8].map { Array(bomb.text($0).utf8) }
    let (small, large) = (try work(files[0]), try work(files[1]))
    // Quadratic work would be sixteen times as much. Very short times are not compared.
    expect(large.seconds <= 8 * max(small.seconds, 0.002), "\(small.seconds) s, \(large.seconds) s")
    expect(large.output <= 5 * small.output + 10_000)
    expect(large.output <= 150 * files[1].count)
  }

  @Test func longFolderPathsAreElidedInTheMiddle() throws {
    let names = (0..<40).map { "folder number \($0)" }
    let text =
      "<opml><body>" + names.map { "<outline text='\($0)'>" }.joined() + "<outline text='x' xmlUrl='y'/>"
      + repeated("</outline>", 40) + "</body></opml>"
    let section = try require(parse(text).sections.first)
    let title = try require(section.title)
    expect(title.utf8.count <= FeedFolder.titleLimit + 3)
    expect(title.hasPrefix("folder number 0 › folder number 1 › "))
    expect(title.hasSuffix(" › folder number 39"))
    expect(title.count { $0 == "…" }, equals: 1)
    expect(section.folder?.names, equals: names)
    expect(section.folder?.displayNames.count, equals: 14)
    expect(section.folder?.displayNames.first, equals: "folder number 0")
    expect(section.folder?.displayNames.last, equals: "folder number 39")
  }

  @Test func longNamesAreElidedBetweenGraphemes() throws {
    let family = "👩‍👩‍👧‍👦"
    for name in [repeated(family, 500), repeated("a", 3) + repeated("\u{301}", 5_000), repeated("日", 300)] {
      let inner = FeedFolder(name: name, in: FeedFolder(name: name, in: nil))
      expect(inner.title.utf8.count <= FeedFolder.titleLimit + 3)
      let ends = inner.title.split(separator: "…", omittingEmptySubsequences: false)
      expect(ends.count, equals: 2)
      expect(name.hasPrefix(ends[0]) && name.hasSuffix(ends[1]))
      expect(inner.displayNames.allSatisfy { $0.utf8.count <= 4 * FeedFolder.titleLimit })
      expect(inner.names, equals: [name, name])
    }
    expect(FeedFolder(name: "b", in: FeedFolder(name: "a", in: nil)).title, equals: "a › b")
  }
}
