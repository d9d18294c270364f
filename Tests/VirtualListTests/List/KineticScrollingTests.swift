import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import VirtualList
@testable import PangoText

/// GTK's own deceleration over rows that are measured on the way.
@Suite(.serialized, .needsDisplay)
struct KineticScrollingTests {
  /// Pixels a second at the start; GTK's friction of 4 makes a quarter of that the whole way.
  private static let velocity = 3_000.0

  @Test(arguments: [-1.0, 1.0])
  func flingOverUnmeasuredRowsFollowsGTKsKineticCurve(direction: Double) throws {
    let fixture = ListFixture([ListFixture.rows(0..<4_000)])
    defer { fixture.close() }
    fixture.list.idle.stop()
    fixture.show(.row(0, 2_000))
    let adjustment = try require(fixture.list.verticalAdjustment)
    let fling = try require(Fling(fixture.scroller))
    var value = gtk_adjustment_get_value(adjustment)
    var picture = fixture.picture
    var travel = 0
    fling.start(velocity: direction * Self.velocity)
    let deadline = ContinuousClock.now + .seconds(2.5)
    while ContinuousClock.now < deadline {
      Display.run(seconds: 0.02)
      let newValue = gtk_adjustment_get_value(adjustment)
      // Only what has been laid out can be compared; a value that was set after that comes with the next frame.
      guard let top = fixture.list.scrollState.anchor?.offset(in: fixture.list.geometry),
        top == fixture.list.contentOffset
      else { continue }
      let newPicture = fixture.picture
      let common = Set(picture.keys).intersection(newPicture.keys)
      expect(!common.isEmpty)
      let asked = Int(newValue.rounded()) - Int(value.rounded())
      for key in common { expect(picture[key]! - newPicture[key]!, equals: asked, "\(key)") }
      travel += asked
      value = newValue
      picture = newPicture
    }
    let expected = direction * Self.velocity / 4
    expect(abs(Double(travel) - expected) < 30, "\(travel) of \(expected)")
  }
}
