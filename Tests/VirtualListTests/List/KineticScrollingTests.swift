import Expectations
import TestRuns
import Testing
import WidgetTesting

@testable import VirtualList

/// GTK's own deceleration over rows that are measured on the way.
@Suite(.serialized, .needsDisplay)
struct KineticScrollingTests {
  /// Pixels a second at the start; GTK's friction of 4 makes a quarter of that the whole way.
  private static let velocity = 3_000.0

  /// With edits above the viewport, and rows that are measured when the loop is idle, and without.
  @Test(
    arguments: TestRun.isFull
      ? [(-1.0, false), (1, false), (-1, true), (1, true)] : [(-1.0, false), (1, true)])
  func flingOverUnmeasuredRowsFollowsGTKsKineticCurve(direction: Double, isEdited: Bool) throws {
    let fixture = ListFixture([ListFixture.rows(0..<4_000)])
    defer { fixture.close() }
    if !isEdited { fixture.list.idle.stop() }
    fixture.show(.row(0, 2_000))
    let recorder = try MotionRecorder(fixture)
    let start = recorder.value
    try require(Fling(fixture.scroller)).start(velocity: direction * Self.velocity)
    // Two pixels of the way are left then.
    let deadline = ContinuousClock.now + .seconds(1.5)
    var round = 0
    while ContinuousClock.now < deadline {
      Display.run(seconds: 0.03)
      if isEdited { fixture.editAbove(round: round) }
      round += 1
    }
    fixture.settle()
    let (travel, expected) = (recorder.value - start, direction * Self.velocity / 4)
    expect(abs(travel - expected) < 30, "\(travel) of \(expected)")
    expect(recorder.expectExactMotion(direction: direction) > 5)
  }
}
