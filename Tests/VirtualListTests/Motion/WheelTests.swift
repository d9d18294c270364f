import CGtk
import Expectations
import Testing
import WidgetTesting

@testable import VirtualList

/// Steps of a wheel, as GtkScrolledWindow receives them, while rows are inserted and removed and heights are measured.
@Suite("Wheel", .serialized, .needsDisplay)
struct WheelTests {
  private let fixture = ListFixture([ListFixture.rows(0..<3_000)])
  private let recorder: MotionRecorder

  init() throws {
    fixture.list.idle.stop()
    fixture.show(.row(0, 1_500))
    recorder = try MotionRecorder(fixture)
  }

  @Test(arguments: [1.0, -1])
  func wheelStepsMoveTheContentExactly(direction: Double) throws {
    defer { fixture.close() }
    let wheel = try require(ScrolledWindowInput(.wheel, of: fixture.scroller))
    let start = recorder.value
    var asked = 0.0
    for (number, steps) in [1, 1, 1, 2, 1, 1, 1, 1, 3, 1, 1, 1].enumerated() {
      let step = direction * Double(steps)
      wheel.emit("scroll", 0, step)
      asked += step * ScrolledWindowInput.wheelStep(of: fixture.scroller)
      // Some steps are in one frame.
      if !number.isMultiple(of: 3) { recorder.changeWhatIsNotSeen() }
      if !number.isMultiple(of: 5) { recorder.waitForFrame() }
      expect(abs(recorder.value - start - asked) < 1e-6, "Step \(number)")
    }
    fixture.settle()
    expect(abs(asked) > 1_000)
    expect(abs(recorder.value - start - asked) < 1e-6)
    expect(recorder.expectExactMotion(direction: direction) > 5)
  }
}
