import Expectations
import RandomNumbers
import Testing

@testable import LayoutCore

/// Changes that replace nearly all rows, such as another order of an archive of which few rows are known.
@Suite("Few of many rows stay")
struct FewKeptRowsTests {
  private static let key = HeightKey(
    template: "row", width: 400, environment: LayoutEnvironment(), revision: 0)

  /// A list of numbered rows. The numbers of headers follow from those of their sections.
  private struct List {
    var sections: [(key: Int, rows: [Int])]

    var keys: [SectionKeys] {
      sections.map { section in
        SectionKeys(
          key: "\(section.key)", rows: section.rows.map { SectionKeys.Row(key: "\($0)", revision: 0) })
      }
    }
    var shapes: [SectionShape] {
      sections.map { SectionShape(rowCount: $0.rows.count, hasHeader: true, hasFooter: false) }
    }
    func number(of element: ListElement) -> Int {
      if case .row(let row) = element { return sections[row.section].rows[row.row] }
      return 100_000 + sections[element.section].key
    }
    var elements: [ListElement] {
      sections.indices.flatMap { section in
        [.header(section)]
          + sections[section].rows.indices.map { .row(section, $0) }
      }
    }
  }

  @Test(arguments: UInt64(0)..<40) func heightsOfThoseThatStayAreKept(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var next = 0
    func fresh(_ count: Int) -> [Int] {
      defer { next += count }
      return Array(next..<next + count)
    }
    let counts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      Int.random(in: 0...2_000, using: &random)
    }
    let old = List(sections: counts.enumerated().map { ($0, fresh($1)) })
    // Both more and fewer than are looked up one by one.
    var kept = old.sections.flatMap(\.rows).shuffled(using: &random)
      .prefix(counts.reduce(0, +) / [30, 100, 1_000].randomElement(using: &random)!)[...]
    var new = List(sections: [])
    for section in 0..<Int.random(in: 1...3, using: &random) {
      var rows = fresh(Int.random(in: 0...2_000, using: &random))
      for _ in 0..<Int.random(in: 0...kept.count, using: &random) {
        rows.insert(kept.removeLast(), at: Int.random(in: 0...rows.count, using: &random))
      }
      new.sections.append((section + (random.chance(0.2) ? 10 : 0), rows))
    }
    let change = ChangeSet.difference(from: old.keys, to: new.keys)
    var geometry = RowGeometry()
    geometry.rebuild(sections: old.shapes) { .measured(old.number(of: $0)) }
    var cache = IndexPathHeightCache()
    for element in old.elements where old.number(of: element) % 2 == 0 {
      cache.store(old.number(of: element), of: element, for: Self.key)
    }
    cache.apply(change)
    geometry.apply(change, sections: new.shapes) { .estimated(new.number(of: $0)) }
    let before = Set(old.elements.map(old.number))
    for element in new.elements {
      let number = new.number(of: element)
      let isKept = before.contains(number)
      expect(geometry.height(of: element), equals: isKept ? .measured(number) : .estimated(number))
      expect(cache.height(of: element, for: Self.key), equals: isKept && number % 2 == 0 ? number : nil)
    }
    expect(
      cache.count,
      equals: new.elements.count { before.contains(new.number(of: $0)) && new.number(of: $0) % 2 == 0 })
    expect(geometry.totalHeight, equals: new.elements.reduce(0) { $0 + new.number(of: $1) })
  }
}
