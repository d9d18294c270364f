import Expectations
import RandomNumbers
import Testing

@testable import LayoutCore

@Suite("Ranges around the viewport")
struct RangeControllerTests {
  private static let rowHeight = 100

  private func geometry(rows: Int, heights: (Int) -> Int = { _ in rowHeight }) -> RowGeometry {
    var geometry = RowGeometry()
    geometry.rebuild(sections: [SectionShape(rowCount: rows)]) { element in
      if case .row(let row) = element { .measured(heights(row.row)) } else { .measured(0) }
    }
    return geometry
  }

  private func rows(_ elements: [ListElement]) -> [Int] {
    elements.compactMap { if case .row(let row) = $0 { row.row } else { nil } }
  }

  private func elements(_ rows: Range<Int>) -> [ListElement] {
    rows.map { .row(0, $0) }
  }

  /// A controller of a list that the user has scrolled.
  private func scrolling() -> RangeController {
    var controller = RangeController()
    controller.scrollBegan()
    return controller
  }

  @Test func theDefaultTuningsAreThoseOfTexture() {
    let table = RangeTuningTable()
    expect(table[.minimum, .display], equals: RangeTuning(leading: 0.25, trailing: 0.25))
    expect(table[.minimum, .preload], equals: RangeTuning(leading: 0.5, trailing: 0.25))
    expect(table[.full, .display], equals: RangeTuning(leading: 1, trailing: 0.5))
    expect(table[.full, .preload], equals: RangeTuning(leading: 2.5, trailing: 1.5))
    expect(table[.visibleOnly, .display], equals: RangeTuning(leading: 0, trailing: 0))
    expect(table[.visibleOnly, .preload], equals: RangeTuning(leading: 0, trailing: 0))
    expect(table[.lowMemory, .display] == nil)
    expect(table[.lowMemory, .preload], equals: RangeTuning(leading: 0, trailing: 0))
  }

  @Test func leadingAndTrailingSwapWithTheDirection() {
    var controller = scrolling()
    let geometry = geometry(rows: 100)
    _ = controller.update(viewport: 5000..<6000, isVisible: true, in: geometry)
    expect(controller.extent(of: .preload, around: 0..<1000), equals: -1500..<3500)
    expect(controller.extent(of: .display, around: 0..<1000), equals: -500..<2000)
    expect(rows(controller.elements(in: .visible)), equals: Array(50..<60))
    expect(rows(controller.elements(in: .display)), equals: Array(45..<70))
    expect(rows(controller.elements(in: .preload)), equals: Array(35..<85))
    controller.scrolled(forward: false)
    _ = controller.update(viewport: 5000..<6000, isVisible: true, in: geometry)
    expect(rows(controller.elements(in: .display)), equals: Array(40..<65))
    expect(rows(controller.elements(in: .preload)), equals: Array(25..<75))
  }

  @Test func theModeIsMinimalUntilTheUserScrolls() {
    var controller = RangeController()
    let geometry = geometry(rows: 100)
    for offset in [0, 500, 2000] {
      _ = controller.update(viewport: offset..<offset + 1000, isVisible: true, in: geometry)
      expect(controller.mode, equals: .minimum)
    }
    controller.scrollBegan()
    _ = controller.update(viewport: 0..<1000, isVisible: true, in: geometry)
    expect(controller.mode, equals: .full)
    controller.enteredBackground(isVisible: true)
    _ = controller.update(viewport: 0..<1000, isVisible: true, in: geometry)
    expect(controller.mode, equals: .visibleOnly)
    expect(controller.elements(in: .preload), equals: controller.elements(in: .visible))
    controller.enteredForeground(isVisible: true)
    _ = controller.update(viewport: 0..<1000, isVisible: true, in: geometry)
    expect(controller.mode, equals: .minimum)
    _ = controller.update(viewport: 0..<1000, isVisible: true, in: geometry)
    expect(controller.mode, equals: .full)
  }

  @Test func aHiddenListHasNoVisibleRowsAndInLowMemoryNoDisplayRange() {
    var controller = scrolling()
    let geometry = geometry(rows: 100)
    _ = controller.update(viewport: 2000..<3000, isVisible: false, in: geometry)
    expect(controller.elements(in: .visible).isEmpty)
    expect(rows(controller.elements(in: .display)), equals: Array(20..<30))
    controller.enteredBackground(isVisible: false)
    _ = controller.update(viewport: 2000..<3000, isVisible: false, in: geometry)
    expect(controller.elements(in: .display).isEmpty)
    expect(rows(controller.elements(in: .preload)), equals: Array(20..<30))
  }

