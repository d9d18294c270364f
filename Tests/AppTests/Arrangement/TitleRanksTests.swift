import Expectations
import FeedViewerFeeds
import FeedViewerSearch
import RandomNumbers
import Testing

@testable import FeedViewer

/// The order of titles that is found ahead is the one that would be found later.
struct TitleRanksTests {
  private func rows(_ titles: [String]) -> [FeedRow] {
    var maker = RowMaker(path: "/a", format: .rss)
    return titles.enumerated().map { number, title in
      maker.row(
        for: FeedEntry(key: String(number), title: title), of: Feed(format: .rss), feedTitle: "Feed")
    }
  }

  private func order(_ rows: [FeedRow], by ranks: TitleRanks) -> [Int]? {
    ranks.order(of: rows.indices.map(UInt32.init), among: rows)?.map(Int.init)
  }

  @Test func ranksGiveTheOrderOfTheTitlesThatWereThere() {
    // Ranks give the order of titles.
    var random = SplitMix64(seed: 4)
    for count in [0, 1, 2, 50, 3_000] {
      let titles = (0..<count).map { _ in
        ["Title", "title", "Élan", "日本", ""].randomElement(using: &random)!
          + String(Int.random(in: 0..<500, using: &random))
      }
      let rows = rows(titles)
      let ranks = TitleRanks(of: rows, number: 1)
      expect(order(rows, by: ranks), equals: TitleOrder(titles).order.map(Int.init))
      // Some of the rows in another order: equal titles keep it.
      for part in [5, 400] {
        let some = Array(rows.shuffled(using: &random).prefix(part))
        expect(order(some, by: ranks), equals: TitleOrder(some.map(\.title)).order.map(Int.init))
      }
    }
    // Rows that came later have no rank.
    let (first, second) = (rows(["b", "a"]), rows(["c"]))
    let ranks = TitleRanks(of: first, number: 1)
    expect(order(first, by: ranks) == [1, 0] && order(first + second, by: ranks) == nil)
    let later = TitleRanks(of: second + first, number: 2)
    expect(order(first + second, by: later), equals: [1, 0, 2])
    // Their ranks were replaced.
    expect(order(first, by: ranks) == nil)
  }
}
