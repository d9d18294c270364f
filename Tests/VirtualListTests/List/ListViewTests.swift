import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import VirtualList

@Suite(.serialized, .needsDisplay)
struct ListViewTests {
  @Test func firstFrameMeasuresVisibleRowsOnly() {
    let fixture = ListFixture([ListFixture.rows(0..<10_000)])
    defer { fixture.close() }
    let shown = fixture.list.pool.boundElements.count
    let ahead = fixture.list.statistics.precached
    expect(fixture.list.statistics.measurements - ahead <= shown + 2)
  }

  @Test func liveRowWidgetsStayBoundedWhileScrolling() throws {
    let fixture = ListFixture([ListFixture.rows(0..<5_000)])
    defer { fixture.close() }
    for _ in 0..<120 {
      fixture.move(by: 350)
      Display.run(seconds: 0.005)
    }
    expect(fixture.list.statistics.liveRowWidgets <= 28)
  }

  @Test func widgetsThatNoViewportNeededAreRemovedAtRest() throws {
    // Widgets are prepared for rows of one line each, of which many more would fit.
    let long = ListFixture.rows(0..<2_000).map { row -> ListFixture.Row in
      var row = row
      row.title = String(repeating: "unfinished harbour ", count: 12)
      return row
    }
    let fixture = ListFixture([long])
    defer { fixture.close() }
    let pool = fixture.list.pool
    expect(Display.settle { pool.count <= pool.boundElements.count + 4 })
    let before = pool.count
    // Reloading does not prepare them again.
    fixture.list.reloadData()
    fixture.settle()
    expect(pool.count, equals: before)
    // More rows than before get widgets, which stay.
    gtk_window_set_default_size(fixture.window.cast(), 480, 900)
    fixture.settle()
    expect(Display.settle { pool.count > before && pool.count <= pool.boundElements.count + 4 })
  }

  @Test func scrollingIntoUnmeasuredRowsIsExact() throws {
    let fixture = ListFixture([ListFixture.rows(0..<3_000)])
    defer { fixture.close() }
    fixture.list.idle.stop()
    fixture.show(.row(0, 1_500))
    for step in [-120.0, -120, -333, 77, -250, -400, 120, -90] {
      fixture.expectMove(by: -Int(step)) { fixture.move(by: step) }
    }
  }

  @Test func sectionsAndRowsThatMoveOffScreenKeepTheContent() throws {
    let fixture = ListFixture([ListFixture.rows(0..<600), ListFixture.rows(600..<700)])
    defer { fixture.close() }
    fixture.show(.row(0, 300))
    let before = fixture.picture

    fixture.sections.insert(ListFixture.rows(9_000..<9_010), at: 0)
    fixture.list.insertSections([0])
    fixture.settle()
    expect(fixture.picture, equals: before)

    let moved = fixture.sections[1].remove(at: 3)
    fixture.sections[2].insert(moved, at: 5)
    fixture.list.moveRow(from: RowIndexPath(1, 3), to: RowIndexPath(2, 5))
    fixture.settle()
    expect(fixture.picture, equals: before)
  }

  /// GTK 4.8 forgets the scroll bar's request for a layout if the bounds change while an ancestor is allocated, and
  /// with it every later one of the list.
  @Test func scrollingWorksAfterAnEditInAFrameWithWindowLayout() throws {
    let fixture = ListFixture([ListFixture.rows(0..<4_000)])
    defer { fixture.close() }
    fixture.list.idle.stop()
    gtk_scrolled_window_set_overlay_scrolling(fixture.scroller.opaque, 0)
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    let label = gtk_label_new("0")!
    let scroller = GObjectReference(retaining: fixture.scroller)
    gtk_window_set_child(fixture.window.cast(), nil)
    gtk_widget_set_vexpand(fixture.scroller, 1)
    gtk_box_append(box.cast(), label)
    gtk_box_append(box.cast(), scroller.pointer)
    gtk_window_set_child(fixture.window.cast(), box)
    fixture.show(.row(0, 2_000))
    for round in 1...4 {
      gtk_label_set_text(label.opaque, String(repeating: "1", count: round))
      fixture.insert(ListFixture.rows(9_000 + round..<9_001 + round), at: 0)
      fixture.settle()
      fixture.scroll(by: -450)
      fixture.expectMove(by: -10) { fixture.move(by: 10) }
    }
  }

  @Test func modeNoneMeasuresAtEveryQueryAndTheOthersOnce() throws {
    let fixture = ListFixture([ListFixture.rows(0..<100)])
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    func measurementsOfAScrollDownAndBack() -> Int {
      let before = fixture.list.statistics.measurements
      for row in [40, 90, 40, 0] {
        fixture.show(.row(0, row))
      }
      return fixture.list.statistics.measurements - before
    }
    expect(measurementsOfAScrollDownAndBack(), equals: 0)
    fixture.list.cacheMode = .none
    let queries = fixture.list.statistics.heightQueries
    let measured = measurementsOfAScrollDownAndBack()
    expect(measured > 10)
    expect(measured, equals: fixture.list.statistics.heightQueries - queries)
    expect(fixture.list.statistics.cachedHeightCount, equals: 0)
    fixture.list.cacheMode = .key
    _ = measurementsOfAScrollDownAndBack()
    expect(fixture.finishPrecache())
    expect(measurementsOfAScrollDownAndBack(), equals: 0)
  }

  @Test func emptyListsAndSectionsAreShown() {
    let fixture = ListFixture([])
    defer { fixture.close() }
    fixture.list.select(nil)
    fixture.sections = [[], ListFixture.rows(0..<2), []]
    fixture.list.insertSections([0, 1, 2])
    fixture.settle()
    expect(fixture.picture.count, equals: 2)
    fixture.sections = []
    fixture.list.deleteSections([0, 1, 2])
    fixture.settle()
    expect(fixture.picture.isEmpty)
    expect(fixture.list.pool.boundElements.isEmpty)
  }

  @Test func accessibleNamesIncludeThePosition() throws {
    let fixture = ListFixture([ListFixture.rows(0..<12)])
    defer { fixture.close() }
    let view = try require(fixture.list.pool.view(of: .row(0, 2)))
    expect(view.accessibleName?.hasSuffix(", 3 of 12"), equals: true)
  }
}
