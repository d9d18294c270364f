import Expectations
import FeedViewerSearch
import Testing

@testable import FeedViewer

/// The texts of rows follow the rows, whatever happens while they are folded.
struct SearchIndexTests {
  private let index = SearchIndex()

  private func rows(_ titles: some Sequence<String>) -> [FeedRow] {
    LibraryFixture.section(Array(titles), path: "/a").rows
  }

  private func found(_ query: String, in rows: [FeedRow]) async -> [String]? {
    guard
      let found = await index.search(SearchQuery(query), in: rows, version: rows.map(\.title).hashValue)
    else {
      return nil
    }
    let keys = rows.filter(found.contains).map(\.entryKey)
    expect(found.count, equals: keys.count)
    return keys
  }

  @Test func aSearchWaitsForTextsThatAnotherOneFolds() async {
    let rows = rows((0..<6_000).map { "number \($0)" })
    async let first = found("number 1", in: rows)
    async let second = found("\"number 5999\"", in: rows)
    let found = await (first, second)
    // All numbers with a 1: 6,000 less the five times 9 x 9 x 9 without.
    expect(found.0?.count, equals: 6_000 - 5 * 729)
    expect(found.1, equals: ["number 5999"])
  }

  @Test func aSearchUsesTheTextsThatWereFoldedAhead() async {
    let rows = rows((0..<6_000).map { "number \($0)" })
    let version = rows.prefix(5_000).map(\.title).hashValue
    index.prepare(Array(rows.prefix(5_000)), version: version)
    await expect(found("\"number 4999\"", in: Array(rows.prefix(5_000))), equals: ["number 4999"])
    index.prepare(rows, version: rows.map(\.title).hashValue)
    await expect(found("\"number 5999\"", in: rows), equals: ["number 5999"])
    await expect(found("number", in: rows)?.count, equals: 6_000)
  }

  @Test func aCancelledSearchLeavesNoGap() async {
    let rows = rows((0..<6_000).map { "number \($0)" })
    let index = index
    let cancelled = Task { await index.search(SearchQuery("number"), in: rows, version: 0) == nil }
    await Task.yield()
    cancelled.cancel()
    _ = await cancelled.value
    await expect(found("\"number 4321\"", in: rows), equals: ["number 4321"])
  }

  @Test func rowsThatComeBackAfterTheIndexWasMadeAnewAreFound() async {
    let rows = rows(["one", "two", "three", "four", "five"])
    await expect(found("t", in: rows)?.count, equals: 5)
    // So few are left that the index is made anew.
    await expect(found("four", in: [rows[3]]), equals: ["four"])
    await expect(found("\"Title of two\"", in: rows), equals: ["two"])
    await expect(found("\"Title of one\"", in: rows), equals: ["one"])
  }

  @Test func rowsAreAddedAsTheyCome() async {
    let rows = rows((0..<30).map { "number \($0)" })
    for count in stride(from: 3, through: 30, by: 9) {
      let last = "number \(count - 1)"
      await expect(found("\"\(last)\"", in: Array(rows.prefix(count))), equals: [last])
    }
  }
}
