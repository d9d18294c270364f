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

  /// The cached heights after one batch.
  private func apply(_ edits: [ListEdit], to rows: [[Int]], after: [Int]) throws -> [[Int?]] {
    var cache = cache(rows)
    cache.apply(try ChangeSet(edits, before: rows.map(\.count), after: after))
    return heights(cache, after)
  }

  @Test func heightsFollowInsertedAndDeletedSections() throws {
    let four = [[1], [2], [3], [4]]
    try expect(
      apply([.insertSections([2])], to: [[10], [20]], after: [1, 1, 1]), equals: [[10], [20], [nil]])
    try expect(
      apply([.insertSections([0, 1])], to: [[10], [20]], after: [1, 1, 1, 1]),
      equals: [[nil], [nil], [10], [20]])
    try expect(apply([.deleteSections([0, 1])], to: four, after: [1, 1]), equals: [[3], [4]])
    try expect(apply([.deleteSections([2, 1])], to: [[1], [2], [3]], after: [1]), equals: [[1]])
    try expect(
      apply([.reloadSections([1])], to: [[1], [2, 3]], after: [1, 2]), equals: [[1], [nil, nil]])
    try expect(
      apply([.moveSection(from: 0, to: 3)], to: four, after: [1, 1, 1, 1]), equals: [[2], [3], [4], [1]])
    try expect(
      apply([.moveSection(from: 3, to: 0)], to: four, after: [1, 1, 1, 1]), equals: [[4], [1], [2], [3]])
  }

  @Test func heightsFollowInsertedAndDeletedRows() throws {
    for inserts in [[0, 2], [2, 0]] {
      try expect(
        apply([.insertRows(inserts.map { RowIndexPath(0, $0) })], to: [[10, 20]], after: [4]),
        equals: [[nil, 10, nil, 20]])
    }
    for deletes in [[0, 2], [2, 0]] {
      try expect(
        apply([.deleteRows(deletes.map { RowIndexPath(0, $0) })], to: [[10, 20, 30, 40]], after: [2]),
        equals: [[20, 40]])
    }
    try expect(
      apply([.reloadRows([RowIndexPath(0, 1)])], to: [[10, 20, 30]], after: [3]), equals: [[10, nil, 30]])
    try expect(
      apply(
        [.moveRow(from: RowIndexPath(0, 0), to: RowIndexPath(0, 3))], to: [[10, 20, 30, 40]], after: [4]),
      equals: [[20, 30, 40, 10]])
    try expect(
      apply(
        [.moveRow(from: RowIndexPath(0, 0), to: RowIndexPath(1, 1))], to: [[10, 20], [30, 40]], after: [1, 3]),
      equals: [[20], [30, 10, 40]])
    try expect(apply([.reloadData], to: [[10, 20]], after: [2]), equals: [[nil, nil]])
  }

  @Test func theOrderOfEditsInABatchDoesNotMatter() throws {
    let edits = [ListEdit.insertRows([RowIndexPath(0, 0)]), .deleteRows([RowIndexPath(0, 0)])]
    try expect(apply(edits, to: [[10, 20]], after: [2]), equals: [[nil, 20]])
    try expect(apply(edits.reversed(), to: [[10, 20]], after: [2]), equals: [[nil, 20]])
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

  @Test func editsShiftTheHeightsOfAllWidths() throws {
    var cache = cache([[10, 20]])
    cache.store(21, at: RowIndexPath(0, 1), for: key(width: 300))
    cache.apply(try ChangeSet([.deleteRows([RowIndexPath(0, 0)])], before: [2], after: [1]))
    expect(cache.height(at: RowIndexPath(0, 0), for: key()), equals: 20)
    expect(cache.height(at: RowIndexPath(0, 0), for: key(width: 300)), equals: 21)
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
    cache.invalidateSection(0)
    expect(cache.count, equals: 1)
    cache.invalidateAll()
    expect(cache.count, equals: 0)
  }

  @Test func headersAndFootersMoveWithTheirSections() throws {
    var cache = cache([[10], [20], [30]])
    for section in 0..<3 {
      cache.store(100 + section, of: .header(section), for: key())
      cache.store(200 + section, of: .footer(section), for: key())
    }
    cache.apply(
      try ChangeSet(
        [.deleteSections([0]), .moveSection(from: 2, to: 0), .insertSections([1])], before: [1, 1, 1],
        after: [1, 0, 1]))
    expect((0..<3).map { cache.height(of: .header($0), for: key()) }, equals: [102, nil, 101])
    expect((0..<3).map { cache.height(of: .footer($0), for: key()) }, equals: [202, nil, 201])
    cache.apply(try ChangeSet([.reloadSections([0])], before: [1, 0, 1], after: [1, 0, 1]))
    cache.invalidate(.footer(2))
    expect((0..<3).map { cache.height(of: .header($0), for: key()) }, equals: [nil, nil, 101])
    expect((0..<3).map { cache.height(of: .footer($0), for: key()) }, equals: [nil, nil, nil])
    expect(cache.count, equals: 2)
  }
}