  @Test func theMostUrgentRowsEnterFirst() {
    var controller = scrolling()
    let actions = controller.update(viewport: 0..<200, isVisible: true, in: geometry(rows: 100))
    expect(
      actions,
      equals: [
        .enter(.visible, elements(0..<2)), .enter(.display, elements(0..<4)),
        .enter(.preload, elements(0..<7)),
      ])
  }

  @Test func anUpdateWithoutChangesReturnsNoActions() {
    var controller = scrolling()
    let geometry = geometry(rows: 100)
    _ = controller.update(viewport: 0..<200, isVisible: true, in: geometry)
    expect(controller.update(viewport: 0..<200, isVisible: true, in: geometry), equals: [])
    expect(
      controller.update(viewport: 100..<300, isVisible: true, in: geometry),
      equals: [
        .enter(.visible, elements(2..<3)), .enter(.display, elements(4..<5)),
        .enter(.preload, elements(7..<8)),
        .exit(.visible, elements(0..<1)),
      ])
  }

  @Test(arguments: UInt64(0)..<10)
  func entriesAndExitsBalanceAndRangesAreNested(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var geometry = geometry(rows: 200) { $0 % 3 == 0 ? 0 : 20 + $0 % 40 }
    var controller = scrolling()
    var inside: [RangeKind: Set<ListElement>] = [:]
    func carryOut(_ actions: [RangeController.Action]) {
      for action in actions {
        switch action {
        case .enter(let kind, let elements):
          for element in elements { expect(inside[kind, default: []].insert(element).inserted) }
        case .exit(let kind, let elements):
          for element in elements { expect(inside[kind]?.remove(element) != nil) }
        }
      }
    }
    for _ in 0..<300 {
      if random.chance(0.1) {
        let count = geometry.rowCount(inSection: 0)
        let row = RowIndexPath(0, Int.random(in: 0..<count, using: &random))
        let edit = random.chance(0.5) ? ListEdit.deleteRows([row]) : .insertRows([row])
        var after = count - 1
        if case .insertRows = edit { after = count + 1 }
        let change = try ChangeSet([edit], before: [count], after: [after])
        carryOut(controller.apply(change))
        geometry.apply(change) { _ in .measured(33) }
        for kind in RangeKind.allCases {
          inside[kind] = Set(inside[kind, default: []].compactMap { change.newElement(for: $0) })
        }
      }
      controller.scrolled(forward: random.chance(0.5))
      let top = Int.random(in: -200...geometry.totalHeight, using: &random)
      carryOut(controller.update(viewport: top..<top + 300, isVisible: random.chance(0.9), in: geometry))
      let sets = RangeKind.allCases.map { Set(controller.elements(in: $0)) }
      expect(sets, equals: RangeKind.allCases.map { inside[$0, default: []] }, "seed \(seed)")
      expect(sets[0].isSubset(of: sets[1]) && sets[1].isSubset(of: sets[2]), "seed \(seed)")
    }
  }

  @Test func zeroHeightRowsAreInNoRange() {
    let geometry = geometry(rows: 100_000) { $0 == 0 || $0 == 99_999 ? 100 : 0 }
    var controller = scrolling()
    _ = controller.update(viewport: 0..<1000, isVisible: true, in: geometry)
    expect(rows(controller.elements(in: .preload)), equals: [0, 99_999])
  }

  @Test func visibleRowsHaveEveryStateAndRowsThatLeaveStayMeasured() {
    var controller = scrolling()
    var geometry = geometry(rows: 100)
    geometry.setHeight(.estimated(100), of: elements(90..<91)[0])
    _ = controller.update(viewport: 5000..<6000, isVisible: true, in: geometry)
    func states(_ rows: Int...) -> [InterfaceState] {
      rows.map { controller.state(of: elements($0..<$0 + 1)[0], in: geometry) }
    }
    expect(
      states(50, 59, 60, 45, 44, 84),
      equals: [
        [.measure, .preload, .display, .visible], [.measure, .preload, .display, .visible],
        [.measure, .preload, .display], [.measure, .preload, .display], [.measure, .preload],
        [.measure, .preload],
      ])
    expect(states(10, 90), equals: [[.measure], []])
  }

