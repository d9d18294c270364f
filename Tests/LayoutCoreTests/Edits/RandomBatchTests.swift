import RandomEdits
import RandomNumbers
import Testing

@testable import LayoutCore

/// 10,000 random batches: caches, geometry, anchor, selection and index paths follow them as plain arrays do.
@Suite("Random batches against plain arrays")
struct RandomBatchTests {
  @Test(arguments: UInt64(0)..<20)
  func cachesGeometryAndSelectionFollowTheBatch(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var identity = 0
    var list = NaiveList()
    var followers = BatchFollowers(list, using: &random)
    for round in 0..<500 {
      if list.sections.isEmpty || round % 25 == 0 {
        list = NaiveList.random(using: &random, next: &identity)
        followers = BatchFollowers(list, using: &random)
      }
      let batch = RandomBatch(list, using: &random, next: &identity)
      let change = try ChangeSet(batch.edits, before: batch.before.counts, after: batch.after.counts)
      let trace: Comment = "seed \(seed), round \(round): \(batch.edits)"
      checkIndexPaths(change, batch, trace)
      followers.apply(change, of: batch)
      followers.check(against: batch.after, trace)
      followers.scrollAndSelect(in: batch.after, using: &random)
      list = batch.after
    }
  }

  private func checkIndexPaths(_ change: ChangeSet, _ batch: RandomBatch, _ trace: Comment) {
    let oldPlaces = batch.before.placesByIdentity
    let newPlaces = batch.after.placesByIdentity
    for (identity, old) in oldPlaces { #expect(change.newIndexPath(for: old) == newPlaces[identity], trace) }
    for (identity, new) in newPlaces { #expect(change.oldIndexPath(for: new) == oldPlaces[identity], trace) }
    for (old, section) in batch.before.sections.enumerated() {
      let new = batch.after.sections.firstIndex { $0.identity == section.identity }
      #expect(change.newSection(for: old) == new, trace)
      if let new { #expect(change.oldSection(for: new) == old, trace) }
    }
  }
}
