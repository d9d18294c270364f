import FeedViewerSearch
import LayoutCore
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
    let keys = rows.filter(found.contains).map(\.entry.key)
    #expect(found.count == keys.count)
    return keys
  }

  @Test func aSearchWaitsForTextsThatAnotherOneFolds() async {
    let rows = rows((0..<6_000).map { "number \($0)" })
    async let first = found("number 1", in: rows)
    async let second = found("\"number 5999\"", in: rows)
    let found = await (first, second)
    // All numbers with a 1: 6,000 less the five times 9 x 9 x 9 without.
    #expect(found.0?.count == 6_000 - 5 * 729)
    #expect(found.1 == ["number 5999"])
  }

  @Test func aSearchUsesTheTextsThatWereFoldedAhead() async {
    let rows = rows((0..<6_000).map { "number \($0)" })
    let version = rows.prefix(5_000).map(\.title).hashValue
    index.prepare(Array(rows.prefix(5_000)), version: version)
    #expect(await found("\"number 4999\"", in: Array(rows.prefix(5_000))) == ["number 4999"])
    index.prepare(rows, version: rows.map(\.title).hashValue)
    #expect(await found("\"number 5999\"", in: rows) == ["number 5999"])
    #expect(await found("number", in: rows)?.count == 6_000)
  }

  @Test func aCancelledSearchLeavesNoGap() async {
    let rows = rows((0..<6_000).map { "number \($0)" })
    let index = index
    let cancelled = Task { await index.search(SearchQuery("number"), in: rows, version: 0) == nil }
    await Task.yield()
    cancelled.cancel()
    _ = await cancelled.value
    #expect(await found("\"number 4321\"", in: rows) == ["number 4321"])
  }

  @Test func rowsThatComeBackAfterTheIndexWasMadeAnewAreFound() async {
    let rows = rows(["one", "two", "three", "four", "five"])
    #expect(await found("t", in: rows)?.count == 5)
    // So few are left that the index is made anew.
    #expect(await found("four", in: [rows[3]]) == ["four"])
    #expect(await found("\"Title of two\"", in: rows) == ["two"])
    #expect(await found("\"Title of one\"", in: rows) == ["one"])
  }

  @Test func rowsAreAddedAsTheyCome() async {
    let rows = rows((0..<30).map { "number \($0)" })
    for count in stride(from: 3, through: 30, by: 9) {
      let last = "number \(count - 1)"
      #expect(await found("\"\(last)\"", in: Array(rows.prefix(count))) == [last])
    }
  }
}
