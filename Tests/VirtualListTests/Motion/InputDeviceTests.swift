import CGtk
import Expectations
import Glibc
import GtkInterop
import LayoutCore
import TestRuns
import Testing
import WidgetTesting

@testable import VirtualList

/// A finger on a touch screen and two on a touchpad, as the X server reports them.
@Suite("Input devices", .serialized, .needsInputDevices)
struct InputDeviceTests {
  private nonisolated static let directions = TestRun.isFull ? [1.0, -1] : [1.0]

  private let server: InputTestServer
  /// Large enough that the touchpad's pointer is over it.
  private let fixture = ListFixture([ListFixture.rows(0..<3_000)], width: 1_000, height: 800, isShown: false)
  private let recorder: MotionRecorder

  init() throws {
    server = try require(InputTestServer.shared)
    gtk_window_set_display(fixture.window.cast(), server.display)
    gtk_window_present(fixture.window.cast())
    fixture.settle()
    fixture.list.idle.stop()
    fixture.show(.row(0, 1_500))
    recorder = try MotionRecorder(fixture)
  }

  /// Waits until the list has moved by so much since `start`; the touch screen resolves 1/64 of a pixel.
  private func hasMoved(_ distance: Double, since start: Double) -> Bool {
    Display.settle { abs(recorder.value - start - distance) < 1.0 / 32 }
  }

  @Test func tapActivatesTheRow() throws {
    defer { fixture.close() }
    let row = try require(fixture.list.row(atY: 300))
    server.touch(.began, x: 300, y: 300)
    Display.run(seconds: 0.05)
    server.touch(.ended, x: 300, y: 300)
    expect(Display.settle { fixture.activated == [row] })
    expect(fixture.list.selectedRow, equals: row)
  }

  @Test(arguments: directions)
  func touchDragMovesTheContent(direction: Double) throws {
    defer { fixture.close() }
    let start = recorder.value
    var finger = 400 + direction * 250
    let first = finger
    server.touch(.began, x: 300, y: finger)
    Display.run(seconds: 0.03)
    for _ in 0..<20 {
      finger -= direction * 13
      server.touch(.moved, x: 300, y: finger)
      recorder.changeWhatIsNotSeen()
      expect(hasMoved(first - finger, since: start))
      recorder.waitForFrame()
    }
    // Held still, while rows are inserted and removed.
    let resting = recorder.value
    for _ in 0..<10 {
      Display.run(seconds: 0.05)
      recorder.changeWhatIsNotSeen()
    }
    expect(recorder.value, equals: resting)
    // As fast as a device sends them, however busy the machine is.
    for _ in 0..<12 {
      finger -= direction * 16
      server.touch(.moved, x: 300, y: finger)
      usleep(8_000)
    }
    server.touch(.ended, x: 300, y: finger)
    recorder.changeWhatIsNotSeenUntilRest()
    let momentum = (recorder.value - start - (first - finger)) * direction
    expect(momentum > 50, "The list does not go on by itself: \(momentum) px.")
    expect(recorder.expectExactMotion(direction: direction) >= 20)
    expect(fixture.activated.isEmpty && fixture.list.selection.rows.isEmpty)
  }

  @Test func touchFlingEndsAtTheTopOverUnmeasuredRows() throws {
    defer { fixture.close() }
    fixture.show(.row(0, 10))
    var tops = 0
    let connection = Signal.connect(fixture.scroller, "edge-reached") { arguments in
      if arguments.enumeration(0) == GTK_POS_TOP.rawValue { tops += 1 }
      return .unhandled
    }
    defer { Signal.disconnect(fixture.scroller, connection) }
    var finger = 120.0
    server.touch(.began, x: 300, y: finger)
    for _ in 0..<12 {
      finger += 40
      server.touch(.moved, x: 300, y: finger)
      usleep(8_000)
    }
    server.touch(.ended, x: 300, y: finger)
    expect(fixture.comesToRest(), "The motion does not end.")
    expect(fixture.list.contentOffset, equals: 0)
    expect(tops, equals: 1)
  }

  @Test(arguments: directions)
  func touchpadScrollsByItsDeltasAndMomentum(direction: Double) throws {
    defer { fixture.close() }
    // The device reports positions, not steps: the first ones set where the motion begins.
    server.scrollTouchpad(2, by: 0.01, pause: 0.1)
    let start = recorder.value
    let step = ScrolledWindowInput.wheelStep(of: fixture.scroller)
    var asked = 0.0
    for number in 0..<25 {
      let part = direction * (0.15 + Double(number % 5) * 0.037)
      server.scrollTouchpad(part)
      asked += part * step
      recorder.changeWhatIsNotSeen()
      expect(Display.settle { abs(recorder.value - start - asked) < 1e-6 }, "Step \(number)")
      recorder.waitForFrame()
    }
    // GTK drops events older than 150 ms: a machine that is busy for so long has to begin again.
    var momentum = 0.0
    for _ in 0..<8 where momentum < 50 {
      for _ in 0..<12 {
        server.scrollTouchpad(direction * 0.2)
        asked += direction * 0.2 * step
        expect(Display.settle { abs(recorder.value - start - asked) < 1e-6 })
      }
      server.scrollTouchpad(0)
      recorder.changeWhatIsNotSeenUntilRest()
      momentum = (recorder.value - start - asked) * direction
      asked += momentum * direction
    }
    expect(momentum > 50, "The list does not go on by itself: \(momentum) px.")
    expect(recorder.expectExactMotion(direction: direction) >= 25)
  }

  /// The rows that are highlighted because the pointer is on them.
  private var highlighted: [ListElement] {
    fixture.list.pool.boundElements.filter { element in
      fixture.list.pool.view(of: element)?.isHighlighted ?? false
    }
  }

  /// Waits for the motion, and not only for a highlight: a row may have one since the window came under the pointer, and a motion
  /// that arrived after the rows were scrolled would rightly highlight one again.
  private func movePointer() {
    let before = fixture.list.rowHighlight.pointer
    server.movePointer(x: 3)
    expect(Display.settle { fixture.list.rowHighlight.pointer != before && highlighted.count == 1 })
  }

  @Test(arguments: directions)
  func theHighlightGoesWhenRowsAreScrolledUnderAPointerThatRests(direction: Double) throws {
    defer { fixture.close() }
    // The device reports positions, not steps: the first ones set where the motion begins.
    server.scrollTouchpad(2, by: 0.01, pause: 0.1)
    for _ in 0..<3 {
      movePointer()
      let start = recorder.value
      server.scrollTouchpad(direction * 2)
      expect(Display.settle { recorder.value != start && highlighted.isEmpty })
      Display.run(seconds: 0.1)
      expect(highlighted.isEmpty)
    }
    // By key or program, too.
    movePointer()
    fixture.list.scroll(to: .row(0, 40), alignment: .top)
    expect(Display.settle { highlighted.isEmpty })
  }
}
