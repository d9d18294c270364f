import Expectations
import RandomNumbers
import Testing

@testable import FeedViewerFeeds

@Suite struct KeyCounterTests {
  @Test func keyCountsAgreeWithADictionary() {
    var random = SplitMix64(seed: 5)
    var uses = KeyCounter()
    var model: [UInt64: Int32] = [:]
    for _ in 0..<50_000 {
      // Few distinct low bits, so that many collide. Zero is excluded, because it is stored as one.
      let hash =
        UInt64.random(in: 1...20_000, using: &random) << UInt64.random(in: 0...1, using: &random) * 40
      let place = uses.place(of: hash)
      expect(uses[place], equals: model[hash] ?? 0)
      if uses[place] == 0 { uses.insert(hash, at: place) } else { uses[place] += 1 }
      model[hash, default: 0] += 1
    }
    for (hash, count) in model { expect(uses[uses.place(of: hash)], equals: count) }
  }

  @Test func duplicateIdentifiersGetUniqueSuffixes() throws {
    let items = ["a", "a", "a#2", "a", "b", "a#3"].map { "<item><guid>\($0)</guid></item>" }.joined()
    let feed = try parse("<rss><channel>\(items)</channel></rss>")
    expect(feed.entries.map(\.key), equals: ["a", "a#2", "a#2#2", "a#3", "b", "a#3#2"])
  }

  /// Keys are assigned in groups, which must not be seen in the result.
  @Test(arguments: [1, 31, 32, 33, 64, 65, 200, 1_100])
  func keysOfManyEntriesAreThoseOfADictionary(count: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    let identifiers = (0..<count).map { _ in
      "g\(Int.random(in: 0...count / 2, using: &random))" + (Bool.random(using: &random) ? "" : "#2")
    }
    var uses: [String: Int] = [:]
    let expected = identifiers.map { identifier in
      guard var number = uses[identifier] else {
        uses[identifier] = 1
        return identifier
      }
      repeat { number += 1 } while uses["\(identifier)#\(number)"] != nil
      uses[identifier] = number
      uses["\(identifier)#\(number)"] = 1
      return "\(identifier)#\(number)"
    }
    let items = identifiers.map { "<item><guid>\($0)</guid></item>" }.joined()
    let bytes = Array("<rss><channel>\(items)</channel></rss>".utf8)
    try expect(FeedReader.parse(bytes, named: "t").entries.map(\.key), equals: expected)
    var streamed: [String] = []
    _ = try FeedReader.stream(bytes, named: "t") { batch in
      streamed += batch.sections.flatMap(\.entries).map(\.key)
      return true
    }
    expect(streamed, equals: expected)
  }
}
