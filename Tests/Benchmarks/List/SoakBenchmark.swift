import LayoutCore
import RandomNumbers

/// A million edits of all nine kinds on one list with headers and footers: compares geometry, cache, anchor and
/// selection with plain arrays.
nonisolated struct SoakBenchmark {
  private static let edits = 1_000_000
  private static let checkEvery = 10_000
  private static let conditions = HeightKey(
    template: "entry", width: 480, environment: LayoutEnvironment(), revision: 0)

  enum Failure: Error, CustomStringConvertible {
    case differs(edit: Int, what: String)
    var description: String {
      switch self {
      case .differs(let edit, let what): "after edit \(edit) (seed 1): \(what)"
      }
    }
  }

  private var random = SplitMix64(seed: 1)
  /// A section's header and rows as unique numbers, from which all heights follow.
  private struct Section {
    var number: Int
    var rows: [Int]
  }

  private var list: [Section] = []
  private var next = 0
  private var geometry = RowGeometry()
  private var cache = IndexPathHeightCache()
  private var selection = RowSelection()

  static func report() throws -> Report {
    var benchmark = Self()
    return try benchmark.run()
  }

  private mutating func run() throws -> Report {
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
    return report
  }

  private static func height(of number: Int) -> Int { number * 31 % 97 }
  private static let footerHeight = 7

  private mutating func newSection() -> Section {
    Section(number: newRows(1)[0], rows: newRows(Int.random(in: 0...1000, using: &random)))
  }

  private mutating func newRows(_ count: Int) -> [Int] {
    next += count
    return Array(next - count..<next)
  }

  private mutating func begin() {
    list = (0..<20).map { _ in newSection() }
    let sections = list
    let shapes = sections.map { SectionShape(rowCount: $0.rows.count, hasHeader: true, hasFooter: true) }
    geometry.rebuild(sections: shapes) { Self.height($0, in: sections) }
    cache.invalidateAll()
    storeAll()
  }

  private static func height(_ element: ListElement, in list: [Section]) -> RowHeight {
    guard let number = number(of: element, in: list) else { return .measured(footerHeight) }
    return .measured(height(of: number))
  }

  /// Nil for a footer.
  private static func number(of element: ListElement, in list: [Section]) -> Int? {
    switch element {
    case .header(let section): list[section].number
    case .row(let row): list[row.section].rows[row.row]
    case .footer: nil
    }
  }

  private mutating func storeAll() {
    forEachElement { element, number in
      if let number { cache.store(number, of: element, for: Self.conditions) }
    }
  }

  private func forEachElement(_ body: (ListElement, Int?) throws -> Void) rethrows {
    for (section, value) in list.enumerated() {
      try body(.header(section), value.number)
      for (row, number) in value.rows.enumerated() {
        try body(.row(RowIndexPath(section: section, row: row)), number)
      }
      try body(.footer(section), nil)
    }
  }

  private mutating func applyRandomEdit(_ number: Int) throws {
    let before = list.map(\.rows.count)
    let offset = geometry.totalHeight > 0 ? Int.random(in: 0..<geometry.totalHeight, using: &random) : -1
    let anchor = ScrollAnchor.capture(atOffset: offset, in: geometry)
    let anchored = anchor.flatMap { Self.number(of: $0.element, in: list) }
    if case .row(let row)? = anchor?.element { selection.select(row) }
    let selected = selection.cursor.map { list[$0.section].rows[$0.row] }
    let edit = randomEdit()
    let change = try ChangeSet([edit], before: before, after: list.map(\.rows.count))
    let moved = anchor?.moved(by: change, from: geometry)
    cache.apply(change)
    selection.apply(change)
    let sections = list
    geometry.apply(change) { Self.height($0, in: sections) }
    try check(selected, isStillAt: selection.cursor.map { .row($0) }, "selection", after: edit, number)
    try check(anchored, isStillAt: moved?.element, "anchor", after: edit, number)
  }

  /// Checks that a row or header, if it still exists, is where the edit has moved it.
  private func check(
    _ followed: Int?, isStillAt element: ListElement?, _ name: String, after edit: ListEdit, _ number: Int
  ) throws {
    guard let followed, edit != .reloadData, element.flatMap({ Self.number(of: $0, in: list) }) != followed,
      list.contains(where: { $0.number == followed || $0.rows.contains(followed) })
    else { return }
    throw Failure.differs(edit: number, what: "\(edit) moved the \(name) to another row")
  }

  /// Edits the arrays and returns the edits. Rows are inserted as often as deleted.
  private mutating func randomEdit() -> ListEdit {
    let section = list.isEmpty ? 0 : Int.random(in: list.indices, using: &random)
    let row = list.isEmpty ? nil : list[section].rows.indices.randomElement(using: &random)
    switch Int.random(in: 0..<1000, using: &random) {
    case 0..<2: return insertSection(at: section)
    case 2..<4 where list.count > 5:
      list.remove(at: section)
      return .deleteSections([section])
    case 4..<6 where !list.isEmpty:
      list[section] = newSection()
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
      list[section].rows.remove(at: row)
      return .deleteRows([RowIndexPath(section: section, row: row)])
    case 350..<600:
      guard let row else { break }
      list[section].rows[row] = newRows(1)[0]
      return .reloadRows([RowIndexPath(section: section, row: row)])
    case 600..<750:
      guard let row else { break }
      let moved = list[section].rows.remove(at: row)
      let target = Int.random(in: list.indices, using: &random)
      let place = Int.random(in: 0...list[target].rows.count, using: &random)
      list[target].rows.insert(moved, at: place)
      return .moveRow(
        from: RowIndexPath(section: section, row: row), to: RowIndexPath(section: target, row: place))
    default: break
    }
    guard !list.isEmpty else { return insertSection(at: 0) }
    let place = Int.random(in: 0...list[section].rows.count, using: &random)
    let added = newRows(Int.random(in: 1...2, using: &random))
    list[section].rows.insert(contentsOf: added, at: place)
    return .insertRows(added.indices.map { RowIndexPath(section: section, row: place + $0) })
  }

  private mutating func insertSection(at section: Int) -> ListEdit {
    list.insert(newSection(), at: section)
    return .insertSections([section])
  }

  /// Checks everything, row by row. Heights that an edit has invalidated are stored again.
  private mutating func check(_ edit: Int) throws {
    var offset = 0
    try forEachElement { element, number in
      let height = number.map(Self.height(of:)) ?? Self.footerHeight
      guard geometry.offset(of: element) == offset, geometry.height(of: element) == .measured(height) else {
        throw Failure.differs(edit: edit, what: "the height or offset of \(element) in the geometry is wrong")
      }
      if let known = cache.height(of: element, for: Self.conditions), known != number {
        throw Failure.differs(edit: edit, what: "the cached height of \(element) is that of another element")
      }
      offset += height
    }
    guard geometry.totalHeight == offset, cache.count <= geometry.elementCount else {
      throw Failure.differs(edit: edit, what: "the total height or the number of cached heights is wrong")
    }
    storeAll()
  }
}
