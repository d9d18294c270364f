import Expectations
import FeedViewerFeeds
import Testing

@testable import FeedViewer

/// The repairs of a file of which not all entries were read.
struct ArchiveRepairsTests {
  /// The repairs that reading some texts finds, with other lines.
  private static func warnings(_ text: String, line: Int) throws -> [FeedWarning] {
    let feed = try FeedReader.parse(Array("<rss><channel>\(text)</channel></rss>".utf8), named: "test")
    return feed.warnings.map { warning in
      var moved = warning
      moved.line = line
      return moved
    }
  }

  private func places(_ repairs: ArchiveRepairs) -> [String] {
    repairs.summary(isCutOff: false)?.places.map(\.description) ?? []
  }

  @Test func charactersThatAreLeftOutAreReportedOnce() throws {
    var repairs = ArchiveRepairs()
    expect(repairs.summary(isCutOff: false) == nil)
    let alone = try Self.warnings("<item><title>a\u{7}b</title></item>", line: 20)
    repairs.add(alone)
    repairs.add(try Self.warnings("<item><title>a & b</title></item>", line: 9))
    repairs.add(try Self.warnings("<item><title>a\u{1}b</title></item>", line: 30))
    let ampersand = "line 9, column 30: "
    expect(places(repairs).count == 2 && places(repairs)[0].hasPrefix(ampersand))
    expect(places(repairs)[1], equals: "line 20, column 29: the control character 7; ignored")
    // The same place is told with the number that is known.
    repairs.add(try Self.warnings("<item><title>a\u{7}b\u{1}</title></item>", line: 20))
    repairs.add(alone)
    expect(places(repairs)[1], equals: "line 20, column 29: the control character 7 (2 times); ignored")
    repairs.add(try Self.warnings("<item><title>a\0b</title></item>", line: 4))
    expect(places(repairs).count == 2 && places(repairs)[0] == "line 4, column 29: a NUL; ignored")
  }
}
