import LayoutCore
import RandomNumbers

/// A random valid batch of edits: the list before and after, and the edits in random order.
package struct RandomBatch {
  package let before: NaiveList
  package let after: NaiveList
  package let edits: [ListEdit]
  /// The identities of rows and sections that were reloaded.
  package private(set) var reloadedRows: Set<Int> = []
  package private(set) var reloadedSections: Set<Int> = []

  /// Decides for every section and row whether it is kept, deleted, moved or reloaded, and then finds the edits by
  /// comparing the two finished lists, without any index arithmetic.
  ///
  /// - Parameters:
  ///   - list: The list before.
  ///   - intensity: The part of the list that is edited; 1 is about a third of it.
  ///   - rows: The number of rows of inserted sections.
  ///   - newRows: The number of rows that are inserted in addition to a few random ones.
  ///   - random: The source of random numbers.
  ///   - identity: The identity that was used last.
  package init(
    _ list: NaiveList, intensity: Double = 1, rows: ClosedRange<Int> = 0...6, newRows: Int = 0,
    using random: inout SplitMix64, next identity: inout Int
  ) {
    before = list
    var edits: [ListEdit] = []
    var result = NaiveList()
    var movedSections: [NaiveList.Section] = []
    var movedRows: [NaiveList.Row] = []
    for (index, section) in list.sections.enumerated() {
      if random.chance(0.12 * intensity) {
        edits.append(.deleteSections([index]))
        continue
      }
      if random.chance(0.1 * intensity) {
        movedSections.append(section)
        continue
      }
      var kept = section
      if random.chance(0.1 * intensity) {
        edits.append(.reloadSections([index]))
        reloadedSections.insert(section.identity)
        kept.rows = []
        for _ in 0..<Int.random(in: 0...max(4, rows.upperBound / 2), using: &random) {
          kept.rows.append(NaiveList.row(using: &random, next: &identity))
        }
        kept.header = NaiveList.height(using: &random)
        result.sections.append(kept)
        continue
      }
      kept.rows = []
      for (number, row) in section.rows.enumerated() {
        let place = RowIndexPath(section: index, row: number)
        if random.chance(0.15 * intensity) {
          edits.append(.deleteRows([place]))
        } else if random.chance(0.1 * intensity) {
          movedRows.append(row)
        } else if random.chance(0.1 * intensity) {
          edits.append(.reloadRows([place]))
          reloadedRows.insert(row.identity)
          kept.rows.append(.init(identity: row.identity, height: NaiveList.height(using: &random)))
        } else {
          kept.rows.append(row)
        }
      }
      result.sections.append(kept)
    }
    for section in movedSections {
      result.sections.insert(section, at: Int.random(in: 0...result.sections.count, using: &random))
    }
    while random.chance(0.3 * intensity) {
      result.sections.insert(
        NaiveList.section(rows: rows, using: &random, next: &identity),
        at: Int.random(in: 0...result.sections.count, using: &random))
    }
    // Rows are inserted only into sections that are neither reloaded nor inserted.
    let closed = reloadedSections
    let known = Set(list.sections.map(\.identity)).subtracting(closed)
    let targets = result.sections.indices.filter { [result] in known.contains(result.sections[$0].identity) }
    var arriving = movedRows
    for _ in 0..<newRows { arriving.append(NaiveList.row(using: &random, next: &identity)) }
    while random.chance(0.5) { arriving.append(NaiveList.row(using: &random, next: &identity)) }
    for row in arriving {
      guard let target = targets.randomElement(using: &random) else { continue }
      let place = Int.random(in: 0...result.sections[target].rows.count, using: &random)
      result.sections[target].rows.insert(row, at: place)
    }
    after = result
    edits += Self.arrivals(from: list, to: result, moved: movedSections, reloaded: reloadedSections)
    edits += Self.rowArrivals(from: list, to: result, moved: movedRows, reloaded: reloadedSections)
    self.edits = edits.shuffled(using: &random)
  }

  /// The edits that insert and move sections.
  private static func arrivals(
    from old: NaiveList, to new: NaiveList, moved: [NaiveList.Section], reloaded: Set<Int>
  ) -> [ListEdit] {
    let movedIdentities = Set(moved.map(\.identity))
    var edits: [ListEdit] = []
    for (index, section) in new.sections.enumerated() {
      if movedIdentities.contains(section.identity) {
        for (from, source) in old.sections.enumerated() where source.identity == section.identity {
          edits.append(.moveSection(from: from, to: index))
        }
      } else if !old.sections.contains(where: { $0.identity == section.identity }) {
        edits.append(.insertSections([index]))
      }
    }
    return edits
  }

  /// The edits that insert and move rows; moved rows without a target section are deleted.
  private static func rowArrivals(
    from old: NaiveList, to new: NaiveList, moved: [NaiveList.Row], reloaded: Set<Int>
  ) -> [ListEdit] {
    var sources: [Int: RowIndexPath] = [:]
    for (section, rows) in old.sections.map(\.rows).enumerated() {
      for (row, value) in rows.enumerated() {
        sources[value.identity] = RowIndexPath(section: section, row: row)
      }
    }
    var gone = Set(moved.map(\.identity))
    let movedIdentities = gone
    var edits: [ListEdit] = []
    for (section, value) in new.sections.enumerated() {
      let isOld =
        old.sections.contains { $0.identity == value.identity } && !reloaded.contains(value.identity)
      for (row, item) in value.rows.enumerated() {
        let place = RowIndexPath(section: section, row: row)
        if movedIdentities.contains(item.identity), let from = sources[item.identity] {
          edits.append(.moveRow(from: from, to: place))
          gone.remove(item.identity)
        } else if isOld, sources[item.identity] == nil {
          edits.append(.insertRows([place]))
        }
      }
    }
    for identity in gone.sorted() { if let place = sources[identity] { edits.append(.deleteRows([place])) } }
    return edits
  }
}
