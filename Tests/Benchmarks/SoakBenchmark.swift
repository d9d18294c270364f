import LayoutCore

/// A million edits of all nine kinds on one list: geometry, cache and anchor against plain arrays.
nonisolated struct SoakBenchmark {
  private static let edits = 1_000_000
  private static let checkEvery = 10_000
  private static let conditions = HeightKey(
    template: "entry", width: 480, environment: LayoutEnvironment(), revision: 0)

  enum Failure: Error, CustomStringConvertible {
    case differs(edit: Int, what: String)
    var description: String {
      switch self {
      case .differs(let edit, let what): "after edit \(edit) (the generator starts with 1): \(what)"
      }
    }
  }

  private var random = RepeatableGenerator()
  /// The rows of each section as numbers that never come twice; a row's height follows from its number.
  private var list: [[Int]] = []
  private var next = 0
  private var geometry = RowGeometry()
  private var cache = IndexPathHeightCache()

  static func report() throws -> String {
    var benchmark = Self()
    return try benchmark.run()
  }

  private mutating func run() throws -> String {
    let start = ContinuousClock.now
    for edit in 0..<Self.edits {
      if edit.isMultiple(of: 200_000) { begin() }
      try applyRandomEdit(edit)
      if edit.isMultiple(of: Self.checkEvery) { try check(edit) }
    }
    try check(Self.edits)
    var report = Report("soak")
    report.add("edits", Self.edits)
    report.add("rows_at_the_end", geometry.elementCount)
    report.add("seconds", (ContinuousClock.now - start) / .seconds(1))
    return report.json
  }

  private static func height(of row: Int) -> Int { row * 31 % 97 }

  private mutating func newRows(_ count: Int) -> [Int] {
    next += count
    return Array(next - count..<next)
  }

  private mutating func begin() {
    list = (0..<20).map { _ in newRows(Int.random(in: 0...1000, using: &random)) }
    let rows = list
    geometry.rebuild(sections: rows.map { SectionShape(rowCount: $0.count) }) { Self.height($0, in: rows) }
    cache.invalidateAll()
    storeAll()
  }

  private static func height(_ element: ListElement, in list: [[Int]]) -> RowHeight {
    guard case .row(let row) = element else { return .estimated(0) }
    return .measured(height(of: list[row.section][row.row]))
  }

  private mutating func storeAll() {
    for (section, rows) in list.enumerated() {
      for (row, number) in rows.enumerated() {
        cache.store(number, at: RowIndexPath(section: section, row: row), for: Self.conditions)
      }
    }
  }

  private mutating func applyRandomEdit(_ number: Int) throws {
    let before = list.map(\.count)
    let offset = geometry.totalHeight > 0 ? Int.random(in: 0..<geometry.totalHeight, using: &random) : -1
    let anchor = ScrollAnchor.capture(atOffset: offset, in: geometry)
    let anchored = anchor.map { place in
      if case .row(let row) = place.element { list[row.section][row.row] } else { -1 }
    }
    let edit = randomEdit()
    let change = try ChangeSet([edit], before: before, after: list.map(\.count))
    let moved = anchor?.moved(by: change, from: geometry)
    cache.apply(change)
    let rows = list
    geometry.apply(change) { Self.height($0, in: rows) }
    guard case .row(let row)? = moved?.element else { return }
    let isThere = list[row.section][row.row] == anchored
    if !isThere, anchored.map({ number in list.contains { $0.contains(number) } }) == true {
      throw Failure.differs(edit: number, what: "the anchor left its row in \(edit)")
    }
  }

  /// Edits the arrays, and says how. Rows are inserted as often as deleted.
  private mutating func randomEdit() -> ListEdit {
    let section = list.isEmpty ? 0 : Int.random(in: list.indices, using: &random)
    let row = list.isEmpty ? nil : list[section].indices.randomElement(using: &random)
    switch Int.random(in: 0..<1000, using: &random) {
    case 0..<2: return insertSection(at: section)
    case 2..<4 where list.count > 5:
      list.remove(at: section)
      return .deleteSections([section])
    case 4..<6 where !list.isEmpty:
      list[section] = newRows(Int.random(in: 0...1000, using: &random))
      return .reloadSections([section])
    case 6..<10 where !list.isEmpty:
      let moved = list.remove(at: section)
      let target = Int.random(in: 0...list.count, using: &random)
      list.insert(moved, at: target)
      return .moveSection(from: section, to: target)
    case 10:
      list.shuffle(using: &random)
      return .reloadData
    case 11..<350:
      guard let row else { break }
      list[section].remove(at: row)
      return .deleteRows([RowIndexPath(section: section, row: row)])
    case 350..<600:
      guard let row else { break }
      list[section][row] = newRows(1)[0]
      return .reloadRows([RowIndexPath(section: section, row: row)])
    case 600..<750:
      guard let row else { break }
      let moved = list[section].remove(at: row)
      let target = Int.random(in: list.indices, using: &random)
      let place = Int.random(in: 0...list[target].count, using: &random)
      list[target].insert(moved, at: place)
      return .moveRow(
        from: RowIndexPath(section: section, row: row), to: RowIndexPath(section: target, row: place))
    default: break
    }
    guard !list.isEmpty else { return insertSection(at: 0) }
    let place = Int.random(in: 0...list[section].count, using: &random)
    let added = newRows(Int.random(in: 1...2, using: &random))
    list[section].insert(contentsOf: added, at: place)
    return .insertRows(added.indices.map { RowIndexPath(section: section, row: place + $0) })
  }

  private mutating func insertSection(at section: Int) -> ListEdit {
    list.insert(newRows(Int.random(in: 0...1000, using: &random)), at: section)
    return .insertSections([section])
  }

  /// Everything, row by row. Heights that an edit made unknown are stored again.
  private mutating func check(_ edit: Int) throws {
    var offset = 0
    for (section, rows) in list.enumerated() {
      for (row, number) in rows.enumerated() {
        let path = RowIndexPath(section: section, row: row)
        guard geometry.offset(of: .row(path)) == offset,
          geometry.height(of: .row(path)) == .measured(Self.height(of: number))
        else {
          throw Failure.differs(edit: edit, what: "the geometry has another height or offset at \(path)")
        }
        if let known = cache.height(at: path, for: Self.conditions), known != number {
          throw Failure.differs(edit: edit, what: "the cache has the height of another row at \(path)")
        }
        offset += Self.height(of: number)
      }
    }
    guard geometry.totalHeight == offset, cache.count <= geometry.elementCount else {
      throw Failure.differs(edit: edit, what: "the sums are wrong")
    }
    storeAll()
  }
}
