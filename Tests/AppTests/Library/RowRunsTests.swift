import Expectations
import FeedViewerFeeds
import RandomNumbers
import Testing

@testable import FeedViewer

@Suite("Runs of rows against an array")
struct RowRunsTests {
  private let context = RowContext(
    path: "/a", format: .rss, now: 0, clock: .current, feedTitle: "A", feed: Feed(format: .rss))

  private func rows(_ ordinals: Range<Int>) -> [FeedRow] {
    var maker = RowMaker(from: ordinals.lowerBound, in: context)
    let entries = ordinals.map { FeedEntry(key: "\($0)") }
    return maker.rows(for: FeedSection(entries: entries), of: Feed(format: .rss), feedTitle: "A", text: nil)
  }

  @Test(arguments: UInt64(0)..<30)
  func rowsInAnyOrderAreThoseOfAnArray(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let all = rows(0..<200)
    var (model, runs): ([FeedRow], RowRuns) = ([], RowRuns())
    for _ in 0..<40 {
      // Rows that follow each other, some of them left out, and others again.
      let first = Int.random(in: 0..<all.count, using: &random)
      let next = all[first..<Int.random(in: first...all.count, using: &random)].filter { _ in
        Int.random(in: 0..<9, using: &random) > 0
      }
      model += next
      runs.append(next)
    }
    expect(runs.count == model.count && Array(runs) == model)
    expect(model.indices.allSatisfy { runs[$0] == model[$0] })
    expect(runs.lazy.map(\.ordinal).reversed().elementsEqual(model.map(\.ordinal).reversed()))
    var parts: [FeedRow] = []
    runs.forEachPart { page, bits in
      parts += (0..<64).filter { bits & 1 << UInt64($0) != 0 }.map { FeedRow(on: page, index: $0) }
    }
    expect(parts, equals: model)
    expect(runs == RowRuns(model) && runs.dropFirst(3).elementsEqual(model.dropFirst(3)))
  }

  @Test func noRowsAreNoRuns() {
    expect(RowRuns().isEmpty && RowRuns([]) == RowRuns() && Array(RowRuns(rows(0..<1))).count == 1)
  }
}
