import LayoutCore
import RandomNumbers

/// Differences of two lists of 100,000 keys, and their application, compared with `CollectionDifference`.
nonisolated struct EditsBenchmark {
  private static let rows = 100_000
  private static let edits = 1000
  private var random = SplitMix64(seed: 1)
  private var report = Report("edits")
  private let conditions = HeightKey(
    template: "entry", width: 480, environment: LayoutEnvironment(scale: 2, generation: 3), revision: 0)

  static func report() -> Report {
    var benchmark = Self()
    return benchmark.run()
  }

  private mutating func run() -> Report {
    report.add("rows", Self.rows)
    report.add("inserted_deleted_and_moved_each", Self.edits)
    let old = (0..<Self.rows).map { Self.key($0) }
    // Strings with other storage, as after reading a file again.
    let new = edited(old).map { String(decoding: Array($0.utf8), as: UTF8.self) }
    let before = [SectionKeys(key: "feed", rows: old.map { SectionKeys.Row(key: $0, revision: 0) })]
    let after = [SectionKeys(key: "feed", rows: new.map { SectionKeys.Row(key: $0, revision: 0) })]
    let difference = Stopwatch.nanoseconds(per: 1_000_000) {
      consume(ChangeSet.difference(from: before, to: after))
    }
    let peer = Stopwatch.nanoseconds(per: 1_000_000, repetitions: 1) {
      consume(new.difference(from: old).inferringMoves())
    }
    report.add("difference_ms", difference, bar: 60, peer: peer)
    report.add("collection_difference_over_difference", peer / difference, atLeast: 100)
    follow(ChangeSet.difference(from: before, to: after))
    editOneRow()
    editOneSection()
    return report
  }

  private static func key(_ number: Int) -> String {
    "https://example.org/blog/archive/2024/05/\(number)/a-title-that-makes-a-long-address.html"
  }

  private mutating func edited(_ old: [String]) -> [String] {
    var rows = old
    for _ in 0..<Self.edits { rows.remove(at: Int.random(in: rows.indices, using: &random)) }
    for _ in 0..<Self.edits {
      let row = rows.remove(at: Int.random(in: rows.indices, using: &random))
      rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
    }
    for number in 0..<Self.edits {
      rows.insert(
        Self.key(Self.rows + number), at: Int.random(in: 0...rows.count, using: &random))
    }
    return rows
  }

  /// A list as in a window: its geometry, its cached heights and its viewport.
  private struct List {
    var geometry = RowGeometry()
    var cache = IndexPathHeightCache()
    var anchor: ScrollAnchor?

    init(_ sections: [Int], conditions: HeightKey) {
      geometry.rebuild(sections: sections.map { SectionShape(rowCount: $0, hasHeader: true) }) { _ in
        .measured(44)
      }
      for (section, rows) in sections.enumerated() {
        for row in 0..<rows {
          cache.store(44, at: RowIndexPath(section: section, row: row), for: conditions)
        }
      }
      anchor = ScrollAnchor.capture(atOffset: geometry.totalHeight / 2, in: geometry)
    }

    mutating func apply(_ change: ChangeSet) {
      anchor = anchor?.moved(by: change, from: geometry)
      cache.apply(change)
      geometry.apply(change) { _ in .estimated(40) }
    }
  }

  private mutating func follow(_ change: ChangeSet) {
    report.add(
      "apply_difference_ms",
      Stopwatch.milliseconds(preparing: { List([Self.rows], conditions: conditions) }) { $0.apply(change) },
      bar: 5)
  }

  private mutating func editOneRow() {
    var list = List([Self.rows], conditions: conditions)
    var rows = Self.rows
    var cache = list.cache
    let time = Stopwatch.nanoseconds(per: 1000) {
      for step in 0..<1000 {
        let row = RowIndexPath(section: 0, row: step * 71 % rows)
        guard let change = try? ChangeSet([.insertRows([row])], before: [rows], after: [rows + 1]) else {
          return
        }
        list.apply(change)
        rows += 1
      }
    }
    report.add("insert_one_row_into_all_ns", time)
    rows = Self.rows
    let cacheTime = Stopwatch.nanoseconds(per: 1000) {
      for step in 0..<1000 {
        let row = RowIndexPath(section: 0, row: step * 71 % rows)
        guard let change = try? ChangeSet([.insertRows([row])], before: [rows], after: [rows + 1]) else {
          return
        }
        cache.apply(change)
        rows += 1
      }
    }
    report.add("insert_one_row_into_cache_ns", cacheTime)
  }

  /// 1,000 sections of 100 rows: one is moved, one is inserted, one is deleted.
  private mutating func editOneSection() {
    let counts = Array(repeating: 100, count: 1000)
    let list = List(counts, conditions: conditions)
    let edits: [(name: String, edit: ListEdit, after: [Int])] = [
      ("move", .moveSection(from: 900, to: 10), counts), ("insert", .insertSections([0]), [100] + counts),
      ("delete", .deleteSections([500]), Array(counts.dropLast())),
    ]
    for (name, edit, after) in edits {
      guard let change = try? ChangeSet([edit], before: counts, after: after) else { continue }
      let time = Stopwatch.milliseconds(preparing: { list }) { $0.apply(change) }
      report.add("\(name)_one_of_1000_sections_ms", time)
    }
  }
}
