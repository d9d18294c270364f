import CGtk
import Expectations
import GtkInterop
import Testing

@testable import FeedViewerRows
@testable import VirtualList

/// A scroll bar narrows the rows beside it, so that its own presence can decide whether it is needed.
@Suite("Width of the scroll bar", .serialized, .needsDisplay)
struct ScrollBarWidthTests {
  @Test func scrollBarVisibilityIsDecidedOnce() throws {
    let fixture = ListFixture([ListFixture.rows(0..<6, isMixed: false)])
    defer { fixture.close() }
    gtk_scrolled_window_set_overlay_scrolling(fixture.scroller.opaque, 0)
    fixture.settle()
    let wide = EntryHeights(width: 480, text: fixture.list.text)
    let contents = fixture.allElements.dropFirst().map { fixture.listView(fixture.list, rowContentOf: $0) }
    let header = fixture.height(of: .header(0))
    let whole = header + contents.reduce(0) { $0 + wide.height(of: $1) }
    var widths: Set<Int> = []
    for height in stride(from: whole - 30, through: whole + 180, by: 7) {
      gtk_window_set_default_size(fixture.window.cast(), 480, Int32(height))
      expect(Display.settle { fixture.list.pageHeight == height })
      fixture.settle()
      let width = try require(fixture.list.conditions).width
      widths.insert(width)
      var seen: [Int] = []
      let clock = try require(gtk_widget_get_frame_clock(fixture.window))
      let connection = Signal.connect(clock, "layout") { seen.append(fixture.list.conditions?.width ?? 0) }
      Display.run(seconds: 0.03)
      Signal.disconnect(clock, connection)
      expect(seen.count <= 2 && seen.allSatisfy { $0 == width }, "\(height) px high: \(seen)")
      // With the bar the rows must need it; without it they must fit.
      if width == 480 {
        expect(whole <= height)
      } else {
        expect(fixture.list.geometry.totalHeight > height)
      }
    }
    expect(widths.count, equals: 2)
  }

  @Test func longListHasAScrollBarInItsFirstLayout() {
    let fixture = ListFixture([ListFixture.rows(0..<2_000)], isShown: false)
    defer { fixture.close() }
    gtk_scrolled_window_set_overlay_scrolling(fixture.scroller.opaque, 0)
    gtk_window_present(fixture.window.cast())
    expect(Display.settle { fixture.list.hasRowsOnScreen })
    expect(fixture.list.conditions?.width ?? 480 < 480)
    // Heights were estimated once.
    expect(fixture.lengthQueries, equals: 2_000)
  }
}
