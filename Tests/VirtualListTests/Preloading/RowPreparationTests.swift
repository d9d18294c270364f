import CGtk
import Expectations
import Foundation
import LayoutCore
import Testing

@testable import FeedViewerRows
@testable import VirtualList

/// What is prepared for the rows around the viewport, in a real window.
@Suite(.serialized, .needsDisplay)
struct RowPreparationTests {
  private func rows(_ elements: some Sequence<ListElement>) -> Set<Int> {
    Set(elements.compactMap { if case .row(let row) = $0 { row.row } else { nil } })
  }

  private func row(_ row: Int) -> ListElement { .row(0, row) }

  /// A list that was scrolled by the user in the middle of its rows, all of which are measured and prepared.
  private func makePreparedList() async throws -> ListFixture {
    let fixture = ListFixture([ListFixture.rows(0..<400)])
    fixture.show(row(100))
    fixture.scroll(by: 10)
    expect(fixture.finishPrecache())
    try await fixture.restWithTasks()
    return fixture
  }

  @Test func scrollingEnlargesThePreparedRanges() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<400)])
    defer { fixture.close() }
    fixture.list.idle.end(.measurement)
    try await fixture.restWithTasks()
    expect(fixture.list.idle.ranges.mode, equals: .minimum)
    let idle = fixture.list.idle
    let shown = idle.ranges.elements(in: .visible)
    expect(Set(shown), equals: Set(fixture.list.pool.boundElements))
    // A jump of the program's own is not the user's.
    fixture.show(row(200))
    try await fixture.restWithTasks()
    expect(idle.ranges.mode, equals: .minimum)
    fixture.scroll(by: 30)
    try await fixture.restWithTasks()
    expect(idle.ranges.mode, equals: .full)
    expect(idle.displayedElements, equals: Set(idle.ranges.elements(in: .display)))
    expect(idle.preloadedElements.isSubset(of: Set(idle.ranges.elements(in: .preload))))
    // One screen ahead is laid out, two and a half are measured; one behind and a half.
    let page = fixture.list.pageHeight
    let top = fixture.list.contentOffset
    let geometry = fixture.list.geometry
    expect(idle.ranges.elements(in: .display), equals: geometry.elements(in: top - page / 2..<top + 2 * page))
    for element in geometry.elements(in: top - page * 3 / 2..<top + page * 7 / 2) {
      expect(fixture.list.interfaceState(of: element).contains(.preload))
      guard case .measured = geometry.height(of: element) else {
        Issue.record("\(element) is not measured")
        continue
      }
    }
  }

  @Test func enteringRowsAreDrawnFromPreparedRows() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<400)])
    defer { fixture.close() }
    fixture.scroll(by: 300)
    expect(fixture.finishPrecache())
    try await fixture.restWithTasks()
    let idle = fixture.list.idle
    let visible = Set(idle.ranges.elements(in: .visible))
    var painters: [ListElement: ObjectIdentifier] = [:]
    let conditions = try require(fixture.list.conditions)
    for element in idle.displayedElements.subtracting(visible) {
      let identity = fixture.listView(fixture.list, identityOf: element)
      painters[element] = idle.painter(of: element, identity, conditions).map { ObjectIdentifier($0) }
    }
    let queries = fixture.contentQueries
    let measurements = fixture.list.statistics.measurements
    let boundBefore = Set(fixture.list.pool.boundElements)
    fixture.move(by: 200)
    _ = Display.settle { Set(fixture.list.pool.boundElements) != boundBefore }
    let entered = Set(fixture.list.pool.boundElements).subtracting(boundBefore)
    expect(!entered.isEmpty)
    for element in entered {
      let painter = try require(fixture.list.pool.view(of: element)?.painter)
      expect(ObjectIdentifier(painter), equals: painters[element], "\(element)")
    }
    expect(fixture.list.statistics.measurements, equals: measurements)
    // Only rows that came into the preload range since may have been asked for.
    expect(fixture.contentQueries - queries <= idle.ranges.elements(in: .preload).count / 2)
  }

  @Test func reenteringWithinALoopIterationKeepsPreparedRows() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<400)])
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    fixture.scroll(by: 10)
    try await fixture.restWithTasks()
    let list = fixture.list
    let conditions = try require(list.conditions)
    // Just outside the viewport, so that it is in the range whichever side leads.
    let ranges = list.idle.ranges
    let lastVisible = try require(ranges.elements(in: .visible).last)
    let element = try require(ranges.elements(in: .display).first { $0 > lastVisible })
    let identity = fixture.listView(list, identityOf: element)
    func painter() -> RowPainter? { list.idle.painter(of: element, identity, conditions) }
    let before = try require(painter())
    func moveNow(by pixels: Double) {
      fixture.move(by: pixels)
      list.allocate(width: conditions.width, height: list.pageHeight)
      list.idle.update()
    }
    moveNow(by: 4_000)
    expect(!list.idle.ranges.contains(element, in: .display))
    moveNow(by: -4_000)
    fixture.settle()
    try await fixture.restWithTasks()
    expect(painter() === before)
    // A turn of the loop later it is freed.
    moveNow(by: 4_000)
    fixture.settle()
    try await fixture.restWithTasks()
    expect(painter() == nil)
  }

  @Test func editsAboveKeepPreparedRows() async throws {
    let fixture = try await makePreparedList()
    defer { fixture.close() }
    let idle = fixture.list.idle
    let conditions = try require(fixture.list.conditions)
    func painters() -> [String: ObjectIdentifier] {
      var found: [String: ObjectIdentifier] = [:]
      for element in idle.displayedElements {
        let identity = fixture.listView(fixture.list, identityOf: element)
        found[identity.key.text] = idle.painter(of: element, identity, conditions).map {
          ObjectIdentifier($0)
        }
      }
      return found
    }
    let before = painters()
    let queries = fixture.contentQueries
    fixture.delete(0..<3)
    fixture.settle()
    try await fixture.restWithTasks()
    expect(painters(), equals: before)
    expect(fixture.contentQueries, equals: queries)
  }

  @Test func newWidthPreparesRowsAgain() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<400)], width: 480)
    defer { fixture.close() }
    fixture.scroll(by: 10)
    try await fixture.restWithTasks()
    let width = try require(fixture.list.conditions).width
    gtk_window_set_default_size(fixture.window.cast(), 620, 600)
    expect(Display.settle { fixture.list.conditions?.width != width })
    try await fixture.restWithTasks()
    let conditions = try require(fixture.list.conditions)
    for element in fixture.list.idle.ranges.elements(in: .display) {
      let identity = fixture.listView(fixture.list, identityOf: element)
      expect(fixture.list.idle.painter(of: element, identity, conditions) != nil, "\(element)")
    }
  }

  @Test func changedRowIsPreparedAgain() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<400)])
    defer { fixture.close() }
    fixture.scroll(by: 10)
    try await fixture.restWithTasks()
    let idle = fixture.list.idle
    let element = try require(idle.ranges.elements(in: .display).last)
    guard case .row(let path) = element else { return }
    fixture.change(path.row) { $0.title = "Another title" }
    fixture.settle()
    try await fixture.restWithTasks()
    let identity = fixture.listView(fixture.list, identityOf: element)
    let painter = idle.painter(of: element, identity, try require(fixture.list.conditions))
    expect((painter?.content as? RowContent)?.title, equals: "Another title")
  }

  @Test func hiddenListKeepsItsViewportPrepared() async throws {
    let fixture = try await makePreparedList()
    defer { fixture.close() }
    let idle = fixture.list.idle
    let shown = Set(idle.ranges.elements(in: .visible))
    let ready = idle.displayedElements
    expect(ready.count > shown.count)
    gtk_widget_set_visible(fixture.window, 0)
    // At once, without another turn of the loop.
    expect(idle.ranges.elements(in: .visible).isEmpty)
    expect(idle.displayedElements, equals: shown)
    expect(idle.preloadedElements.isSubset(of: shown))
    gtk_window_present(fixture.window.cast())
    fixture.settle()
    try await fixture.restWithTasks()
    expect(idle.ranges.mode, equals: .full)
    expect(idle.displayedElements, equals: ready)
  }

  @Test func minimizedWindowCountsAsHidden() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<400)])
    defer { fixture.close() }
    fixture.scroll(by: 10)
    expect(fixture.finishPrecache())
    try await fixture.restWithTasks()
    let idle = fixture.list.idle
    let ready = idle.displayedElements
    // No window manager runs here that would minimize it: this is what is called then.
    idle.visibility?.isMinimized = true
    expect(idle.ranges.mode, equals: .visibleOnly)
    expect(idle.ranges.elements(in: .visible).isEmpty)
    expect(idle.displayedElements, equals: Set(fixture.list.pool.boundElements))
    idle.visibility?.isMinimized = false
    try await fixture.restWithTasks()
    expect(idle.ranges.mode == .full && idle.displayedElements == ready)
  }

  @Test func modeNonePrecachesNothing() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<400)])
    defer { fixture.close() }
    fixture.list.cacheMode = .none
    fixture.list.reloadData()
    fixture.settle()
    let precached = fixture.list.statistics.precached
    fixture.scroll(by: 10)
    try await fixture.restWithTasks()
    expect(fixture.list.statistics.precached, equals: precached)
    expect(fixture.list.geometry.unmeasuredCount > 300)
  }

  @Test func farFlingPreparesItsTargetOnly() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<2_000)])
    defer { fixture.close() }
    fixture.list.idle.end(.measurement)
    fixture.list.preparesFlingTargetsOnly = true
    try await fixture.restWithTasks()
    let idle = fixture.list.idle
    let before = idle.displayedElements
    // Two samples make a velocity: 60,000 pixels a second, so that 15,000 are left to go.
    fixture.move(by: 1)
    try await Task.sleep(for: .milliseconds(10))
    fixture.move(by: 600)
    let target = try require(idle.forecast.flingTarget)
    let prepared = Set(target)
    expect(rows(target).min()! > 60)
    _ = Display.settle { !idle.displayedElements.isDisjoint(with: prepared) }
    expect(!idle.displayedElements.isDisjoint(with: prepared))
    // Rows on the way are not made ready.
    let onTheWay = idle.displayedElements.subtracting(prepared).subtracting(before)
    expect(onTheWay.isSubset(of: Set(fixture.list.pool.boundElements)))
    // At rest everything near the viewport is prepared again, and nothing else.
    fixture.settle()
    try await fixture.restWithTasks()
    expect(idle.forecast.flingTarget == nil)
    expect(idle.displayedElements, equals: Set(idle.ranges.elements(in: .display)))
  }
}
