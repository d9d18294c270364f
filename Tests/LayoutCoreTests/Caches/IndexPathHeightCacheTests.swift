import Expectations
import Testing

@testable import LayoutCore

@Suite("Heights by index path")
struct IndexPathHeightCacheTests {
  private func key(width: Int = 400, generation: UInt32 = 0, revision: UInt64 = 0) -> HeightKey {
    HeightKey(
      template: "row", width: width, environment: LayoutEnvironment(generation: generation),
      revision: revision)
  }

  private func cache(_ rows: [[Int]]) -> IndexPathHeightCache {
    var cache = IndexPathHeightCache()
    for (section, heights) in rows.enumerated() {
      for (row, height) in heights.enumerated() {
        cache.store(height, at: RowIndexPath(section, row), for: key())
      }
    }
    return cache
  }

  private func heights(_ cache: IndexPathHeightCache, _ counts: [Int]) -> [[Int?]] {
    counts.enumerated().map { section, count in
      (0..<count).map { cache.height(at: RowIndexPath(section, $0), for: key()) }
    }
  }

  @Test(arguments: [
    (ListEdit.reloadData, [2, 2]), (.insertSections([2]), [2, 2, 0]), (.deleteSections([1]), [2]),
    (.reloadSections([1]), [2, 2]), (.moveSection(from: 1, to: 0), [2, 2]),
    (.insertRows([RowIndexPath(1, 2)]), [2, 3]),
    (.deleteRows([RowIndexPath(1, 1)]), [2, 1]),
    (.reloadRows([RowIndexPath(1, 1)]), [2, 2]),
    (.moveRow(from: RowIndexPath(1, 1), to: RowIndexPath(0, 0)), [3, 1]),
  ])
  func anEmptyOrShortCacheAcceptsEveryEdit(edit: ListEdit, after: [Int]) throws {
    let change = try ChangeSet([edit], before: [2, 2], after: after)
    var empty = IndexPathHeightCache()
    empty.apply(change)
    expect(empty.count, equals: 0)
    var short = cache([[10]])
    short.apply(change)
    expect(short.count <= 1)
  }

  @Test func queriesAddNothing() {
    let cache = IndexPathHeightCache()
    expect(cache.height(at: RowIndexPath(7, 100_000), for: key()) == nil)
    expect(cache.count, equals: 0)
  }

  @Test func heightsAreKeyedByMeasurementContext() {
    var cache = IndexPathHeightCache()
    cache.store(40, at: RowIndexPath(0, 0), for: key(width: 400))
    cache.store(35, at: RowIndexPath(0, 0), for: key(width: 500))
    expect(cache.height(at: RowIndexPath(0, 0), for: key(width: 400)), equals: 40)
    expect(cache.height(at: RowIndexPath(0, 0), for: key(width: 400, generation: 1)) == nil)
    expect(cache.height(at: RowIndexPath(0, 0), for: key(width: 400, revision: 1)) == nil)
    expect(cache.count, equals: 1)
  }

  @Test func onlyTheLastWidthsAreKept() {
    var cache = IndexPathHeightCache(keepsWidths: 2)
    for width in [100, 200, 100, 300] { cache.store(width, at: RowIndexPath(0, 0), for: key(width: width)) }
    expect(
      [100, 200, 300].map { cache.height(at: RowIndexPath(0, 0), for: key(width: $0)) },
      equals: [100, nil, 300])
  }

  @Test func editsAreIgnoredAfterAutomaticInvalidationIsStopped() throws {
    var cache = cache([[10, 20]])
    cache.stopInvalidatingAutomatically()
    expect(!cache.automaticallyInvalidates)
    cache.store(30, at: RowIndexPath(0, 2), for: key())
    cache.apply(try ChangeSet([.deleteRows([RowIndexPath(0, 0)])], before: [3], after: [2]))
    expect(heights(cache, [3]), equals: [[10, 20, 30]])
  }

  @Test func heightsAreInvalidatedByRowBySectionAndAltogether() {
    var cache = cache([[10, 20], [30]])
    cache.invalidate(at: RowIndexPath(0, 1))
    cache.invalidate(at: RowIndexPath(5, 5))
    expect(heights(cache, [2, 1]), equals: [[10, nil], [30]])
    cache.store(100, of: .footer(1), for: key())
    cache.invalidate(.footer(1))
    expect(cache.height(of: .footer(1), for: key()) == nil)
    cache.invalidateSection(0)
    expect(cache.count, equals: 1)
    cache.invalidateAll()
    expect(cache.count, equals: 0)
  }
}
