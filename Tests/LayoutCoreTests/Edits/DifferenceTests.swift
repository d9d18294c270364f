import Expectations
import RandomNumbers
import Testing

@testable import LayoutCore

@Suite("Difference of two states")
struct DifferenceTests {
  private func section(_ key: String, _ rows: [(Int, UInt64)]) -> SectionKeys {
    SectionKeys(key: key, rows: rows.map { SectionKeys.Row(key: "\($0.0)", revision: $0.1) })
  }

  @Test func equalStatesHaveAnEmptyDifference() {
    let state = [section("a", [(1, 0), (2, 0)]), section("b", [])]
    expect(ChangeSet.difference(from: state, to: state).isEmpty)
  }

  @Test func changedRevisionsAreReloads() {
    let change = ChangeSet.difference(
      from: [section("a", [(1, 0), (2, 0)])], to: [section("a", [(3, 0), (1, 0), (2, 1)])])
    expect(change.reloadedRows, equals: [RowIndexPath(0, 2)])
    expect(
      change.newIndexPath(for: RowIndexPath(0, 1)), equals: RowIndexPath(0, 2))
    expect(change.heightSource(for: RowIndexPath(0, 2)) == nil)
  }

  @Test func objectsAreComparedByTheirIdentities() {
    func section(_ rows: [UInt64]) -> SectionKeys {
      SectionKeys(
        key: "a", rows: rows.map { SectionKeys.Row(key: FingerprintedKey(identity: $0), revision: 0) })
    }
    var random = SplitMix64(seed: 9)
    let rows = (0..<2_000).map { 0x7F00_0000_1000 + 64 * UInt64($0) }
    expect(Set(rows.map(FingerprintedKey.init(identity:))).count, equals: rows.count)
    let shuffled = Array(rows.shuffled(using: &random).dropFirst(300))
    let change = ChangeSet.difference(from: [section(rows)], to: [section(shuffled)])
    for (row, identity) in shuffled.enumerated() {
      let source = change.oldIndexPath(for: RowIndexPath(0, row))
      expect(source.map { rows[$0.row] }, equals: identity)
    }
  }

  @Test func oneMovedRowIsOneMove() {
    let rows = (0..<100).map { ($0, UInt64(0)) }
    let change = ChangeSet.difference(
      from: [section("a", rows)], to: [section("a", [rows[99]] + rows.dropLast())])
    expect(change.rowMoves.count, equals: 1)
    let last = RowIndexPath(0, 99)
    expect(change.rowMoves.destination(of: last), equals: RowIndexPath(0, 0))
  }

  @Test func aRowThatChangesItsSectionMoves() {
    let change = ChangeSet.difference(
      from: [section("a", [(1, 0), (2, 0)]), section("b", [(3, 0)])],
      to: [section("a", [(2, 0)]), section("b", [(3, 0), (1, 0)])])
    expect(
      change.newIndexPath(for: RowIndexPath(0, 0)), equals: RowIndexPath(1, 1))
  }

  @Test(arguments: UInt64(0)..<10)
  func everyRowIsMappedToItsNewPlace(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for round in 0..<200 {
      let old = state(using: &random, keys: Array(0..<30))
      let new = state(using: &random, keys: Array(5..<35))
      let change = ChangeSet.difference(from: old, to: new)
      let trace: Comment = "seed \(seed), round \(round)"
      check(change, old, new, trace)
      expect(change.before, equals: old.map(\.rows.count), trace)
      expect(change.after, equals: new.map(\.rows.count), trace)
    }
  }

  private func state(using random: inout SplitMix64, keys: [Int]) -> [SectionKeys] {
    var rows = keys.shuffled(using: &random).filter { _ in random.chance(0.8) }
    if random.chance(0.5) { rows.sort() }
    var sections: [SectionKeys] = []
    for key in ["a", "b", "c", "d"].shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random)) {
      let taken = rows.prefix(Int.random(in: 0...12, using: &random))
      rows.removeFirst(taken.count)
      sections.append(section(key, taken.map { ($0, random.chance(0.1) ? 1 : 0) }))
    }
    return sections
  }

  private func check(_ change: ChangeSet, _ old: [SectionKeys], _ new: [SectionKeys], _ trace: Comment) {
    var newPlaces: [String: RowIndexPath] = [:]
    for (section, keys) in new.enumerated() {
      for (row, value) in keys.rows.enumerated() {
        newPlaces[value.key.text] = RowIndexPath(section, row)
      }
    }
    var oldPlaces: [String: RowIndexPath] = [:]
    for (section, keys) in old.enumerated() {
      expect(change.newSection(for: section), equals: new.firstIndex { $0.key == keys.key }, trace)
      for (row, value) in keys.rows.enumerated() {
        let place = RowIndexPath(section, row)
        oldPlaces[value.key.text] = place
        expect(change.newIndexPath(for: place), equals: newPlaces[value.key.text], trace)
        if let found = newPlaces[value.key.text] {
          let isChanged = new[found.section].rows[found.row].revision != value.revision
          expect(change.reloadedRows.contains(found), equals: isChanged, trace)
        }
      }
    }
    for (key, place) in newPlaces { expect(change.oldIndexPath(for: place), equals: oldPlaces[key], trace) }
  }

  /// Keys may be repeated.
  @Test(arguments: UInt64(0)..<10)
  func aFilterThatNarrowsOrWidensMovesNothing(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let all = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        (Int.random(in: 0..<40, using: &random), UInt64.random(in: 0..<2, using: &random))
      }
      let part = Double.random(in: 0...1, using: &random)
      let some = all.filter { _ in Double.random(in: 0..<1, using: &random) < part }
      let narrowing = ChangeSet.difference(from: [section("a", all)], to: [section("a", some)])
      expect(narrowing.rowMoves.count, equals: 0)
      expect(narrowing.rows[0]?.deletes.count ?? 0, equals: all.count - some.count)
      expect(narrowing.rows[0]?.inserts.count ?? 0, equals: 0)
      let widening = ChangeSet.difference(from: [section("a", some)], to: [section("a", all)])
      expect(widening.rowMoves.count, equals: 0)
      expect(widening.rows[0]?.inserts.count ?? 0, equals: all.count - some.count)
      expect(widening.rows[0]?.deletes.count ?? 0, equals: 0)
      for row in all.indices {
        guard let new = narrowing.newIndexPath(for: RowIndexPath(0, row)) else { continue }
        expect(some[new.row].0, equals: all[row].0)
      }
    }
  }

  @Test func theDifferenceOfLongListsIsNotQuadratic() {
    // 100,000 rows, of which each hundredth is inserted, deleted or moved: a quadratic comparison would take minutes.
    let old = section("a", (0..<100_000).map { ($0, 0) })
    var rows = (0..<100_000).filter { $0 % 200 != 0 }.map { ($0, UInt64($0 % 500 == 1 ? 1 : 0)) }
    for index in stride(from: 0, to: 90_000, by: 300) { rows.insert((1_000_000 + index, 0), at: index) }
    rows.swapAt(10, 80_000)
    let change = ChangeSet.difference(from: [old], to: [section("a", rows)])
    expect(change.rowMoves.count, equals: 2)
    expect(change.rows[0]?.deletes.count, equals: 502)
    expect(change.rows[0]?.inserts.count, equals: 302)
  }

  @Test func aLongestIncreasingSubsequenceIsFound() {
    expect(longestIncreasingSubsequence([]).isEmpty)
    expect(longestIncreasingSubsequence([3, 1, 2, 0, 4]), equals: [1, 2, 4])
    expect(longestIncreasingSubsequence([5, 4, 3]).count, equals: 1)
  }
}
