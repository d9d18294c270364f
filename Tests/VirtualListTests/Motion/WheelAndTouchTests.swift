import CGtk
import Expectations
import TestRuns
import Testing
import WidgetTesting

@testable import VirtualList

/// Wheel and touchpad steps and touch drags, as GtkScrolledWindow receives them, while rows are inserted and removed and
/// heights are measured.
@Suite("Wheel and touch", .serialized, .needsDisplay)
struct WheelAndTouchTests {
  /// `InputDeviceTests` go in the other one.
  private nonisolated static let directions = TestRun.isFull ? [1.0, -1] : [-1.0]

  private let fixture = ListFixture([ListFixture.rows(0..<3_000)])
  private let recorder: MotionRecorder

  init() throws {
    fixture.list.idle.stop()
    fixture.show(.row(0, 1_500))
    recorder = try MotionRecorder(fixture)
  }

  /// Sends steps to the scrolled window, with changes outside the viewport between them.
  ///
  /// - Parameter steps: In steps of a wheel.
  /// - Returns: The expected distance, in logical pixels.
  private func send(_ steps: [Double], to input: ScrolledWindowInput) -> Double {
    let start = recorder.value
    var asked = 0.0
    for (number, step) in steps.enumerated() {
      input.emit("scroll", 0, step)
      asked += step * ScrolledWindowInput.wheelStep(of: fixture.scroller)
      // All steps are in one frame.
      if !number.isMultiple(of: 3) { recorder.changeWhatIsNotSeen() }
      if !number.isMultiple(of: 5) { recorder.waitForFrame() }
      expect(abs(recorder.value - start - asked) < 1e-6, "Step \(number)")
    }
    return asked
  }

  @Test(arguments: [1.0, -1])
  func wheelStepsMoveTheContentExactly(direction: Double) throws {
    defer { fixture.close() }
    let wheel = try require(ScrolledWindowInput(.wheel, of: fixture.scroller))
    let start = recorder.value
    let asked = send([1, 1, 1, 2, 1, 1, 1, 1, 3, 1, 1, 1].map { $0 * direction }, to: wheel)
    fixture.settle()
    expect(abs(asked) > 1_000)
    expect(abs(recorder.value - start - asked) < 1e-6)
    expect(recorder.expectExactMotion(direction: direction) > 5)
  }

  /// Fractions of a step, in both directions, and the momentum that follows.
  @Test(arguments: directions)
  func touchpadDeltasAndMomentumMoveTheContentExactly(direction: Double) throws {
    defer { fixture.close() }
    let touchpad = try require(ScrolledWindowInput(.touchpad, of: fixture.scroller))
    // GtkScrolledWindow handles the hold event itself, since no child does.
    let afterChildren = try require(ScrolledWindowInput(.wheel, of: fixture.scroller))
    let start = recorder.value
    for input in [touchpad, afterChildren] { input.emit("scroll-begin") }
    let steps = (1...40).map { Double($0 % 9) * 0.0731 + 0.004 }
    var asked = send(steps.map { $0 * direction }, to: touchpad)
    asked += send([-0.4, 0.013, -0.21].map { $0 * direction }, to: touchpad)
    for input in [touchpad, afterChildren] { input.emit("scroll-end") }
    expect(abs(recorder.value - start - asked) < 1e-6)
    expect(recorder.expectExactMotion(direction: 0) > 20)
    let momentum = try MotionRecorder(fixture)
    let speed = 2_500.0
    touchpad.emit("decelerate", 0, direction * speed / ScrolledWindowInput.wheelStep(of: fixture.scroller))
    momentum.changeWhatIsNotSeenUntilRest()
    // GTK's friction of 4 makes a quarter of the velocity the whole way.
    let travel = recorder.value - start - asked
    expect(abs(travel - direction * speed / 4) < 30, "\(travel) px")
    expect(momentum.expectExactMotion(direction: direction) > 5)
  }

  @Test(arguments: directions)
  func touchDragMovesTheContent(direction: Double) throws {
    defer { fixture.close() }
    let finger = try require(ScrolledWindowInput(.touch, of: fixture.scroller))
    let swipe = try require(ScrolledWindowInput(.swipe, of: fixture.scroller))
    let start = recorder.value
    finger.emit("drag-begin", 100, 300)
    var offset = 0.0
    for number in 0..<30 {
      offset -= direction * (number % 3 == 0 ? 17.25 : 9.5)
      finger.emit("drag-update", 0, offset)
      recorder.changeWhatIsNotSeen()
      if !number.isMultiple(of: 4) { recorder.waitForFrame() }
      expect(recorder.value - start, equals: -offset)
    }
    // Held still, while rows are inserted and removed.
    for _ in 0..<10 {
      Display.run(seconds: 0.05)
      recorder.changeWhatIsNotSeen()
      expect(recorder.value - start, equals: -offset)
    }
    offset -= direction * 6.75
    finger.emit("drag-update", 0, offset)
    expect(recorder.value - start, equals: -offset)
    swipe.emit("swipe", 0, -direction * 2_000)
    recorder.changeWhatIsNotSeenUntilRest()
    let travel = recorder.value - start + offset
    expect(abs(travel - direction * 500) < 25, "\(travel) px")
    expect(recorder.expectExactMotion(direction: direction) > 25)
  }
}
