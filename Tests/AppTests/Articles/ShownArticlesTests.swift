import Expectations
import FeedViewerBase
import FeedViewerFeeds
import Foundation
import Testing

@testable import FeedViewer

/// Files with what their pages must show: `Tests/FeedsTests/Fixtures/Shown/cases.jsonl`. They are read as the subcommand
/// `article` reads them, from bytes to blocks.
@MainActor @Suite struct ShownArticlesTests {
  nonisolated struct Case: Decodable, Sendable, CustomTestStringConvertible {
    var id: String
    var file: String
    var entry: Int
    /// Texts in this order in the blocks.
    var shows: [String]?
    /// Texts that are nowhere.
    var hides: [String]?
    /// Regular expressions that one block matches.
    var inblock: [String]?
    var pictures: [String]?
    var links: [String]?
    /// Addresses of pictures or links.
    var reach: [String]?
    /// How often a text occurs.
    var times: [String: Int]?

    var testDescription: String { id }
  }

  private nonisolated static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("FeedsTests/Fixtures/Shown")

  private nonisolated static let cases: [Case] = {
    let text = (try? String(contentsOf: folder.appendingPathComponent("cases.jsonl"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Case.self, from: Data($0.utf8))
    }
  }()

  /// A text without characters that have no width, and with ordinary spaces.
  private static func seen(_ text: String) -> String {
    let scalars = text.replacingOccurrences(of: "\u{A0}", with: " ").unicodeScalars.filter {
      ![0xAD, 0x200B, 0x200C, 0x200E, 0x200F, 0x2060, 0xFEFF].contains($0.value)
        && !(0x2066...0x2069).contains($0.value)
    }
    return String(String.UnicodeScalarView(scalars))
  }

  @Test func allCasesCanBeRead() throws {
    let text = try String(contentsOf: Self.folder.appendingPathComponent("cases.jsonl"), encoding: .utf8)
    expect(Self.cases.count, equals: text.split(separator: "\n").count)
    expect(!Self.cases.isEmpty)
  }

  @concurrent
  private nonisolated static func blocks(of test: Case) async throws -> [ArticleInspection.Block] {
    let path = FilePath(folder.appendingPathComponent(test.file).path)
    let (rows, _) = try ArticleCommand.rows(of: path, entry: test.entry).get()
    return ArticleCommand.blocks(of: try require(rows.first))
  }

  @Test(arguments: cases) func thePageShowsWhatABrowserShows(of test: Case) async throws {
    let blocks = try await Self.blocks(of: test)
    let text = Self.seen(blocks.map(\.text).joined(separator: "\n"))
    let pictures = blocks.flatMap(\.pictures)
    let targets = blocks.flatMap(\.links).map(\.target)
    let everything = ([text] + pictures.map(\.source) + pictures.map(\.alternative) + targets)
      .joined(separator: "\n")
    var rest = text[...]
    for words in test.shows ?? [] {
      let place = try require(rest.range(of: words), "\(words) is not in \(text)")
      rest = rest[place.upperBound...]
    }
    for words in test.hides ?? [] { expect(!everything.contains(words)) }
    for pattern in test.inblock ?? [] {
      let expression = try Regex(pattern)
      expect(blocks.contains { $0.text.contains(expression) })
    }
    for source in test.pictures ?? [] { expect(pictures.map(\.source).contains(source)) }
    for target in test.links ?? [] { expect(targets.contains(target)) }
    for address in test.reach ?? [] { expect((pictures.map(\.source) + targets).contains(address)) }
    for (words, count) in test.times ?? [:] {
      let found =
        words.hasPrefix("http")
        ? pictures.count { $0.source == words } : text.components(separatedBy: words).count - 1
      expect(found, equals: count, "\(words)")
    }
  }
}
