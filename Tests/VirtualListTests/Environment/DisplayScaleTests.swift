import CGtk
import Expectations
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import VirtualList

/// Two device pixels in a logical one, from the beginning and from one moment to the next.
@Suite(
  "Display scale", .serialized,
  .enabled("needs an X11 display") { await MainActor.run { Display.hasScale } })
struct DisplayScaleTests {
  private let settings = DisplaySettings()

  private func expectExactHeights(_ fixture: ListFixture, scale: Double) {
    let truth = EntryHeights(
      width: Int(gtk_widget_get_width(fixture.list.widget.pointer)), text: fixture.list.text, scale: scale)
    fixture.expectExactHeights(truth)
  }

  @Test func rowHeightsAreWholeDevicePixels() {
    settings.setScale(2)
    let fixture = ListFixture([ListFixture.rows(0..<120)], height: 400)
    defer {
      fixture.close()
      settings.restore()
    }
    expect(gtk_widget_get_scale_factor(fixture.window), equals: 2)
    expect(fixture.finishPrecache())
    fixture.settle()
    expectExactHeights(fixture, scale: 2)
    // A separator is one device pixel: not every height is a whole number of logical ones.
    expect(fixture.heights.contains { !$0.isMultiple(of: 2) })
    expect(fixture.list.pageHeight, equals: 800)
  }

  /// The viewport's top is rounded once, and rows follow each other from there without gaps.
  @Test func rowPositionsAreWholeDevicePixels() throws {
    settings.setScale(2)
    let fixture = ListFixture([ListFixture.rows(0..<120)], height: 400)
    defer {
      fixture.close()
      settings.restore()
    }
    expect(fixture.finishPrecache())
    let adjustment = try require(fixture.list.verticalAdjustment)
    fixture.show(.row(0, 30))
    let start = gtk_adjustment_get_value(adjustment).rounded()
    var before: Int?
    for tenths in 0...10 {
      gtk_adjustment_set_value(adjustment, start + Double(tenths) * 0.3)
      fixture.settle()
      let offset = fixture.list.contentOffset
      expect(
        offset,
        equals: fixture.list.scrollState.origin.offset + Int((2 * (start + Double(tenths) * 0.3)).rounded()))
      if let before { expect((0...1).contains(offset - before)) }
      before = offset
      for shown in fixture.list.elementsOnScreen where shown.element != .header(0) {
        let top = fixture.list.geometry.offset(of: shown.element) - offset
        expect(shown.top * 2, equals: Double(top))
      }
    }
  }

  /// A monitor of another scale, and a fractional scale, which GTK 4.8 itself does not support.
  @Test func fractionalScalesAreExactAndKeepTheTopRow() throws {
    let fixture = ListFixture([ListFixture.rows(0..<100)], height: 400)
    defer {
      fixture.close()
      settings.restore()
    }
    expect(fixture.finishPrecache())
    fixture.list.scroll(to: .row(0, 50), alignment: .top)
    fixture.list.scroll(by: -30)
    fixture.settle()
    let (picture, heights) = (fixture.picture, fixture.heights)
    settings.setScale(2)
    expect(Display.settle { fixture.list.conditions?.environment.scale == 2 })
    for scale in [1.5, 1.25] {
      fixture.list.fractionalScale = scale
      expect(Display.settle { fixture.list.conditions?.environment.scale == scale })
      fixture.settle()
      expect(fixture.finishPrecache())
      expect(fixture.list.pageHeight, equals: Int((400 * scale).rounded()))
      expectExactHeights(fixture, scale: scale)
      expect(abs((fixture.picture["key-50"] ?? 0) - picture["key-50"]!) <= 1)
      // Steps of less than a device pixel move the content by none or one, and every row by the same.
      let adjustment = try require(fixture.list.verticalAdjustment)
      let start = gtk_adjustment_get_value(adjustment)
      var before = fixture.list.contentOffset
      for tenths in 1...20 {
        gtk_adjustment_set_value(adjustment, start + Double(tenths) * 0.3)
        fixture.settle()
        let offset = fixture.list.contentOffset
        expect((0...1).contains(offset - before))
        before = offset
        for shown in fixture.list.elementsOnScreen where shown.element != .header(0) {
          let top = Double(fixture.list.geometry.offset(of: shown.element) - offset) / scale
          expect(abs(shown.top - top) < 1e-3)
        }
      }
      gtk_adjustment_set_value(adjustment, start)
      fixture.settle()
    }
    fixture.list.fractionalScale = nil
    settings.setScale(1)
    expect(Display.settle { fixture.list.conditions?.environment.scale == 1 })
    fixture.settle()
    expect(fixture.finishPrecache())
    expect(fixture.heights, equals: heights)
    expect(fixture.picture, equals: picture)
  }

  @Test func scaleChangesKeepTheTopRowAndRestoreHeights() throws {
    let fixture = ListFixture([ListFixture.rows(0..<100)], height: 400)
    defer {
      fixture.close()
      settings.restore()
    }
    expect(fixture.finishPrecache())
    fixture.show(.row(0, 50))
    let picture = fixture.picture
    let heights = fixture.heights
    for scale in [2, 1] {
      settings.setScale(scale)
      expect(Display.settle { fixture.list.conditions?.environment.scale == Double(scale) })
      fixture.settle()
      expect(fixture.finishPrecache())
      expectExactHeights(fixture, scale: Double(scale))
      expect(abs((fixture.picture["key-50"] ?? 0) - picture["key-50"]!) <= 1)
    }
    expect(fixture.heights, equals: heights)
    expect(fixture.picture, equals: picture)
  }
}

extension Display {
  /// Whether the display's scale can be changed.
  fileprivate static let hasScale = isAvailable && DisplaySettings().setScale(1)
}
