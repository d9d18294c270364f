import Expectations
import Foundation
import RandomNumbers
import TestRuns
import Testing

@testable import FeedViewerFeeds

/// After a change of a file its entries are compared by fingerprints.
@Suite struct EntryFingerprintTests {
  private let path = FileManager.default.temporaryDirectory.path + "/fingerprints-\(UUID().uuidString).feed"

  private func scan(_ text: String) throws -> (structure: FeedStructure, fingerprints: EntryFingerprints) {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let structure = try FeedReader.structure(contentsOf: path)
    return (structure, try require(structure.fingerprints(threads: 2)))
  }

  private func feed(_ numbers: [Int], header: String = "") -> String {
    "<rss><channel><title>F</title>\(header)"
      + numbers.map { "<item><title>T \($0)</title></item>" }.joined(separator: "\n") + "</channel></rss>"
  }

  /// Applies the differences to the old entries.
  private func applied(_ hunks: [EntryHunk], _ old: [Int], _ new: [Int]) -> [Int] {
    var result: [Int] = []
    var place = 0
    for hunk in hunks {
      result += old[place..<hunk.old.lowerBound]
      expect(result.count == hunk.new.lowerBound && !(hunk.old.isEmpty && hunk.new.isEmpty))
      result += new[hunk.new]
      place = hunk.old.upperBound
    }
    return result + old[place...]
  }

  private func hunks(_ old: [Int], _ new: [Int]) -> [EntryHunk] {
    EntryComparison(old.map { UInt32($0) }, new.map { UInt32($0) }).hunks()
  }

  @Test func randomEditsAreFound() {
    var random = SplitMix64(seed: 7)
    for round in 0..<TestRun.count(700, full: 2_000) {
      let kinds = [3, 50, 100_000][round % 3]
      let old = (0..<Int.random(in: 0..<200, using: &random)).map { _ in
        Int.random(in: 0..<kinds, using: &random)
      }
      var new = old
      let editCount = Int.random(in: 0..<6, using: &random)
      for number in 0..<editCount {
        let start = Int.random(in: 0...new.count, using: &random)
        let end = min(new.count, start + Int.random(in: 0..<8, using: &random))
        let fresh = (0..<Int.random(in: 0..<8, using: &random)).map { 200_000 + number * 10 + $0 }
        new.replaceSubrange(start..<end, with: fresh)
      }
      let found = hunks(old, new)
      expect(applied(found, old, new), equals: new)
      expect(kinds < 1_000 || found.reduce(0) { $0 + $1.old.count + $1.new.count } <= editCount * 17)
      if old == new { expect(found.isEmpty) }
    }
  }

  @Test func whatMovedFarIsFound() {
    let old = Array(0..<50_000)
    expect(hunks(old, [-1].map { _ in 99_999 } + old), equals: [EntryHunk(old: 0..<0, new: 0..<1)])
    // 20,000 entries were inserted between two changed ones.
    let new = [70_001] + old[1..<100] + Array(100_000..<120_000) + old[100..<49_999] + [70_002]
    expect(
      hunks(old, Array(new)),
      equals: [
        EntryHunk(old: 0..<1, new: 0..<1), EntryHunk(old: 100..<100, new: 100..<20_100),
        EntryHunk(old: 49_999..<50_000, new: 69_999..<70_000),
      ])
    expect(hunks(old, []), equals: [EntryHunk(old: 0..<50_000, new: 0..<0)])
  }

  @Test func anEntryThatChangesIsTheOnlyDifference() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let old = try scan(feed(Array(100..<900)))
    var numbers = Array(100..<900)
    numbers[400] = 999
    let new = try scan(feed(numbers))
    // All entries are as long as before.
    expect(new.structure.commonEntries(with: old.structure).first, equals: 800)
    expect(new.structure.hasContext(of: old.structure))
    expect(
      EntryFingerprints.difference(from: old.fingerprints, to: new.fingerprints),
      equals: [EntryHunk(old: 400..<401, new: 400..<401)])
    // The first entry can't be read alone: with the header before it, it counts as changed.
    let dated = try scan(feed(numbers, header: "<lastBuildDate>now</lastBuildDate>"))
    expect(dated.structure.hasContext(of: new.structure))
    expect(
      EntryFingerprints.difference(from: new.fingerprints, to: dated.fingerprints),
      equals: [EntryHunk(old: 0..<1, new: 0..<1)])
  }

  @Test func entriesInAnotherContextAreOthers() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let plain = try scan(feed([1, 2, 3])).structure
    let french = try scan(feed([1, 2, 3]).replacing("<channel>", with: "<channel xml:lang='fr'>")).structure
    expect(!plain.hasContext(of: french) && !french.hasContext(of: plain))
    let declared = try scan(feed([1, 2, 3]).replacing("<rss>", with: "<rss xmlns:media='u:x'>")).structure
    expect(!plain.hasContext(of: declared))
    // Which elements entries had before does not matter.
    let linked = try scan(feed([1, 2, 3]).replacing("<item><title>T 1", with: "<item><link/><title>T 1"))
      .structure
    expect(linked.hasContext(of: plain))
  }

  @Test func longEntriesAndAnyNumberOfThreadsGiveTheSame() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let long = String(repeating: "abcdefg ", count: 400_000)
    let text = feed(Array(0..<9_000)).replacing("T 77<", with: "\(long)<").replacing(
      "T 5000<", with: "\(long)<")
    let found = try scan(text)
    let one = try require(found.structure.fingerprints(threads: 1))
    expect(one.values == found.fingerprints.values && Set(one.values).count == 8_999)
    let other = try scan(text.replacing(long, with: long.dropLast(1) + "x"))
    expect(
      EntryFingerprints.difference(from: one, to: other.fingerprints).map(\.old),
      equals: [77..<78, 5_000..<5_001])
  }

  @Test func aFileThatWasWrittenToHasNoFingerprints() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let structure = try scan(feed(Array(0..<500))).structure
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seek(toOffset: 4_000)
    try file.write(contentsOf: Data("x".utf8))
    try file.close()
    expect(structure.fingerprints() == nil)
  }

  @Test func whatWasTakenFromBeforeIsNotComputedAgain() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let old = try scan(feed(Array(0..<500)))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.write(contentsOf: Data(feed(Array(0..<520)).utf8))
    try file.close()
    let grown = try FeedReader.structure(contentsOf: path, after: old.structure)
    expect(grown.continuedCount == 500 && grown.entryCount == 520)
    let found = try require(grown.fingerprints(known: old.fingerprints))
    expect(found.values, equals: grown.fingerprints()?.values)
    expect(
      EntryFingerprints.difference(from: old.fingerprints, to: found),
      equals: [EntryHunk(old: 500..<500, new: 500..<520)])
  }
}
