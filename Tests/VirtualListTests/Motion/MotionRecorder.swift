import CGtk
import Expectations
import GtkInterop
import Testing

@testable import VirtualList

/// Records what each painted frame shows of a scrolling list, while edits and measurements change what is above and
/// below the viewport.
final class MotionRecorder {
  private struct Frame {
    /// The viewport's position according to the scroll bar, in logical pixels.
    let value: Double
    let picture: [String: Int]
  }

  private let fixture: ListFixture
  private let clock: OpaquePointer
  private var connection: gulong = 0
  private var frames: [Frame] = []
  private var round = 0

  init(_ fixture: ListFixture) throws {
    self.fixture = fixture
    clock = try require(gtk_widget_get_frame_clock(fixture.window))
    connection = Signal.connect(clock, "after-paint") { [weak self] in self?.record() }
    record()
  }

  /// The viewport's position according to the scroll bar; recentring the origin at rest does not count.
  var value: Double {
    guard let adjustment = fixture.list.verticalAdjustment else { return 0 }
    return gtk_adjustment_get_value(adjustment) - Double(fixture.list.valueShift)
      / fixture.list.scrollState.origin.scale
  }

  private func record() {
    let list = fixture.list
    // A value that was set after the layout comes with the next frame.
    guard list.scrollState.anchor?.offset(in: list.geometry) == list.contentOffset else { return }
    frames.append(Frame(value: value, picture: fixture.picture))
  }

  /// Waits for the next frame that shows the list at the scroll bar's position, however long a busy machine takes.
  func waitForFrame() {
    let count = frames.count
    gtk_widget_queue_draw(fixture.list.widget.pointer)
    expect(Display.settle { frames.count > count })
  }

  /// Inserts, deletes and grows rows far above the viewport, and measures heights above and below it.
  func changeWhatIsNotSeen() {
    fixture.editAbove(round: round)
    let state = fixture.list.idleState
    if let first = state.firstVisibleElement, let last = state.lastVisibleElement(in: fixture.list.geometry),
      case .row(let top) = first, case .row(let bottom) = last
    {
      for step in 3...5 {
        fixture.list.measureAhead(.row(0, top.row - step - 3 * round % 300))
        fixture.list.measureAhead(.row(0, bottom.row + step + 3 * round % 300))
      }
      fixture.list.commitMeasuredAhead()
    }
    round += 1
  }

  /// Does the same repeatedly, for longer than a motion takes to come to rest.
  func changeWhatIsNotSeenUntilRest() {
    // From v pixels a second GTK's friction of 4 leaves 0.1 after ln(10 v) / 4 seconds.
    let end = ContinuousClock.now + .seconds(3)
    var (last, restingRounds) = (value, 0)
    while ContinuousClock.now < end, restingRounds < 4 {
      Display.run(seconds: 0.05)
      changeWhatIsNotSeen()
      restingRounds = value == last ? restingRounds + 1 : 0
      last = value
    }
    expect(fixture.comesToRest())
  }

  /// Ends the recording. Between any two frames every row must have moved by exactly as many pixels as the scroll bar
  /// does.
  ///
  /// - Parameter direction: 1 if the content may only go forward, -1 if only back, 0 for both.
  /// - Returns: The number of frames that were compared.
  @discardableResult
  func expectExactMotion(direction: Double, sourceLocation: SourceLocation = #_sourceLocation) -> Int {
    Signal.disconnect(clock, connection)
    var compared = 0
    for (one, next) in zip(frames, frames.dropFirst()) {
      let asked = Int(next.value.rounded()) - Int(one.value.rounded())
      expect(Double(asked) * direction >= 0, sourceLocation: sourceLocation)
      let common = Set(one.picture.keys).intersection(next.picture.keys)
      expect(!common.isEmpty || abs(asked) >= fixture.list.pageHeight, sourceLocation: sourceLocation)
      for key in common {
        expect(
          one.picture[key]! - next.picture[key]!, equals: asked, "\(key)", sourceLocation: sourceLocation)
      }
      if asked != 0 { compared += 1 }
    }
    return compared
  }
}

extension ListFixture {
  /// Inserts, deletes and grows rows far above the viewport.
  func editAbove(round: Int) {
    insert(Self.rows(10_000 + 3 * round..<10_003 + 3 * round), at: 5)
    delete(2..<3)
    change(40) { $0.preview = String(repeating: "word ", count: round % 7 * 20) }
  }
}
