import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import VirtualList
@testable import PangoText

/// Edits while the list decelerates, or its scroll bar is held.
@Suite("Edits in motion", .serialized, .needsDisplay)
struct EditsInMotionTests {
  private let fixture = ListFixture([ListFixture.rows(0..<3_000)])

  private func row(_ row: Int) -> RowIndexPath { RowIndexPath(0, row) }

  private func insertAndDeleteAbove(_ round: Int) {
    let rows = ListFixture.rows(10_000 + 3 * round..<10_003 + 3 * round)
    fixture.insert(rows, at: 5)
    fixture.delete(2..<3)
    fixture.sections[0][40].preview = String(repeating: "word ", count: round % 7 * 20)
    fixture.sections[0][40].revision += 1
    fixture.list.reloadRows([row(40)])
  }

  @Test(arguments: [-1.0, 1.0])
  func kineticScrollingContinuesThroughEdits(direction: Double) throws {
    defer { fixture.close() }
    fixture.show(.row(row(1_500)))
    let adjustment = try require(fixture.list.verticalAdjustment)
    let clock = try require(gtk_widget_get_frame_clock(fixture.window))
    let start = gtk_adjustment_get_value(adjustment)
    var frames: [(value: Double, picture: [String: Int])] = []
    let connection = Signal.connect(clock, "after-paint") {
      guard fixture.list.scrollState.anchor?.offset(in: fixture.list.geometry) == fixture.list.contentOffset
      else {
        return
      }
      frames.append((gtk_adjustment_get_value(adjustment), fixture.picture))
    }
    let fling = try require(Fling(fixture.scroller))
    fling.start(velocity: direction * 3_000)
    let deadline = ContinuousClock.now + .seconds(2.2)
    var round = 0
    // A slow machine draws its frames only when the motion has ended.
    while ContinuousClock.now < deadline || (frames.count <= 20 && round < 500) {
      Display.run(seconds: 0.03)
      insertAndDeleteAbove(round)
      round += 1
    }
    fixture.settle()
    Signal.disconnect(clock, connection)
    expect(frames.count > 20)
    for (one, next) in zip(frames, frames.dropFirst()) {
      let asked = Int(next.value.rounded()) - Int(one.value.rounded())
      expect(Double(asked) * direction >= 0)
      let common = Set(one.picture.keys).intersection(next.picture.keys)
      for key in common { expect(one.picture[key]! - next.picture[key]!, equals: asked, "\(key)") }
    }
    // GTK's friction of 4 makes a quarter of the velocity the whole way.
    let travel = gtk_adjustment_get_value(adjustment) - start
    expect(abs(travel - direction * 750) < 30, "\(travel)")
  }

  @Test func heldThumbAndContentStayThroughEdits() throws {
    defer { fixture.close() }
    fixture.show(.row(row(1_500)))
    let adjustment = try require(fixture.list.verticalAdjustment)
    let bar = try require(gtk_scrolled_window_get_vscrollbar(fixture.scroller.opaque))
    let range = try require(gtk_widget_get_first_child(bar))
    gtk_widget_add_css_class(range, "dragging")
    let before = fixture.picture
    let value = gtk_adjustment_get_value(adjustment)
    for round in 0..<6 {
      insertAndDeleteAbove(round)
      fixture.settle()
      expect(fixture.picture, equals: before)
      expect(gtk_adjustment_get_value(adjustment), equals: value)
    }
    // It is dragged on, by as much as the pointer moves.
    fixture.expectMove(by: -90) { fixture.move(by: 90) }
    gtk_widget_remove_css_class(range, "dragging")
  }
}
