import FeedViewerFeeds
import FeedViewerSearch
import RandomNumbers

/// What sorting and searching cost for each of many rows: titles and times are computed, not stored. A part of
/// `SyntheticBenchmark`.
nonisolated enum SyntheticOrders {
  /// One row in as many is found by the search.
  private static let rarity = 1_000
  private static let syllables: [StaticString] = [
    "ba", "de", "fi", "go", "hu", "ka", "le", "mi", "no", "pu", "ra", "se", "ti", "vo", "wu", "za",
  ]

  /// Nanoseconds for each row.
  static func costs(rows count: Int) -> [(name: String, nanoseconds: Double)] {
    [
      (
        "sort_by_date",
        nanoseconds(per: count) {
          consume(DateOrder.order(count: count, isRising: false) { Int64(mixed($0) & 0xFFFF_FFFF) })
        }
      ),
      (
        "sort_by_title",
        nanoseconds(per: count) {
          consume(TitleOrder(TitleKeys(count: count, withTitle: withTitle)).order)
        }
      ),
      ("search", searchCost(rows: count)),
    ]
  }

  private static func searchCost(rows count: Int) -> Double {
    let text = SearchText(
      (0..<count).lazy.map { index in
        var title = ""
        withTitle(index) { title = String(decoding: $0, as: UTF8.self) }
        return FeedEntry(key: "", title: index % rarity == 0 ? title + " needle" : title)
      })
    let query = SearchQuery("needle")
    return nanoseconds(per: count, leastRuns: 3) {
      let found = text.search(query)?.matches.count
      precondition(found == (count + rarity - 1) / rarity, "The search finds one row in \(rarity).")
    }
  }

  /// The least of a few runs; of fewer where they take long.
  private static func nanoseconds(per count: Int, leastRuns: Int = 1, _ body: () -> Void) -> Double {
    let runs = count > 10_000_000 ? leastRuns : 5
    return Stopwatch.nanoseconds(per: count, repetitions: runs, body)
  }

  /// A number that looks random, the same each time.
  private static func mixed(_ index: Int) -> UInt64 {
    var random = SplitMix64(seed: UInt64(index))
    return random.next()
  }

  /// Passes a title of sixteen letters.
  private static func withTitle(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { title in
      var rest = mixed(index)
      for place in stride(from: 0, to: 16, by: 2) {
        let syllable = syllables[Int(rest & 15)].utf8Start
        rest >>= 4
        title[place] = syllable[0]
        title[place + 1] = syllable[1]
      }
      body(UnsafeBufferPointer(title))
    }
  }
}
