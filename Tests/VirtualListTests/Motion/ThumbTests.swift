import CGtk
import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// Dragging the scroll bar's thumb, which maps the pointer to a fraction of the range.
@Suite("Thumb", .serialized, .needsDisplay)
struct ThumbTests {
  @Test func thumbPositionMapsToTheSameFractionOfTheContent() throws {
    let fixture = ListFixture([ListFixture.rows(0..<300, isMixed: false)])
    defer { fixture.close() }
    expect(fixture.finishPrecache())
    fixture.settle()
    let adjustment = try require(fixture.list.verticalAdjustment)
    let way = Double(fixture.list.geometry.totalHeight - fixture.list.pageHeight)
    for fraction in [0.31, 0.32, 0.9, 1, 0.5, 0.003, 0] {
      adjustment.moveThumb(to: fraction)
      fixture.settle()
      expect(abs(Double(fixture.list.contentOffset) - fraction * way) <= 0.5)
      expect(abs(adjustment.thumbFraction - fraction) * way <= 0.5)
    }
  }

  @Test func draggingTheThumbToTheEndReachesItOverUnmeasuredRows() throws {
    let fixture = ListFixture([ListFixture.rows(0..<3_000)])
    defer { fixture.close() }
    fixture.list.idle.stop()
    let adjustment = try require(fixture.list.verticalAdjustment)
    adjustment.moveThumb(to: 1)
    fixture.settle()
    let last = ListElement.row(0, 2_999)
    let top = try require(fixture.y(of: last))
    expect(top + fixture.height(of: last), equals: fixture.list.pageHeight)
    expect(adjustment.thumbFraction, equals: 1)
  }

  @Test func heldThumbKeepsTheContentStill() throws {
    let fixture = ListFixture([ListFixture.rows(0..<2_500, isMixed: false)])
    defer { fixture.close() }
    let adjustment = try require(fixture.list.verticalAdjustment)
    let bar = try require(gtk_scrolled_window_get_vscrollbar(fixture.scroller.opaque))
    let range = try require(gtk_widget_get_first_child(bar))
    gtk_widget_add_css_class(range, "dragging")
    adjustment.moveThumb(to: 0.4)
    fixture.settle()
    expect(fixture.list.geometry.unmeasuredCount > 1_000)
    let picture = fixture.picture
    let fraction = adjustment.thumbFraction
    for _ in 0..<10 {
      Display.run(seconds: 0.05)
      expect(fixture.picture, equals: picture)
      expect(adjustment.thumbFraction, equals: fraction)
    }
    gtk_widget_remove_css_class(range, "dragging")
    expect(fixture.finishPrecache())
    expect(fixture.picture, equals: picture)
  }

  @Test func heldThumbAndContentStayThroughEdits() throws {
    let fixture = ListFixture([ListFixture.rows(0..<3_000)])
    defer { fixture.close() }
    fixture.show(.row(0, 1_500))
    let adjustment = try require(fixture.list.verticalAdjustment)
    let bar = try require(gtk_scrolled_window_get_vscrollbar(fixture.scroller.opaque))
    let range = try require(gtk_widget_get_first_child(bar))
    gtk_widget_add_css_class(range, "dragging")
    let before = fixture.picture
    let value = gtk_adjustment_get_value(adjustment)
    for round in 0..<6 {
      fixture.editAbove(round: round)
      fixture.settle()
      expect(fixture.picture, equals: before)
      expect(gtk_adjustment_get_value(adjustment), equals: value)
    }
    // It is dragged on, by as much as the pointer moves.
    fixture.expectMove(by: -90) { fixture.move(by: 90) }
    gtk_widget_remove_css_class(range, "dragging")
  }

  /// Also while estimated heights are replaced by other, measured ones.
  @Test(arguments: [true, false])
  func thumbNeverMovesAgainstTheContent(isMeasured: Bool) throws {
    let fixture = ListFixture([ListFixture.rows(0..<500, isMixed: false)])
    defer { fixture.close() }
    if isMeasured {
      expect(fixture.finishPrecache())
    } else {
      fixture.list.idle.stop()
    }
    fixture.settle()
    let adjustment = try require(fixture.list.verticalAdjustment)
    var before = adjustment.thumbFraction
    for _ in 0..<15 {
      fixture.scroll(by: 1_400)
      expect(adjustment.thumbFraction > before)
      before = adjustment.thumbFraction
    }
  }
}

extension UnsafeMutablePointer<GtkAdjustment> {
  /// The thumb's position in its range, from 0 to 1.
  var thumbFraction: Double {
    let lower = gtk_adjustment_get_lower(self)
    let way = gtk_adjustment_get_upper(self) - gtk_adjustment_get_page_size(self) - lower
    return way > 0 ? (gtk_adjustment_get_value(self) - lower) / way : 0
  }

  /// As GtkRange does under the pointer (gtkrange.c, coord_to_value).
  func moveThumb(to fraction: Double) {
    let lower = gtk_adjustment_get_lower(self)
    let way = gtk_adjustment_get_upper(self) - gtk_adjustment_get_page_size(self) - lower
    gtk_adjustment_set_value(self, lower + fraction * way)
  }
}
