import Expectations
import RandomNumbers
import Testing

@testable import LayoutCore

@Suite("Difference of two states with rows without keys")
struct UnknownRowsTests {
  /// A section of rows with keys, and of rows without one, which are nil.
  private static func section(_ key: String, _ rows: [SectionKeys.Row?]) -> SectionKeys {
    var unknown = UnknownRows()
    var known: [SectionKeys.Row] = []
    var count = 0
    for row in rows {
      guard let row else {
        count += 1
        continue
      }
      unknown.append(count, before: known.count)
      known.append(row)
      count = 0
    }
    unknown.append(count, before: known.count)
    return SectionKeys(key: key, rows: known, unknown: unknown)
  }

  private static func states(using random: inout SplitMix64) -> [(key: String, rows: [SectionKeys.Row?])] {
    var keys = Array(0..<40).filter { _ in random.chance(0.8) }
    if random.chance(0.4) { keys.shuffle(using: &random) }
    return ["a", "b", "c"].shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)).map {
      name in
      let taken = keys.prefix(Int.random(in: 0...14, using: &random))
      keys.removeFirst(taken.count)
      var rows: [SectionKeys.Row?] = []
      func wait() { rows += Array(repeating: nil, count: Int.random(in: 1...9, using: &random)) }
      for key in taken {
        if random.chance(0.3) { wait() }
        rows.append(SectionKeys.Row(key: "\(key)", revision: random.chance(0.1) ? 1 : 0))
      }
      if random.chance(0.3) { wait() }
      return (name, rows)
    }
  }

  /// Rows without keys are like rows with keys that are in no other state.
  @Test(arguments: UInt64(0)..<10)
  func rowsWithoutKeysAreOthersInEachState(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for round in 0..<300 {
      let (old, new) = (Self.states(using: &random), Self.states(using: &random))
      var number = 0
      func keyed(_ state: [(key: String, rows: [SectionKeys.Row?])]) -> [SectionKeys] {
        state.map { section in
          let rows = section.rows.map { row in
            number += 1
            return row ?? SectionKeys.Row(key: "unknown \(number)", revision: 0)
          }
          return SectionKeys(key: section.key, rows: rows)
        }
      }
      let expected = ChangeSet.difference(from: keyed(old), to: keyed(new))
      let change = ChangeSet.difference(
        from: old.map { Self.section($0.key, $0.rows) }, to: new.map { Self.section($0.key, $0.rows) })
      let trace: Comment = "seed \(seed), round \(round)"
      expect(change.before == expected.before && change.after == expected.after, trace)
      expect(change.reloadedRows == expected.reloadedRows && change.isEmpty == expected.isEmpty, trace)
      expect(change.insertedRows, equals: expected.insertedRows, trace)
      expect(change.rows, equals: expected.rows, trace)
      for (section, rows) in old.enumerated() {
        expect(change.newSection(for: section), equals: expected.newSection(for: section), trace)
        for row in rows.rows.indices {
          let place = RowIndexPath(section, row)
          expect(change.newIndexPath(for: place), equals: expected.newIndexPath(for: place), trace)
        }
      }
      for (section, rows) in new.enumerated() {
        for row in rows.rows.indices {
          let place = RowIndexPath(section, row)
          expect(change.oldIndexPath(for: place), equals: expected.oldIndexPath(for: place), trace)
        }
      }
    }
  }

  /// Only where a section has the same rows at the same places, its rows without keys stay.
  @Test func rowsWithoutKeysOfTheSameStateStay() {
    let rows = ["first", "middle", "last"].map { SectionKeys.Row(key: $0, revision: 0) }
    func section(_ identity: UInt64?, _ rows: [SectionKeys.Row], count: Int = 5) -> SectionKeys {
      var keys = Self.section(
        "a",
        [rows[0]] + [SectionKeys.Row?](repeating: nil, count: count) + rows.dropFirst().map(Optional.init))
      keys.unknown.identity = identity
      return keys
    }
    let other = Self.section("b", [SectionKeys.Row(key: "other", revision: 0)])
    let old = section(7, rows)
    expect(ChangeSet.difference(from: [old], to: [old]).isEmpty)
    let moved = ChangeSet.difference(from: [other, old], to: [old])
    expect(
      moved.rows.isEmpty
        && moved.newIndexPath(for: RowIndexPath(1, 3)) == RowIndexPath(0, 3))
    var revised = rows
    revised[1].revision = 1
    let reloaded = ChangeSet.difference(from: [old], to: [section(7, revised)])
    expect(reloaded.rows.isEmpty && reloaded.reloadedRows == [RowIndexPath(0, 6)])
    let changed = [
      section(8, rows), section(nil, rows), section(7, rows, count: 6), section(7, Array(rows.dropLast())),
      section(7, [rows[1], rows[0], rows[2]]),
    ]
    for new in changed {
      let change = ChangeSet.difference(from: [old], to: [new])
      expect((1...5).allSatisfy { change.newIndexPath(for: RowIndexPath(0, $0)) == nil })
    }
    let unnamed = section(nil, rows)
    expect(
      ChangeSet.difference(from: [unnamed], to: [unnamed]).newIndexPath(for: RowIndexPath(0, 3))
        == nil)
  }

  @Test func tenMillionRowsWithoutKeysCostAsMuchAsOne() {
    var unknown = UnknownRows()
    unknown.append(4_000_000, before: 1)
    unknown.append(6_000_000, before: 2)
    let rows = ["first", "middle"].map { SectionKeys.Row(key: $0, revision: 0) }
    let all = SectionKeys(key: "a", rows: rows, unknown: unknown)
    let found = SectionKeys(key: "a", rows: Array(rows.suffix(1)))
    let narrowing = ChangeSet.difference(from: [all], to: [found])
    expect(narrowing.before == [10_000_002] && narrowing.after == [1])
    expect(narrowing.rows[0]?.deletes.runs, equals: [0..<4_000_001, 4_000_002..<10_000_002])
    expect(narrowing.newIndexPath(for: RowIndexPath(0, 4_000_001))?.row, equals: 0)
    let widening = ChangeSet.difference(from: [found], to: [all])
    expect(widening.rows[0]?.inserts.runs, equals: [0..<4_000_001, 4_000_002..<10_000_002])
  }

  /// A list of two sections, the first of which has `count` rows without keys between `known` others.
  private static func list(_ count: Int, known: Int) -> [SectionKeys] {
    var rows: [SectionKeys.Row?] = []
    for number in 0..<known {
      rows += Array(repeating: nil, count: count / known)
      rows.append(SectionKeys.Row(key: "\(number)", revision: 0))
    }
    return [section("a", rows), section("b", [SectionKeys.Row(key: "other", revision: 0)])]
  }

  /// Rows that are alike are asked for once, however the list changes.
  @Test(arguments: [false, true])
  func aHeightIsAskedForOnceForEachRunOfRowsWithoutKeys(hasHeaders: Bool) {
    let (all, known) = (Self.list(1_000_000, known: 1_000), Self.list(0, known: 1_000))
    let shape = { (keys: SectionKeys, hasHeader: Bool) in
      SectionShape(rowCount: keys.count, hasHeader: hasHeader, hasFooter: false)
    }
    func isRow(_ element: ListElement) -> Bool { if case .row = element { true } else { false } }
    var geometry = RowGeometry()
    geometry.rebuild(sections: known.map { shape($0, hasHeaders) }) {
      isRow($0) ? .measured(50) : .measured(7)
    }
    var asked = 0
    func apply(_ old: [SectionKeys], _ new: [SectionKeys], hasHeaders: Bool, lone: Int) {
      asked = 0
      let isKnown = new.first.map { keys in
        Set(keys.rows.indices.map { keys.unknown.place(of: $0) })
      }
      geometry.apply(
        ChangeSet.difference(from: old, to: new), sections: new.map { shape($0, hasHeaders) },
        rowsAlike: { row in
          guard row.section == 0, new[0].unknown.count > 0, isKnown?.contains(row.row) == false else {
            return 1
          }
          return 1_000 - row.row % 1_001
        }
      ) { element in
        asked += 1
        return .estimated(isRow(element) ? 20 : 7)
      }
      let headers = hasHeaders ? 7 * new.count : 0
      let expected = 1_000 * 50 + 20 * (new.first?.unknown.count ?? 0) + lone + headers
      expect(geometry.totalHeight, equals: expected)
      expect(asked <= 2_010)
    }
    apply(known, all, hasHeaders: hasHeaders, lone: 50)
    // Headers come or go, another section goes and comes back.
    apply(all, all, hasHeaders: !hasHeaders, lone: 50)
    apply(all, [all[0]], hasHeaders: !hasHeaders, lone: 0)
    apply([all[0]], known, hasHeaders: hasHeaders, lone: 20)
  }
}
