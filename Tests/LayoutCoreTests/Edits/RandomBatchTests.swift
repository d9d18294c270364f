import Expectations
import RandomEdits
import RandomNumbers
import TestRuns
import Testing

@testable import LayoutCore

/// Thousands of random batches: caches, geometry, anchor, selection and index paths follow them as plain arrays do.
@Suite("Random batches against plain arrays")
struct RandomBatchTests {
  @Test(arguments: 0..<UInt64(TestRun.count(6, full: 20)))
  func cachesGeometryAndSelectionFollowTheBatch(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var identity = 0
    var list = NaiveList()
    var followers = BatchFollowers(list, using: &random)
    for round in 0..<TestRun.count(500) {
      if list.sections.isEmpty || round % 25 == 0 {
        list = NaiveList.random(using: &random, next: &identity)
        followers = BatchFollowers(list, using: &random)
      }
      let batch = RandomBatch(list, using: &random, next: &identity)
      let change = try ChangeSet(batch.edits, before: batch.before.counts, after: batch.after.counts)
      let trace: Comment = "seed \(seed), round \(round): \(batch.edits)"
      checkIndexPaths(change, batch, trace)
      checkRuns(change, trace)
      let old = batch.before.sections.indices.filter { _ in random.chance(0.6) }
      // Most sections that were shown stay so.
      let new = batch.after.sections.indices.filter { section in
        change.oldSection(for: section).map { old.contains($0) != random.chance(0.1) } ?? random.chance(0.5)
      }
      checkProjection(from: old, to: new, of: change, trace)
      followers.apply(change, of: batch)
      followers.check(against: batch.after, trace)
      followers.scrollAndSelect(in: batch.after, using: &random)
      list = batch.after
    }
  }

  /// Nearly all rows move, some are reloaded besides, some are new or gone.
  @Test(arguments: 0..<UInt64(TestRun.count(6, full: 20)))
  func runsOfAnotherOrderAreThoseOfItsRows(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 0...80, using: &random)
    let old = (0..<count).map { SectionKeys.Row(key: "\($0)", revision: 0) }
    var new = old.shuffled(using: &random).filter { _ in random.chance(0.9) }
    for index in new.indices where random.chance(0.2) { new[index].revision = 1 }
    for number in 0..<Int.random(in: 0...9, using: &random) {
      new.insert(
        SectionKeys.Row(key: "new \(number)", revision: 0), at: Int.random(in: 0...new.count, using: &random))
    }
    let half = new.count / 2
    for sections in [[new], [Array(new[..<half]), Array(new[half...])]] {
      let change = ChangeSet.difference(
        from: [SectionKeys(key: "0", rows: old)],
        to: sections.enumerated().map { SectionKeys(key: "\($0)", rows: $1) })
      checkRuns(change, "seed \(seed)")
    }
  }

  private func checkRuns(_ change: ChangeSet, _ trace: Comment) {
    for section in change.after.indices {
      var next = 0
      change.forEachRun(ofSection: section) { rows, source in
        expect(rows.lowerBound == next && !rows.isEmpty, trace)
        next = rows.upperBound
        for row in rows {
          let place = source.map { RowIndexPath($0.section, $0.row + row - rows.lowerBound) }
          expect(change.heightSource(for: RowIndexPath(section, row)), equals: place, trace)
        }
      }
      expect(next, equals: change.after[section], trace)
      checkMovedRuns(change, section, trace)
    }
  }

  /// Rows that have moved one by one are passed together, between the other runs.
  private func checkMovedRuns(_ change: ChangeSet, _ section: Int, _ trace: Comment) {
    var sources: [RowIndexPath?] = []
    var ends: [Int] = []
    change.forEachRun(ofSection: section) { rows, source in
      expect(rows.lowerBound, equals: sources.count, trace)
      sources += rows.map { row in
        source.map { RowIndexPath(section: $0.section, row: $0.row + row - rows.lowerBound) }
      }
    } moved: { moves in
      expect(moves.map(\.to.row), equals: Array(sources.count..<sources.count + moves.count), trace)
      // What follows has not moved in the same way.
      expect(ends.last != sources.count, trace)
      sources += moves.map(\.from)
      ends.append(sources.count)
    }
    let all = (0..<change.after[section]).map {
      change.heightSource(for: RowIndexPath(section: section, row: $0))
    }
    expect(sources, equals: all, trace)
  }

  /// A list that shows some of the sections follows as the whole list does.
  private func checkProjection(from old: [Int], to new: [Int], of change: ChangeSet, _ trace: Comment) {
    let shown = change.projected(from: old, to: new)
    expect(
      shown.before == old.map { change.before[$0] } && shown.after == new.map { change.after[$0] }, trace)
    for (number, section) in old.enumerated() {
      let there = change.newSection(for: section).flatMap(new.firstIndex)
      expect(shown.newSection(for: number), equals: there, trace)
      for row in 0..<change.before[section] {
        let place = change.newIndexPath(for: RowIndexPath(section, row)).flatMap { place in
          // A row of a section that leaves the list leaves with it.
          there == nil ? nil : shownPlace(place, new, isKept: { shown.oldSection(for: $0) != nil })
        }
        expect(shown.newIndexPath(for: RowIndexPath(number, row)), equals: place, trace)
      }
    }
    for (number, section) in new.enumerated() {
      for row in 0..<change.after[section] {
        let place = RowIndexPath(section, row)
        func before(_ place: RowIndexPath?) -> RowIndexPath? {
          shown.oldSection(for: number) == nil
            ? nil : place.flatMap { shownPlace($0, old, isKept: { shown.newSection(for: $0) != nil }) }
        }
        expect(
          shown.oldIndexPath(for: RowIndexPath(number, row)), equals: before(change.oldIndexPath(for: place)),
          trace)
        expect(
          shown.heightSource(for: RowIndexPath(number, row)), equals: before(change.heightSource(for: place)),
          trace)
      }
    }
  }

  private func shownPlace(
    _ place: RowIndexPath, _ sections: [Int], isKept: (Int) -> Bool
  ) -> RowIndexPath? {
    guard let number = sections.firstIndex(of: place.section), isKept(number) else { return nil }
    return RowIndexPath(number, place.row)
  }

  private func checkIndexPaths(_ change: ChangeSet, _ batch: RandomBatch, _ trace: Comment) {
    let oldPlaces = batch.before.placesByIdentity
    let newPlaces = batch.after.placesByIdentity
    for (identity, old) in oldPlaces {
      expect(change.newIndexPath(for: old), equals: newPlaces[identity], trace)
    }
    for (identity, new) in newPlaces {
      expect(change.oldIndexPath(for: new), equals: oldPlaces[identity], trace)
    }
    for (old, section) in batch.before.sections.enumerated() {
      let new = batch.after.sections.firstIndex { $0.identity == section.identity }
      expect(change.newSection(for: old), equals: new, trace)
      if let new { expect(change.oldSection(for: new), equals: old, trace) }
    }
  }
}
