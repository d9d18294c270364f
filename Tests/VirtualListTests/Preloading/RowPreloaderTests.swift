import CGtk
import Foundation
import GtkInterop
import LayoutCore
import Testing

@testable import EntryRows
@testable import VirtualList
@testable import PangoText

/// What is prepared for the rows around the viewport, in a real window.
@Suite(.serialized, .enabled("needs a display") { await MainActor.run { Display.isAvailable } })
struct RowPreloaderTests {
  private func rows(_ elements: some Sequence<ListElement>) -> Set<Int> {
    Set(elements.compactMap { if case .row(let row) = $0 { row.row } else { nil } })
  }

  private func row(_ row: Int) -> ListElement { .row(RowIndexPath(section: 0, row: row)) }

  /// Moves the list as a wheel or a thumb does.
  private func move(_ fixture: ListFixture, by pixels: Double) throws {
    let adjustment = try #require(fixture.list.verticalAdjustment)
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + pixels)
  }

  /// Waits until nothing is left to prepare.
  private func finish(_ fixture: ListFixture) async throws {
    let preloader = fixture.list.preloader
    // Layouts are asked for by heights that became known: it is over when nothing happens for a while.
    var quiet = 0
    let isQuiet = try await Display.wait(seconds: 20) {
      quiet = preloader.isFinished && fixture.list.images.isIdle ? quiet + 1 : 0
      return quiet > 60
    }
    #expect(isQuiet)
  }

  @Test func aListThatWasNeverScrolledPreparesLittleAndAScrolledOneMore() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<400)])
    defer { fixture.close() }
    fixture.list.precache.stop()
    try await finish(fixture)
    #expect(fixture.list.preloader.ranges.mode == .minimum)
    let preloader = fixture.list.preloader
    let shown = preloader.ranges.elements(in: .visible)
    #expect(Set(shown) == Set(fixture.list.pool.boundElements))
    // A jump of the program's own is not the user's.
    fixture.list.scroll(to: row(200), alignment: .top)
    fixture.settle()
    try await finish(fixture)
    #expect(preloader.ranges.mode == .minimum)
    try move(fixture, by: 30)
    fixture.settle()
    try await finish(fixture)
    #expect(preloader.ranges.mode == .full)
    #expect(preloader.displayedElements == Set(preloader.ranges.elements(in: .display)))
    #expect(
      preloader.preloadedElements.isSubset(of: Set(preloader.ranges.elements(in: .preload))))
    // One screen ahead is laid out, two and a half are measured; one behind and a half.
    let page = fixture.list.pageHeight
    let top = fixture.list.contentOffset
    let geometry = fixture.list.geometry
    #expect(preloader.ranges.elements(in: .display) == geometry.elements(in: top - page / 2..<top + 2 * page))
    for element in geometry.elements(in: top - page * 3 / 2..<top + page * 7 / 2) {
      #expect(fixture.list.interfaceState(of: element).contains(.preload))
      guard case .measured = geometry.height(of: element) else {
        Issue.record("\(element) is not measured")
        continue
      }
    }
  }

  @Test func theLeadingSideFollowsTheDirection() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<400)])
    defer { fixture.close() }
    fixture.list.scroll(to: row(200), alignment: .top)
    fixture.settle()
    func spans() -> (before: Int, after: Int) {
      let ranges = fixture.list.preloader.ranges
      let visible = ranges.elements(in: .visible)
      let display = ranges.elements(in: .display)
      return (display.count { $0 < visible.first! }, display.count { $0 > visible.last! })
    }
    try move(fixture, by: 40)
    fixture.settle()
    try await finish(fixture)
    #expect(spans().before < spans().after)
    try move(fixture, by: -40)
    fixture.settle()
    try await finish(fixture)
    #expect(spans().before > spans().after)
  }

  @Test func rowsThatComeIntoViewAreDrawnFromWhatWasPrepared() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<400)])
    defer { fixture.close() }
    try move(fixture, by: 300)
    fixture.settle()
    #expect(fixture.finishPrecache())
    try await finish(fixture)
    let preloader = fixture.list.preloader
    let visible = Set(preloader.ranges.elements(in: .visible))
    var painters: [ListElement: ObjectIdentifier] = [:]
    let conditions = try #require(fixture.list.conditions)
    for element in preloader.displayedElements.subtracting(visible) {
      let identity = fixture.listView(fixture.list, identityOf: element)
      painters[element] = preloader.painter(of: element, identity, conditions).map { ObjectIdentifier($0) }
    }
    let queries = fixture.contentQueries
    let measurements = fixture.list.statistics.measurements
    let boundBefore = Set(fixture.list.pool.boundElements)
    try move(fixture, by: 200)
    _ = Display.settle { Set(fixture.list.pool.boundElements) != boundBefore }
    let entered = Set(fixture.list.pool.boundElements).subtracting(boundBefore)
    #expect(!entered.isEmpty)
    for element in entered {
      let painter = try #require(fixture.list.pool.view(of: element)?.painter)
      #expect(ObjectIdentifier(painter) == painters[element], "\(element)")
    }
    #expect(fixture.list.statistics.measurements == measurements)
    // Only rows that came into the preload range since may have been asked for.
    #expect(fixture.contentQueries - queries <= preloader.ranges.elements(in: .preload).count / 2)
  }

  @Test func leavingAndComingBackWithinATurnOfTheLoopKeepsWhatWasPrepared() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<400)])
    defer { fixture.close() }
    #expect(fixture.finishPrecache())
    try move(fixture, by: 10)
    fixture.settle()
    try await finish(fixture)
    let list = fixture.list
    let conditions = try #require(list.conditions)
    let adjustment = try #require(list.verticalAdjustment)
    // Just outside the viewport, so that it is in the range whichever side leads.
    let ranges = list.preloader.ranges
    let lastVisible = try #require(ranges.elements(in: .visible).last)
    let element = try #require(ranges.elements(in: .display).first { $0 > lastVisible })
    let identity = fixture.listView(list, identityOf: element)
    func painter() -> RowPainter? { list.preloader.painter(of: element, identity, conditions) }
    let before = try #require(painter())
    func moveNow(by pixels: Double) {
      gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + pixels)
      list.allocate(width: conditions.width, height: list.pageHeight)
      list.preloader.update()
    }
    moveNow(by: 4_000)
    #expect(!list.preloader.ranges.contains(element, in: .display))
    moveNow(by: -4_000)
    fixture.settle()
    try await finish(fixture)
    #expect(painter() === before)
    // A turn of the loop later it is freed.
    moveNow(by: 4_000)
    fixture.settle()
    try await finish(fixture)
    #expect(painter() == nil)
  }

  @Test func anEditAboveLeavesWhatWasPreparedToItsRows() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<400)])
    defer { fixture.close() }
    fixture.list.scroll(to: row(100), alignment: .top)
    fixture.settle()
    try move(fixture, by: 10)
    fixture.settle()
    #expect(fixture.finishPrecache())
    try await finish(fixture)
    let preloader = fixture.list.preloader
    let conditions = try #require(fixture.list.conditions)
    func painters() -> [String: ObjectIdentifier] {
      var found: [String: ObjectIdentifier] = [:]
      for element in preloader.displayedElements {
        let identity = fixture.listView(fixture.list, identityOf: element)
        found[identity.key.text] = preloader.painter(of: element, identity, conditions).map {
          ObjectIdentifier($0)
        }
      }
      return found
    }
    let before = painters()
    let queries = fixture.contentQueries
    fixture.sections[0].removeSubrange(0..<3)
    fixture.list.deleteRows((0..<3).map { RowIndexPath(section: 0, row: $0) })
    fixture.settle()
    try await finish(fixture)
    #expect(painters() == before)
    #expect(fixture.contentQueries == queries)
  }

  @Test func atANewWidthRowsAreMadeReadyAgain() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<400)], width: 480)
    defer { fixture.close() }
    try move(fixture, by: 10)
    fixture.settle()
    try await finish(fixture)
    let width = try #require(fixture.list.conditions).width
    gtk_window_set_default_size(fixture.window.cast(), 620, 600)
    #expect(Display.settle { fixture.list.conditions?.width != width })
    try await finish(fixture)
    let conditions = try #require(fixture.list.conditions)
    for element in fixture.list.preloader.ranges.elements(in: .display) {
      let identity = fixture.listView(fixture.list, identityOf: element)
      #expect(fixture.list.preloader.painter(of: element, identity, conditions) != nil, "\(element)")
    }
  }

  @Test func aChangedRowIsPreparedAgain() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<400)])
    defer { fixture.close() }
    try move(fixture, by: 10)
    fixture.settle()
    try await finish(fixture)
    let preloader = fixture.list.preloader
    let element = try #require(preloader.ranges.elements(in: .display).last)
    guard case .row(let path) = element else { return }
    fixture.sections[0][path.row].revision = 1
    fixture.sections[0][path.row].title = "Another title"
    fixture.list.reloadRows([path])
    fixture.settle()
    try await finish(fixture)
    let identity = fixture.listView(fixture.list, identityOf: element)
    let painter = preloader.painter(of: element, identity, try #require(fixture.list.conditions))
    #expect((painter?.content as? RowContent)?.title == "Another title")
  }

  @Test func aHiddenListKeepsItsViewportReadyAndComesBackAsItWas() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<400)])
    defer { fixture.close() }
    fixture.list.scroll(to: row(100), alignment: .top)
    fixture.settle()
    try move(fixture, by: 10)
    fixture.settle()
    #expect(fixture.finishPrecache())
    try await finish(fixture)
    let preloader = fixture.list.preloader
    let shown = Set(preloader.ranges.elements(in: .visible))
    let ready = preloader.displayedElements
    #expect(ready.count > shown.count)
    gtk_widget_set_visible(fixture.window, 0)
    // At once, without another turn of the loop.
    #expect(preloader.ranges.elements(in: .visible).isEmpty)
    #expect(preloader.displayedElements == shown)
    #expect(preloader.preloadedElements.isSubset(of: shown))
    gtk_window_present(fixture.window.cast())
    fixture.settle()
    try await finish(fixture)
    #expect(preloader.ranges.mode == .full)
    #expect(preloader.displayedElements == ready)
  }

  @Test func aMinimizedWindowIsHidden() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<400)])
    defer { fixture.close() }
    try move(fixture, by: 10)
    fixture.settle()
    #expect(fixture.finishPrecache())
    try await finish(fixture)
    let preloader = fixture.list.preloader
    let ready = preloader.displayedElements
    // No window manager runs here that would minimize it: this is what is called then.
    preloader.isMinimized = true
    #expect(preloader.ranges.mode == .visibleOnly)
    #expect(preloader.ranges.elements(in: .visible).isEmpty)
    #expect(preloader.displayedElements == Set(fixture.list.pool.boundElements))
    preloader.isMinimized = false
    try await finish(fixture)
    #expect(preloader.ranges.mode == .full && preloader.displayedElements == ready)
  }

  @Test func withoutACacheNothingIsMeasuredAhead() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<400)])
    defer { fixture.close() }
    fixture.list.cacheMode = .none
    fixture.list.reloadData()
    fixture.settle()
    let precached = fixture.list.statistics.precached
    try move(fixture, by: 10)
    fixture.settle()
    try await finish(fixture)
    #expect(fixture.list.statistics.precached == precached)
    #expect(fixture.list.geometry.unmeasuredCount > 300)
  }

  @Test func aFarFlingPreparesItsTargetOnly() async throws {
    let fixture = ListFixture([ListFixture.rows(0..<2_000)])
    defer { fixture.close() }
    fixture.list.precache.stop()
    fixture.list.preparesFlingTargetsOnly = true
    try await finish(fixture)
    let preloader = fixture.list.preloader
    let before = preloader.displayedElements
    // Two samples make a velocity: 60,000 pixels a second, so that 15,000 are left to go.
    try move(fixture, by: 1)
    try await Task.sleep(for: .milliseconds(10))
    try move(fixture, by: 600)
    let target = try #require(preloader.flingTarget)
    let prepared = Set(target)
    #expect(rows(target).min()! > 60)
    _ = Display.settle { !preloader.displayedElements.isDisjoint(with: prepared) }
    #expect(!preloader.displayedElements.isDisjoint(with: prepared))
    // Rows on the way are not made ready.
    let onTheWay = preloader.displayedElements.subtracting(prepared).subtracting(before)
    #expect(onTheWay.isSubset(of: Set(fixture.list.pool.boundElements)))
    // At rest everything near the viewport is prepared again, and nothing else.
    fixture.settle()
    try await finish(fixture)
    #expect(preloader.flingTarget == nil)
    #expect(preloader.displayedElements == Set(preloader.ranges.elements(in: .display)))
  }
}
