import Expectations
import Foundation
import FuzzInputs
import RandomNumbers
import TestRuns
import Testing

@testable import FeedViewerFeeds

/// The end of a file is found before its entries are counted; what is counted then says by how many the guess was wrong.
@Suite struct TailScanTests {
  private let path = FileManager.default.temporaryDirectory.path + "/tail-\(UUID().uuidString).feed"

  /// The structure of a file that was guessed, and the one that was counted.
  private func structures(
    of text: String, tailSize: Int
  ) throws -> (estimate: FeedStructure?, counted: FeedStructure) {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    var estimate: FeedStructure?
    let counted = try FeedReader.structure(
      contentsOf: path, tailSize: tailSize,
      onEstimate: {
        estimate = $0
        // The text up to them was not read yet.
        expect(
          $0.entries(max($0.unknownEntries.upperBound, $0.entryCount - 3)..<$0.entryCount).allSatisfy {
            $0 != nil
          })
      })
    expect(counted.unknownEntries.isEmpty)
    return (estimate, counted)
  }

  private func items(_ lengths: [Int]) -> String {
    StructureCheck.channel(
      lengths.enumerated().map {
        "<item><title>T \($0)</title><guid>\($0)</guid><description>\(String(repeating: "x", count: $1))"
          + "</description></item>\n"
      }.joined())
  }

  private func objects(_ count: Int) -> String {
    let list = (0..<count).map { "{\"id\":\"\($0)\",\"content_text\":\"Text of \($0)\"}" }
    return "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"F\",\"items\":["
      + list.joined(separator: ",") + "]}"
  }

  private func atom(_ count: Int) -> String {
    let list = (0..<count).map { "<entry><id>\($0)</id><title>T \($0)</title></entry>" }
    return "<feed xmlns='http://www.w3.org/2005/Atom'><title>F</title>\(list.joined())</feed>"
  }

  /// The first piece of a file is read in one go: entries after it are guessed.
  private static let count = 140_000

  @Test func theEndOfEachFormatIsFound() throws {
    for text in [items(Array(repeating: 20, count: Self.count)), objects(Self.count), atom(Self.count)] {
      let (estimate, counted) = try structures(of: text, tailSize: 8 << 10)
      let found = try require(estimate)
      expect(found.feed.title == counted.feed.title && counted.entryCount == Self.count)
      expect(abs(found.entryCount - Self.count) < Self.count / 50)
      let surplus = try require(counted.surplus(to: found))
      expect(surplus.end == 0 && surplus.middle == counted.entryCount - found.entryCount)
      let tail = found.unknownEntries.upperBound..<found.entryCount
      expect(tail.count >= 64)
      for ordinal in tail {
        expect(
          found.place(ofEntry: ordinal)?.range,
          equals: counted.place(ofEntry: ordinal + surplus.middle)?.range)
      }
      for ordinal in [0, found.unknownEntries.lowerBound - 1] {
        expect(found.place(ofEntry: ordinal)?.range, equals: counted.place(ofEntry: ordinal)?.range)
      }
      expect(found.place(ofEntry: found.unknownEntries.lowerBound) == nil)
      let first = found.unknownEntries.lowerBound
      expect(found.entries(first - 1..<first + 2).map { $0 != nil }, equals: [true, false, false])
      expect(
        found.entries(tail.suffix(2)).map { $0?.entry.title },
        equals: counted.entries(Self.count - 2..<Self.count).map { $0?.entry.title })
      expect(counted.commonEntries(with: found).first, equals: found.unknownEntries.lowerBound)
      expect(found.commonEntries(with: counted).last >= tail.count)
    }
  }

  @Test(arguments: 0..<UInt64(TestRun.count(2, full: 6)))
  func entriesOfAnyLengthsAreAsTheyWereFound(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let lengths = (0..<9_000).map { _ in
      Int.random(in: 0..<10, using: &random) == 0
        ? Int.random(in: 0..<30_000, using: &random) : Int.random(in: 0..<300, using: &random)
    }
    let (estimate, counted) = try structures(
      of: items(lengths), tailSize: Int.random(in: 100..<200_000, using: &random))
    let found = try require(estimate)
    let surplus = try require(counted.surplus(to: found))
    expect(surplus.end, equals: 0)
    for ordinal in found.unknownEntries.upperBound..<found.entryCount {
      expect(
        found.place(ofEntry: ordinal)?.range, equals: counted.place(ofEntry: ordinal + surplus.middle)?.range)
    }
  }

  /// What is found at the end may be no entries, or may not be all of them: then the comparison says so.
  @Test func whatOnlyLooksLikeEntriesIsNoticed() throws {
    let trap = String(repeating: "<item><title>not one</title></item>", count: 900)
    let first = Array(repeating: 20, count: 120_000)
    let text = items(first).replacingOccurrences(
      of: "</channel>", with: "<item><description><![CDATA[\(trap)]]></description></item></channel>")
    let (estimate, counted) = try structures(of: text, tailSize: 8 << 10)
    if let estimate { expect(counted.surplus(to: estimate) == nil) }
    let cut = items(first).replacingOccurrences(of: "</channel></rss>", with: "<item><title>Cut")
    let (other, all) = try structures(of: cut, tailSize: 8 << 10)
    let found = try require(other)
    let surplus = try require(all.surplus(to: found))
    expect(all.entryCount == first.count + 1 && surplus.end == 1)
  }

  @Test func filesWithoutAUsualEndAreNotGuessed() throws {
    let text = items(Array(repeating: 20, count: 90_000))
    for end in ["<!--\(String(repeating: "-x", count: 90_000))-->", String(repeating: " ", count: 90_000)] {
      let (estimate, counted) = try structures(
        of: text.replacingOccurrences(of: "</channel>", with: "\(end)</channel>"), tailSize: 8 << 10)
      expect(estimate == nil && counted.entryCount == 90_000)
    }
    // Short files, and others than in UTF-8, are counted at once.
    try expect(structures(of: items(Array(repeating: 20, count: 90)), tailSize: 512 << 10).estimate == nil)
  }
}
