import Expectations
import RandomNumbers
import Testing

@testable import LayoutCore

@Suite("Rows as ranges, against a set")
struct RowSetTests {
  private static let rowCounts = [30, 0, 12, 50]

  private static func randomRow(using random: inout SplitMix64) -> RowIndexPath {
    let section = [0, 2, 3].randomElement(using: &random)!
    return RowIndexPath(section, Int.random(in: 0..<rowCounts[section], using: &random))
  }

  private static func randomRuns(using random: inout SplitMix64) -> [RowSet.Run] {
    (0..<Int.random(in: 0..<6, using: &random)).map { _ in
      let start = randomRow(using: &random)
      let end = Int.random(in: start.row...rowCounts[start.section], using: &random)
      return RowSet.Run(section: start.section, rows: start.row..<end)
    }
  }

  private static func rows(_ runs: [RowSet.Run]) -> Set<RowIndexPath> {
    Set(runs.flatMap { run in run.rows.map { RowIndexPath(run.section, $0) } })
  }

  private func check(_ rows: RowSet, _ model: Set<RowIndexPath>, _ trace: Comment) {
    expect(Array(rows), equals: model.sorted(), trace)
    expect(rows.count == model.count && rows.isEmpty == model.isEmpty && rows.first == model.min(), trace)
    expect(rows, equals: RowSet(model), trace)
    for (a, b) in zip(rows.runs, rows.runs.dropFirst()) {
      expect(a.section < b.section || a.rows.upperBound < b.rows.lowerBound, trace)
    }
    for (section, count) in Self.rowCounts.enumerated() {
      for row in 0..<count {
        let place = RowIndexPath(section, row)
        expect(rows.contains(place), equals: model.contains(place), trace)
      }
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func randomChangesAgreeWithASet(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var rows = RowSet()
    var model: Set<RowIndexPath> = []
    for step in 0..<60 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0..<3:
        let row = Self.randomRow(using: &random)
        rows.insert(row)
        model.insert(row)
      case 3..<6:
        let row = model.randomElement(using: &random) ?? Self.randomRow(using: &random)
        expect(rows.remove(row), equals: model.remove(row) != nil)
      case 6:
        let runs = Self.randomRuns(using: &random)
        rows.formUnion(RowSet(runs: runs))
        model.formUnion(Self.rows(runs))
      default:
        let runs = Self.randomRuns(using: &random)
        rows = RowSet(runs: runs)
        model = Self.rows(runs)
      }
      check(rows, model, "seed \(seed), step \(step)")
    }
  }

  /// Sections of rows in random order, some of which are in two states.
  private static func state(using random: inout SplitMix64) -> [SectionKeys] {
    var keys = Array(0..<60).filter { _ in random.chance(0.8) }
    if random.chance(0.4) { keys.shuffle(using: &random) }
    if random.chance(0.4) { keys.swapAt(0, keys.count - 1) }
    return ["a", "b", "c"].shuffled(using: &random).map { name in
      let taken = keys.prefix(Int.random(in: 0...25, using: &random))
      keys.removeFirst(taken.count)
      return SectionKeys(key: name, rows: taken.map { SectionKeys.Row(key: "\($0)", revision: 0) })
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func rowsAreMovedAsEachOfThem(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for round in 0..<60 {
      let (old, new) = (Self.state(using: &random), Self.state(using: &random))
      let change = ChangeSet.difference(from: old, to: new)
      let trace: Comment = "seed \(seed), round \(round)"
      let all = old.enumerated().flatMap { section, keys in
        keys.rows.indices.map { RowIndexPath(section, $0) }
      }
      let share = Double.random(in: 0...1, using: &random)
      let selected = all.filter { _ in random.chance(share) }
      expect(
        RowSet(selected).moved(by: change), equals: RowSet(selected.compactMap(change.newIndexPath(for:))),
        trace)
      for (index, row) in all.enumerated() {
        let next = all[index...].lazy.compactMap { change.newIndexPath(for: $0) }.first
        let before = all[..<index].reversed().lazy.compactMap { change.newIndexPath(for: $0) }.first
        expect(change.survivor(nearestTo: row), equals: next ?? before, trace)
      }
    }
    let one = RowSet([RowIndexPath(0, 3)])
    let reloaded = try? ChangeSet([.reloadSections([0])], before: [5, 5], after: [5, 5])
    expect(reloaded.map { one.moved(by: $0).isEmpty }, equals: true)
    let all = try? ChangeSet([.reloadData], before: [5], after: [5])
    expect(all.map { one.moved(by: $0).isEmpty }, equals: true)
  }

  @Test func tenMillionRowsAreOneRun() {
    var selection = RowSelection()
    selection.select(RowIndexPath(0, 0))
    selection.extend(to: RowIndexPath(1, 9_999_999), rowCounts: [3, 10_000_000])
    expect(selection.rows.count == 10_000_003 && selection.rows.runs.count == 2)
    selection.toggle(RowIndexPath(1, 5_000_000))
    expect(selection.rows.count == 10_000_002 && selection.rows.runs.count == 3)
    let change = ChangeSet(deleting: 5..<9_999_999, inSection: 1, before: [3, 10_000_000])
    selection.apply(change)
    expect(selection.rows.runs.map(\.rows), equals: [0..<3, 0..<6])
    expect(selection.cursor, equals: RowIndexPath(1, 5))
  }
}
