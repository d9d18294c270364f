import Testing

@testable import LayoutCore

/// 10,000 random batches: caches, geometry and index paths follow them as plain arrays do.
@Suite("Random batches against plain arrays")
struct RandomBatchTests {
  private static let key = HeightKey(
    template: "row", width: 400, environment: LayoutEnvironment(), revision: 0)
  private static let narrowKey = HeightKey(
    template: "row", width: 300, environment: LayoutEnvironment(), revision: 0)

  @Test(arguments: UInt64(0)..<20)
  func everythingFollowsTheBatch(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var identity = 0
    var list = NaiveList.random(using: &random, next: &identity)
    for round in 0..<500 {
      if list.sections.isEmpty || round % 25 == 0 {
        list = NaiveList.random(using: &random, next: &identity)
      }
      let batch = RandomBatch(list, using: &random, next: &identity)
      let change = try ChangeSet(batch.edits, before: batch.before.counts, after: batch.after.counts)
      let trace: Comment = "seed \(seed), round \(round): \(batch.edits)"
      checkIndexPaths(change, batch, trace)
      checkCache(change, batch, trace)
      checkGeometry(change, batch, trace)
      list = batch.after
    }
  }

  private func checkIndexPaths(_ change: ChangeSet, _ batch: RandomBatch, _ trace: Comment) {
    var oldPlaces: [Int: RowIndexPath] = [:]
    var newPlaces: [Int: RowIndexPath] = [:]
    for (list, places) in [(batch.before, true), (batch.after, false)] {
      for case (.row(let row), _) in list.elements {
        if places {
          oldPlaces[list.identity(at: row)] = row
        } else {
          newPlaces[list.identity(at: row)] = row
        }
      }
    }
    for (identity, old) in oldPlaces { #expect(change.newIndexPath(for: old) == newPlaces[identity], trace) }
    for (identity, new) in newPlaces { #expect(change.oldIndexPath(for: new) == oldPlaces[identity], trace) }
    for (old, section) in batch.before.sections.enumerated() {
      let new = batch.after.sections.firstIndex { $0.identity == section.identity }
      #expect(change.newSection(for: old) == new, trace)
      if let new { #expect(change.oldSection(for: new) == old, trace) }
    }
  }

  /// Each row's height is its identity, so that a height in the wrong place is seen; every third row is not cached.
  private func checkCache(_ change: ChangeSet, _ batch: RandomBatch, _ trace: Comment) {
    var cache = IndexPathHeightCache()
    for case (.row(let row), _) in batch.before.elements {
      let identity = batch.before.identity(at: row)
      if identity % 3 != 0 { cache.store(identity, at: row, for: Self.key) }
      if identity % 3 == 1 { cache.store(identity + 1_000_000, at: row, for: Self.narrowKey) }
    }
    cache.apply(change)
    let known = Set(batch.before.sections.flatMap(\.rows).map(\.identity))
    var expectedCount = 0
    for case (.row(let row), _) in batch.after.elements {
      let identity = batch.after.identity(at: row)
      let isKnown = known.contains(identity) && !batch.reloadedRows.contains(identity)
      if isKnown && identity % 3 != 0 { expectedCount += 1 }
      #expect(cache.height(at: row, for: Self.key) == (isKnown && identity % 3 != 0 ? identity : nil), trace)
      #expect(
        cache.height(at: row, for: Self.narrowKey)
          == (isKnown && identity % 3 == 1 ? identity + 1_000_000 : nil), trace)
    }
    #expect(cache.count == expectedCount, trace)
  }

  private func checkGeometry(_ change: ChangeSet, _ batch: RandomBatch, _ trace: Comment) {
    var geometry = RowGeometry()
    geometry.rebuild(sections: batch.before.shapes) { batch.before.height(of: $0) ?? .estimated(0) }
    geometry.apply(change) { batch.after.height(of: $0) ?? .estimated(0) }
    let elements = batch.after.elements
    #expect(geometry.elementCount == elements.count, trace)
    var offset = 0
    for (element, height) in elements {
      #expect(geometry.height(of: element) == height, trace)
      #expect(geometry.offset(of: element) == offset, trace)
      offset += height.value
    }
    #expect(geometry.totalHeight == offset, trace)
  }
}
