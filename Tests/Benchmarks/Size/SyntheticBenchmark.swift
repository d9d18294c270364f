import LayoutCore
import RandomNumbers

/// The parts of a list whose cost depends on the number of its rows, with 100,000,000 rows beside 1,000,000: a cost that
/// grows with the logarithm of the number grows by a third, and somewhat more where the rows are no longer in the
/// processor's caches; one that grows with the number grows a hundredfold. A part of `SizeBenchmark`.
nonisolated enum SyntheticBenchmark {
  private static let small = 1_000_000
  private static let large = 100_000_000
  private static let questionCount = 200_000
  /// The rows that are asked for at a time.
  private static let neighbours = 100

  private struct Costs {
    var figures: [(name: String, nanoseconds: Double)] = []
    var bytesPerRow = 0.0
    var totalHeight = 0
  }

  static func report() -> Report {
    var report = Report("size")
    let few = costs(rows: small)
    let many = costs(rows: large)
    report.add("synthetic_rows", large)
    report.add("synthetic_total_height_px", many.totalHeight)
    report.add("synthetic_bytes_a_row", many.bytesPerRow, bar: 12, peer: few.bytesPerRow)
    for (one, other) in zip(few.figures, many.figures) {
      report.add("synthetic_\(other.name)_ns", other.nanoseconds, peer: one.nanoseconds)
      report.add("synthetic_\(other.name)_growth", other.nanoseconds / one.nanoseconds, bar: 10)
    }
    for (one, other) in zip(SyntheticOrders.costs(rows: small), SyntheticOrders.costs(rows: large)) {
      report.add("synthetic_\(other.name)_ns_a_row", other.nanoseconds, peer: one.nanoseconds)
      report.add("synthetic_\(other.name)_growth_a_row", other.nanoseconds / one.nanoseconds, bar: 4)
    }
    return report
  }

  private static func costs(rows count: Int) -> Costs {
    var costs = Costs()
    var random = SplitMix64(seed: 1)
    var (geometry, bytes) = Memory.bytesInUse {
      var geometry = RowGeometry()
      geometry.rebuild(sections: [SectionShape(rowCount: count)]) { element in
        guard case .row(let row) = element else { return .estimated(40) }
        return .measured(40 + row.row &* 2_654_435_761 % 200)
      }
      return geometry
    }
    costs.bytesPerRow = Double(bytes) / Double(count)
    costs.totalHeight = geometry.totalHeight
    // As a list asks: for many rows of one place, then of another far away.
    let places = (0..<questionCount / neighbours).map { _ in
      Int.random(in: 0..<count - neighbours, using: &random)
    }
    let rows = places.flatMap { first in
      (first..<first + neighbours).map { RowIndexPath(section: 0, row: $0) }
    }
    let offsets = places.flatMap { first in
      let top = geometry.offset(of: .row(RowIndexPath(section: 0, row: first)))
      return (0..<neighbours).map { top + $0 * 40 }
    }
    costs.figures.append(
      (
        "scroll",
        Stopwatch.nanoseconds(per: questionCount) {
          var sum = 0
          for step in 0..<questionCount { sum &+= geometry.element(atOffset: step * 120)?.offsetInside ?? 0 }
          consume(sum)
        }
      ))
    costs.figures.append(
      (
        "offset_to_row",
        Stopwatch.nanoseconds(per: questionCount) {
          var sum = 0
          for offset in offsets { sum &+= geometry.element(atOffset: offset)?.offsetInside ?? 0 }
          consume(sum)
        }
      ))
    costs.figures.append(
      (
        "row_to_offset",
        Stopwatch.nanoseconds(per: questionCount) {
          var sum = 0
          for row in rows { sum &+= geometry.offset(of: .row(row)) }
          consume(sum)
        }
      ))
    costs.figures.append(
      (
        "set_height",
        Stopwatch.nanoseconds(per: questionCount) {
          for row in rows { geometry.setHeight(.measured(40 + row.row & 127), of: .row(row)) }
        }
      ))
    var selection = RowSelection()
    costs.figures.append(
      (
        "select",
        Stopwatch.nanoseconds(per: questionCount) {
          for row in rows { selection.select(row) }
        }
      ))
    costs.figures.append(
      (
        "extend_selection_by_100",
        Stopwatch.nanoseconds(per: 1_000) {
          for row in rows.suffix(1_000) {
            selection.select(row)
            selection.extend(
              to: RowIndexPath(section: 0, row: min(count - 1, row.row + 100)), rowCounts: [count])
          }
        }
      ))
    let all = ChangeSet(deleting: 10..<count - 10, inSection: 0, before: [count])
    costs.figures.append(
      (
        "select_all_and_delete_most",
        Stopwatch.nanoseconds(per: 1_000) {
          for row in rows.prefix(1_000) {
            selection.select(RowIndexPath(section: 0, row: 0))
            selection.extend(to: RowIndexPath(section: 0, row: count - 1), rowCounts: [count])
            selection.toggle(row)
            selection.apply(all)
          }
        }
      ))
    return costs
  }
}