  @Test func memoryPressureKeepsOnlyTheViewportUntilTheUserScrolls() {
    var controller = scrolling()
    let geometry = geometry(rows: 100)
    _ = controller.update(viewport: 5000..<6000, isVisible: true, in: geometry)
    controller.handleMemoryPressure(isVisible: true)
    let actions = controller.update(viewport: 5000..<6000, isVisible: true, in: geometry)
    expect(
      actions,
      equals: [
        .exit(.display, elements(45..<50) + elements(60..<70)),
        .exit(.preload, elements(35..<50) + elements(60..<85)),
      ])
    expect(controller.mode, equals: .visibleOnly)
    // A layout at rest must not restore the ranges.
    expect(controller.update(viewport: 5000..<6000, isVisible: true, in: geometry), equals: [])
    expect(!controller.willWiden)
    controller.scrollBegan()
    _ = controller.update(viewport: 5000..<6000, isVisible: true, in: geometry)
    expect(rows(controller.elements(in: .display)), equals: Array(45..<70))
  }

  @Test func memoryPressureEmptiesTheDisplayRangeOfAHiddenList() {
    var controller = RangeController()
    let geometry = geometry(rows: 100)
    controller.enteredBackground(isVisible: true)
    _ = controller.update(viewport: 0..<1000, isVisible: false, in: geometry)
    expect(rows(controller.elements(in: .display)), equals: Array(0..<10))
    controller.handleMemoryPressure(isVisible: false)
    _ = controller.update(viewport: 0..<1000, isVisible: false, in: geometry)
    expect(controller.mode, equals: .lowMemory)
    expect(controller.elements(in: .display).isEmpty)
  }

  @Test func aListThatReappearsIsUpdatedAgainWhenDisplayed() {
    var controller = scrolling()
    let geometry = geometry(rows: 100)
    _ = controller.update(viewport: 0..<1000, isVisible: true, in: geometry)
    expect(!controller.willWiden)
    controller.enteredBackground(isVisible: true)
    _ = controller.update(viewport: 0..<1000, isVisible: false, in: geometry)
    controller.enteredForeground(isVisible: true)
    _ = controller.update(viewport: 0..<1000, isVisible: true, in: geometry)
    expect(controller.mode == .minimum && controller.willWiden)
    _ = controller.update(viewport: 0..<1000, isVisible: true, in: geometry)
    expect(controller.mode == .full && !controller.willWiden)
  }

  @Test func theLastDirectionIsKeptAtRest() {
    var controller = scrolling()
    let geometry = geometry(rows: 100)
    expect(controller.movesForward)
    controller.scrolled(forward: false)
    for _ in 0..<3 {
      _ = controller.update(viewport: 5000..<6000, isVisible: true, in: geometry)
      expect(rows(controller.elements(in: .display)), equals: Array(40..<65))
    }
  }

  @Test func aRowInsertedIntoThePreloadRangeEntersItOnce() throws {
    var controller = RangeController()
    var geometry = geometry(rows: 20)
    controller.tunings[.minimum, .preload] = RangeTuning(leading: 2, trailing: 0)
    _ = controller.update(viewport: 0..<300, isVisible: true, in: geometry)
    expect(rows(controller.elements(in: .preload)), equals: Array(0..<9))
    let inserted = RowIndexPath(0, 5)
    let change = try ChangeSet([.insertRows([inserted])], before: [20], after: [21])
    expect(controller.apply(change), equals: [])
    geometry.apply(change) { _ in .measured(100) }
    let actions = controller.update(viewport: 0..<300, isVisible: true, in: geometry)
    expect(actions, equals: [.enter(.preload, [.row(inserted)]), .exit(.preload, elements(9..<10))])
    expect(controller.update(viewport: 0..<300, isVisible: true, in: geometry), equals: [])
  }

  @Test func aDeletedRowLeavesEveryRangeItWasIn() throws {
    var controller = scrolling()
    let geometry = geometry(rows: 20)
    _ = controller.update(viewport: 0..<300, isVisible: true, in: geometry)
    let deleted = RowIndexPath(0, 1)
    let change = try ChangeSet([.deleteRows([deleted])], before: [20], after: [19])
    expect(controller.apply(change), equals: RangeKind.allCases.map { .exit($0, [.row(deleted)]) })
  }

  @Test func replacedRowsLeaveEveryRange() {
    var controller = RangeController()
    _ = controller.update(viewport: 0..<200, isVisible: true, in: geometry(rows: 20))
    expect(
      controller.removeAll(),
      equals: [
        .exit(.visible, elements(0..<2)), .exit(.display, elements(0..<3)), .exit(.preload, elements(0..<3)),
      ])
    expect(controller.removeAll(), equals: [])
  }
}
