import LayoutCore
import RandomNumbers

/// `RowGeometry` with a million rows, compared with an array of sums and with arrays of arrays.
nonisolated struct GeometryBenchmark {
  private static let rows = 1_000_000
  private var random = SplitMix64(seed: 1)
  private var report = Report("geometry")

  static func report() -> Report {
    var benchmark = Self()
    return benchmark.run()
  }

  private mutating func run() -> Report {
    report.add("rows", Self.rows)
    let (geometry, bytes) = Memory.bytesInUse { Self.makeGeometry() }
    report.add("bytes_a_row", Double(bytes) / Double(Self.rows), bar: 12)
    ask(geometry)
    change(geometry)
    insertAtHead(geometry)
    return report
  }

  private static func makeGeometry() -> RowGeometry {
    var geometry = RowGeometry()
    geometry.rebuild(sections: [SectionShape(rowCount: rows)]) { element in
      guard case .row(let row) = element else { return .estimated(40) }
      return .measured(height(of: row.row))
    }
    return geometry
  }

  private static func height(of row: Int) -> Int { 40 + row * 2_654_435_761 % 200 }

  private mutating func ask(_ geometry: RowGeometry) {
    let offsets = (0..<1_000_000).map { _ in Int.random(in: 0..<geometry.totalHeight, using: &random) }
    let asked = Stopwatch.nanoseconds(per: offsets.count) {
      var sum = 0
      for offset in offsets { sum &+= geometry.element(atOffset: offset)?.offsetInside ?? 0 }
      consume(sum)
    }
    let scrolled = Stopwatch.nanoseconds(per: 1_000_000) {
      var sum = 0
      for step in 0..<1_000_000 { sum &+= geometry.element(atOffset: step * 120)?.offsetInside ?? 0 }
      consume(sum)
    }
    report.add("offset_to_row_scrolling_ns", scrolled, bar: 50)
    let sums = Self.sums()
    let searched = Stopwatch.nanoseconds(per: offsets.count) {
      var sum = 0
      for offset in offsets { sum &+= Self.row(atOffset: offset, in: sums) }
      consume(sum)
    }
    report.add("offset_to_row_random_ns", asked, bar: 100, peer: searched)
    let rows = (0..<1_000_000).map { _ in Int.random(in: 0..<Self.rows, using: &random) }
    let located = Stopwatch.nanoseconds(per: rows.count) {
      var sum = 0
      for row in rows { sum &+= geometry.offset(of: .row(RowIndexPath(section: 0, row: row))) }
      consume(sum)
    }
    report.add("row_to_offset_random_ns", located)
  }

  private mutating func change(_ geometry: RowGeometry) {
    let rows = (0..<1_000_000).map { _ in Int.random(in: 0..<Self.rows, using: &random) }
    var changed = geometry
    let set = Stopwatch.nanoseconds(per: rows.count) {
      for row in rows {
        changed.setHeight(.measured(row & 127), of: .row(RowIndexPath(section: 0, row: row)))
      }
    }
    var near = geometry
    let walked = Stopwatch.nanoseconds(per: Self.rows) {
      for row in 0..<Self.rows {
        near.setHeight(.measured(row & 127), of: .row(RowIndexPath(section: 0, row: row)))
      }
    }
    report.add("set_height_in_order_ns", walked, bar: 100)
    var sums = Self.sums()
    let summed = Stopwatch.nanoseconds(per: 20, repetitions: 3) {
      for row in rows.prefix(20) {
        for place in row + 1..<sums.count { sums[place] += 1 }
      }
    }
    report.add("set_height_random_ns", set, bar: 100, peer: summed)
  }

  private mutating func insertAtHead(_ geometry: RowGeometry) {
    var grown = geometry
    var rows = Self.rows
    let inserted = Stopwatch.nanoseconds(per: 10_000) {
      for _ in 0..<10_000 {
        let edit = ListEdit.insertRows([RowIndexPath(section: 0, row: 0)])
        guard let change = try? ChangeSet([edit], before: [rows], after: [rows + 1]) else { return }
        grown.apply(change) { _ in .estimated(40) }
        rows += 1
      }
    }
    var seed = SeedHeightCache()
    seed.fill(Self.rows)
    let seedInserted = Stopwatch.nanoseconds(per: 20, repetitions: 3) {
      for _ in 0..<20 { seed.insertRow(0, 0) }
    }
    report.add("insert_at_head_with_change_set_ns", inserted, bar: 1000, peer: seedInserted)
    report.add("seed_arrays_over_geometry", seedInserted / inserted, atLeast: 100)
  }

  /// The sum of the heights before each row; at the end, that of all rows.
  private static func sums() -> [Int] {
    var sums = [0]
    sums.reserveCapacity(rows + 1)
    for row in 0..<rows { sums.append(sums[row] + height(of: row)) }
    return sums
  }

  private static func row(atOffset offset: Int, in sums: [Int]) -> Int {
    var low = 0
    var high = sums.count
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}
