import Expectations
import FeedViewerFeeds
import RandomNumbers
import Testing

@testable import FeedViewer

/// What a page knows of its entries, beside a model of it.
struct PageColumnsTests {
  private static let marks: [EntryMarks] = [
    [], .read, .starred, .removed, [.read, .starred], [.read, .removed], [.starred, .removed],
    [.read, .starred, .removed],
  ]

  private func page(_ count: Int) -> EntryPage {
    let context = RowContext(
      path: "/a", format: .rss, now: 0, clock: .current, feedTitle: "A", feed: Feed(format: .rss))
    let entries = (0..<count).map { FeedEntry(key: "\($0)", identifier: "\($0)", title: "Title \(100 + $0)") }
    return EntryPage(entries, entries.map { context.texts(of: $0) }, firstOrdinal: 7, context: context)
  }

  @Test(arguments: [1, 2, 63, 64]) @MainActor func marksOfARowChangeNoOtherOne(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    let rows = page(count).rows
    var model = [EntryMarks](repeating: [], count: count)
    for _ in 0..<400 {
      let index = Int.random(in: 0..<count, using: &random)
      model[index] = Self.marks.randomElement(using: &random)!
      rows[index].setMarks(model[index])
      expect(rows.map(\.marks), equals: model)
    }
  }

  @Test func eachRowHasItsOwnIdentityNumberAndRank() {
    // Each row has its own identity unless it takes another.
    let (first, second) = (page(64).rows, page(64).rows)
    second[5].takeIdentity(of: first[60])
    second[63].takeIdentity(of: first[2])
    expect(second[5].hasIdentity && second[63].hasIdentity && !second[6].hasIdentity)
    expect(second[5].key == first[60].key && second[63].key == first[2].key)
    // A row that was asked for its key keeps it.
    let known = second[6].key
    second[6].takeIdentity(of: first[0])
    expect(second[6].key, equals: known)
    let others = second.filter { $0 != second[5] && $0 != second[63] }
    expect(Set((first + others).map(\.key)).count, equals: 64 + 62)
    expect(first.allSatisfy(\.hasIdentity))
    // Numbers and ranks are those of each row.
    let rows = page(40).rows
    expect(rows.allSatisfy { $0.searchNumber == nil && $0.titleRank == nil })
    for (index, row) in rows.enumerated() where index % 3 > 0 { row.setSearchNumber(1_000 - index) }
    expect(
      rows.map(\.searchNumber), equals: rows.indices.map { $0 % 3 > 0 ? 1_000 - $0 : nil })
    let ranks = TitleRanks(of: Array(rows[..<30]), number: 4)
    let order = ranks.order(of: [9, 2, 10], among: rows)
    expect(order, equals: [2, 9, 10])
    // Rows that came later have no rank, and neither has one of another ranking.
    expect(ranks.order(of: [9, 35], among: rows) == nil)
    _ = TitleRanks(of: [rows[1]], number: 5)
    expect(ranks.order(of: [1, 2], among: rows) == nil)
  }
}
