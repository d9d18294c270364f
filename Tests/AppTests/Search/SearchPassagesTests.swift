import Expectations
import FeedViewerFeeds
import FeedViewerSearch
import Testing
import VirtualList

@testable import FeedViewer

/// What found rows show of their texts.
struct SearchPassagesTests {
  private let query = SearchQuery("needle")

  private func rows(_ bodies: some Sequence<String>) -> [FeedRow] {
    var maker = RowMaker(path: "/a", format: .rss)
    let feed = Feed(format: .rss)
    return bodies.map { maker.row(for: FeedEntry(key: $0, content: $0), of: feed, feedTitle: "") }
  }

  /// A text whose word is not in its beginning.
  private func text(_ number: Int) -> String {
    String(repeating: "word ", count: 400) + "needle \(number)"
  }

  @Test func rowsShowTheirBeginningsUntilWorkersHaveFoundTheirPassages() async throws {
    let passages = SearchPassages()
    let rows = rows((0..<40).map(text) + ["needle at the beginning"])
    let places = rows.indices.map { RowIndexPath(section: 0, row: $0) }
    var arrived: Set<Int> = []
    passages.onArrival = { for (_, place) in $0 { expect(arrived.insert(place.row).inserted) } }
    passages.show(query)
    for (row, place) in zip(rows, places) { expect(passages.passage(of: row, at: place), equals: nil) }
    try await expect(MainLoop.settle { arrived.count == 40 })
    expect(arrived, equals: Set(0..<40))
    for index in 0..<40 {
      expect(passages.passage(of: rows[index], at: places[index])?.contains("needle \(index)") == true)
    }
    expect(passages.passage(of: rows[40], at: places[40]), equals: nil)
    passages.show(nil)
    expect(passages.passage(of: rows[0], at: places[0]), equals: nil)
    expect(passages.takeFormer(), equals: Set(rows.prefix(40).map(\.key)))
  }

  @Test func passagesThatAreKnownAreShownAtOnce() async {
    let passages = SearchPassages()
    let row = rows([text(7)])[0]
    passages.show(query, first: await SearchPassages.passages(of: [row], query))
    expect(passages.passage(of: row, at: RowIndexPath(section: 0, row: 0))?.contains("needle 7") == true)
  }

  /// The beginning of a text has room for it in rows of several lines only.
  @Test func aMatchAtTheEndOfTheFirstLineBeginsThePassage() async {
    let row = rows([String(repeating: "word ", count: 10) + "needle"])[0]
    let passages = await SearchPassages.passages(of: [row], query)
    expect(passages[SearchPassages.Key(row)], equals: .some("…word word needle"))
  }

  @Test func rowsThatWereGivenUpAreAskedForAgain() async throws {
    let passages = SearchPassages()
    let rows = rows((0..<600).map(text))
    passages.show(query)
    for (index, row) in rows.enumerated() {
      _ = passages.passage(of: row, at: RowIndexPath(section: 0, row: index))
    }
    let first = RowIndexPath(section: 0, row: 0)
    let isShown = try await MainLoop.settle {
      passages.passage(of: rows[0], at: first)?.contains("needle 0") == true
    }
    expect(isShown)
  }

  @Test func passagesOfAnEarlierQueryDoNotArrive() async throws {
    let passages = SearchPassages()
    let rows = rows((0..<100).map(text))
    var arrived = 0
    passages.onArrival = { arrived += $0.count }
    passages.show(query)
    for (index, row) in rows.enumerated() {
      _ = passages.passage(of: row, at: RowIndexPath(section: 0, row: index))
    }
    passages.show(SearchQuery("absent"))
    let place = RowIndexPath(section: 0, row: 1)
    expect(passages.passage(of: rows[1], at: place), equals: nil)
    passages.show(query)
    try await expect(MainLoop.settle { passages.passage(of: rows[1], at: place) != nil })
    expect(arrived, equals: 1)
  }
}
