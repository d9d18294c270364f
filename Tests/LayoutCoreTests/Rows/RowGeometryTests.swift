import Expectations
import RandomEdits
import RandomNumbers
import Testing

@testable import LayoutCore

@Suite("Row geometry")
struct RowGeometryTests {
  private func geometry(_ list: NaiveList) -> RowGeometry {
    var geometry = RowGeometry()
    let heights = Dictionary(uniqueKeysWithValues: list.elements)
    geometry.rebuild(sections: list.shapes) { heights[$0] ?? .estimated(0) }
    return geometry
  }

  @Test func anEmptyListHasNoElements() {
    let geometry = RowGeometry()
    expect(geometry.elementCount, equals: 0)
    expect(geometry.totalHeight, equals: 0)
    expect(geometry.element(atOffset: 0) == nil)
    var sections = RowGeometry()
    sections.rebuild(sections: [SectionShape(rowCount: 0), SectionShape(rowCount: 0)]) { _ in .measured(1) }
    expect(sections.sectionCount, equals: 2)
    expect(sections.element(atOffset: 0) == nil)
  }

  @Test(arguments: UInt64(0)..<30)
  func everyQueryAgreesWithArrays(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var identity = 0
    var list = NaiveList()
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      var section = NaiveList.section(using: &random, next: &identity)
      if random.chance(0.3) { section.header = nil }
      if random.chance(0.5) { section.footer = NaiveList.height(using: &random) }
      if random.chance(0.2) { section.rows = [] }
      list.sections.append(section)
    }
    let geometry = geometry(list)
    let elements = list.elements
    var offset = 0
    for (index, (element, height)) in elements.enumerated() {
      expect(geometry.offset(of: element), equals: offset)
      expect(
        geometry.element(after: element),
        equals: index + 1 < elements.count ? elements[index + 1].element : nil)
      expect(geometry.element(before: element), equals: index > 0 ? elements[index - 1].element : nil)
      for inside in 0..<height.value {
        let found = geometry.element(atOffset: offset + inside)
        expect(found?.element == element && found?.offsetInside == inside, "seed \(seed)")
      }
      func isEstimate(_ height: RowHeight) -> Bool { if case .estimated = height { true } else { false } }
      expect(
        geometry.nextUnmeasured(from: element, forward: true),
        equals: elements[index...].first { isEstimate($0.height) }?.element, "seed \(seed)")
      expect(
        geometry.nextUnmeasured(from: element, forward: false),
        equals: elements[...index].last { isEstimate($0.height) }?.element, "seed \(seed)")
      offset += height.value
    }
    expect(geometry.totalHeight, equals: offset)
    expect(geometry.element(atOffset: offset) == nil)
  }

  @Test func measuredHeightsBecomeEstimates() {
    var geometry = RowGeometry()
    geometry.rebuild(sections: [SectionShape(rowCount: 3, hasHeader: true)]) { _ in .estimated(40) }
    expect(geometry.setHeight(.measured(52), of: .row(0, 1)), equals: 12)
    expect(geometry.setHeight(.measured(30), of: .header(0)), equals: -10)
    expect(geometry.setHeight(.measured(45), of: .row(0, 0)), equals: 5)
    expect(geometry.unmeasuredCount, equals: 1)
    geometry.markAllEstimated()
    expect(geometry.unmeasuredCount, equals: 4)
    expect(geometry.height(of: .row(0, 1)), equals: .estimated(52))
    expect(geometry.totalHeight, equals: 167)
  }

  @Test func insertedSectionsHaveTheGivenShapes() throws {
    var geometry = RowGeometry()
    geometry.rebuild(sections: [SectionShape(rowCount: 1, hasHeader: true)]) { _ in .measured(10) }
    let change = try ChangeSet([.insertSections([0])], before: [1], after: [2, 1])
    geometry.apply(
      change,
      sections: [SectionShape(rowCount: 2, hasFooter: true), SectionShape(rowCount: 1, hasHeader: true)]
    ) { _ in .estimated(7) }
    expect(geometry.elementCount, equals: 5)
    expect(geometry.height(of: .footer(0)), equals: .estimated(7))
    expect(geometry.height(of: .header(1)), equals: .measured(10))
  }

  @Test func aSectionCanGainAHeader() throws {
    var geometry = RowGeometry()
    geometry.rebuild(sections: [SectionShape(rowCount: 2)]) { _ in .measured(10) }
    let change = try ChangeSet([.deleteRows([RowIndexPath(0, 0)])], before: [2], after: [1])
    geometry.apply(change, sections: [SectionShape(rowCount: 1, hasHeader: true)]) { _ in .estimated(7) }
    expect(geometry.height(of: .header(0)), equals: .estimated(7))
    expect(geometry.height(of: .row(0, 0)), equals: .measured(10))
  }

  @Test(arguments: UInt64(0)..<10, [1, 70, 5_000])
  func insertedRowsOfOneHeightAreThoseAskedForEach(seed: UInt64, count: Int) {
    var random = SplitMix64(seed: seed)
    var identity = 0
    var list = NaiveList()
    for _ in 0..<3 { list.sections.append(NaiveList.section(using: &random, next: &identity)) }
    var (together, single) = (geometry(list), geometry(list))
    let height = NaiveList.height(using: &random)
    let section = Int.random(in: 0..<3, using: &random)
    let row = Int.random(in: 0...list.sections[section].rows.count, using: &random)
    let change = ChangeSet(
      inserting: row..<row + count, inSection: section, before: list.sections.map(\.rows.count))
    together.apply(
      change, rowsAlike: { $0 == RowIndexPath(section, row) ? count + 3 : 1 },
      height: { $0 == .row(section, row) ? height : .measured(1) })
    single.apply(change) { _ in height }
    expect(together.elementCount == single.elementCount && together.totalHeight == single.totalHeight)
    for section in 0..<3 {
      for row in 0..<change.after[section] {
        let element = ListElement.row(section, row)
        expect(together.height(of: element), equals: single.height(of: element))
        expect(together.offset(of: element), equals: single.offset(of: element))
      }
    }
  }
}
