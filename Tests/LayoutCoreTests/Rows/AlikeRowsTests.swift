import Expectations
import RandomNumbers
import TestRuns
import Testing

@testable import LayoutCore

/// Geometry of sections whose rows are mostly alike, such as those of an archive that was not read, against arrays.
@Suite("Geometry of rows that are alike")
struct AlikeRowsTests {
  /// The sections of a list, and its geometry.
  private struct List {
    var sections: [[RowHeight]]
    var geometry = RowGeometry()

    var counts: [Int] { sections.map(\.count) }

    init(_ sections: [[RowHeight]]) {
      self.sections = sections
      geometry.rebuild(sections: shapes, rowsAlike: rowsAlike, height: height)
    }

    private var shapes: [SectionShape] { counts.map { SectionShape(rowCount: $0, hasHeader: true) } }

    private func rowsAlike(from row: RowIndexPath) -> Int {
      let rows = sections[row.section]
      return rows[row.row...].prefix { $0 == rows[row.row] }.count
    }

    private func height(of element: ListElement) -> RowHeight {
      guard case .row(let row) = element else { return .measured(31) }
      return sections[row.section][row.row]
    }

    mutating func apply(_ change: ChangeSet, _ new: [[RowHeight]]) {
      sections = new
      geometry.apply(change, sections: shapes, rowsAlike: rowsAlike, height: height)
    }

    func check(_ trace: Comment) {
      let expected = sections.flatMap { [.measured(31)] + $0 }
      expect(geometry.elementCount, equals: expected.count, trace)
      expect(geometry.totalHeight, equals: expected.reduce(0) { $0 + $1.value }, trace)
      var (first, offset, wrong) = (0, 0, 0)
      for (index, section) in sections.enumerated() {
        offset += 31
        for (row, height) in section.enumerated() {
          defer { offset += height.value }
          // All heights, and some offsets.
          let element = ListElement.row(index, row)
          if geometry.height(of: element) != height { wrong += 1 }
          guard (first + row).isMultiple(of: 53) else { continue }
          if geometry.offset(of: element) != offset { wrong += 1 }
          if height.value > 0, geometry.element(atOffset: offset + height.value - 1)?.element != element {
            wrong += 1
          }
        }
        first += section.count
      }
      expect(wrong, equals: 0, trace)
    }
  }

  /// Rows in runs of up to 9,000, of which some are single ones.
  private static func rows(_ runs: Int, _ random: inout SplitMix64) -> [RowHeight] {
    (0..<runs).flatMap { _ in
      let height = RowHeight.estimated(Int.random(in: 0...3, using: &random) * 20)
      let count =
        random.chance(0.4) ? Int.random(in: 1...3, using: &random) : Int.random(in: 1...9_000, using: &random)
      return random.chance(0.2)
        ? (0..<min(count, 50)).map { .measured($0) } : Array(repeating: height, count: count)
    }
  }

  /// Ranges of an array of this length, in order, that do not touch each other.
  private static func ranges(in count: Int, _ random: inout SplitMix64) -> [Range<Int>] {
    let ends = Set((0..<6).map { _ in Int.random(in: 0...count, using: &random) }).sorted()
    return stride(from: 0, to: ends.count - 1, by: 2).map { ends[$0]..<ends[$0 + 1] }
  }

  @Test(arguments: 0..<UInt64(TestRun.count(4, full: 10)))
  func manyEditsOfRunsAgreeWithArrays(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var list = List((0..<3).map { _ in Self.rows(6, &random) })
    list.check("seed \(seed), at the beginning")
    for step in 0..<25 {
      var new = list.sections
      let section = Int.random(in: 0..<new.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        let ranges = Self.ranges(in: new[section].count, &random)
        for range in ranges.reversed() { new[section].removeSubrange(range) }
        list.apply(ChangeSet(deleting: ranges, inSection: section, before: list.counts), new)
      case 1:
        let places = Self.ranges(in: new[section].count, &random).map(\.lowerBound)
        var inserted: [Range<Int>] = []
        var moved = 0
        for place in places {
          let rows = Self.rows(2, &random)
          new[section].insert(contentsOf: rows, at: place + moved)
          inserted.append(place + moved..<place + moved + rows.count)
          moved += rows.count
        }
        list.apply(ChangeSet(inserting: inserted, inSection: section, before: list.counts), new)
      case 2:
        // More rows than a list is edited by one by one, so that all heights are made anew.
        let deleted = Set(
          (0..<4_000).map { _ in Int.random(in: 0..<max(new[section].count, 1), using: &random) }
        )
        .filter { $0 < new[section].count }.sorted()
        for row in deleted.reversed() { new[section].remove(at: row) }
        let edit = ListEdit.deleteRows(deleted.map { RowIndexPath(section, $0) })
        list.apply(try ChangeSet([edit], before: list.counts, after: new.map(\.count)), new)
      case 3:
        let to = Int.random(in: 0..<new.count, using: &random)
        new.insert(new.remove(at: section), at: to)
        let edit = ListEdit.moveSection(from: section, to: to)
        list.apply(try ChangeSet([edit], before: list.counts, after: new.map(\.count)), new)
      default:
        for _ in 0..<200 where !new[section].isEmpty {
          let row = Int.random(in: 0..<new[section].count, using: &random)
          let height = RowHeight.measured(Int.random(in: 0...90, using: &random))
          list.geometry.setHeight(height, of: .row(section, row))
          new[section][row] = height
        }
        list.sections = new
      }
      list.check("seed \(seed), step \(step)")
    }
  }
}
