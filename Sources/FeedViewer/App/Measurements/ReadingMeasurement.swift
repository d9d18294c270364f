import CGtk
import GtkInterop
import LayoutCore

/// Measures an archive, for `Benchmarks size`: the time from a jump to its end to the frame that shows its last entries, the longest
/// pause of the main thread until all entries have rows, and frames of scrolling while all of it is read for another order and
/// after that, by processor time of the main thread and by the clock. Prints a line for each.
///
/// Scrolling starts before the archive is read: the first frames draw most glyphs for the first time.
final class ReadingMeasurement {
  private enum Phase {
    case waitingForRows
    case jumping(since: ContinuousClock.Instant)
    case warmingUp
    case scrollingWhileReading
    case waitingForRest
    case scrollingAtRest
  }

  private static let warmingCount = 150
  private static let frameCount = 300
  /// In logical pixels, towards the beginning.
  private static let step = 120.0

  private let window: ViewerWindow
  private let clock: OpaquePointer
  private let finished: () -> Void
  private let endsAfterJump: Bool
  /// When there were rows.
  private var firstRows: ContinuousClock.Instant?
  private var phase = Phase.waitingForRows
  private var frames: FrameCosts?
  private var times: [Double] = []
  private var durations: [Double] = []
  private var timer: TimeoutSource?
  /// The main thread's processor time when the timer fired last, and the most between two times.
  private var lastTurn = 0.0
  private var longestPause = 0.0

  /// - Parameters:
  ///   - window: Its file is loading.
  ///   - clock: The window's frame clock.
  ///   - endsAfterJump: Whether nothing is measured after the jump.
  ///   - finished: Called after the last frame.
  init(
    window: ViewerWindow, clock: OpaquePointer, endsAfterJump: Bool = false, finished: @escaping () -> Void
  ) {
    self.endsAfterJump = endsAfterJump
    self.window = window
    self.clock = clock
    self.finished = finished
    frames = FrameCosts(
      of: clock, update: { [weak self] in self?.scroll() }, painted: { [weak self] in self?.painted($0) })
    timer = TimeoutSource(milliseconds: 5) { [weak self] in self?.proceed() ?? .done }
  }

  /// Goes on when what is waited for has come.
  private func proceed() -> IdleSource.Next {
    switch phase {
    case .waitingForRows:
      guard window.hasRowsOnScreen else { break }
      firstRows = firstRows ?? .now
      let now = FrameCosts.processorTime
      if lastTurn > 0 { longestPause = max(longestPause, now - lastTurn) }
      lastTurn = now
      guard window.library.awaitsEntries else { break }
      report("pause_ms", longestPause)
      jump()
    case .waitingForRest where !window.entries.isArranged && !window.entries.isBusy:
      begin(.scrollingAtRest)
    default: break
    }
    return .again
  }

  private var lastRow: RowIndexPath? {
    window.library.sections.indices.last.map {
      RowIndexPath(section: $0, row: window.library.sections[$0].rows.count - 1)
    }
  }

  private func jump() {
    guard let lastRow else { return }
    phase = .jumping(since: .now)
    window.list.select(lastRow)
    window.list.scroll(to: .row(lastRow), alignment: .bottom)
  }

  private func begin(_ new: Phase) {
    phase = new
    (times, durations) = ([], [])
    gdk_frame_clock_begin_updating(clock)
  }

  private func scroll() {
    switch phase {
    case .warmingUp, .scrollingWhileReading, .scrollingAtRest: break
    default: return
    }
    guard let adjustment = gtk_scrollable_get_vadjustment(window.list.widget.pointer.opaque) else { return }
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) - Self.step)
  }

  private func painted(_ cost: Double) {
    switch phase {
    case .jumping(let start):
      let rows = window.list.visibleRows
      guard rows.last == lastRow, rows.allSatisfy({ window.entries.row(at: $0) != nil }) else { return }
      report("end_ms", (ContinuousClock.now - start) / .milliseconds(1))
      if endsAfterJump {
        if let firstRows {
          report("end_since_first_rows_ms", (ContinuousClock.now - firstRows) / .milliseconds(1))
        }
        timer = nil
        phase = .waitingForRest
        return finished()
      }
      begin(.warmingUp)
    case .warmingUp:
      times.append(cost)
      guard times.count == Self.warmingCount else { return }
      gdk_frame_clock_end_updating(clock)
      begin(.scrollingWhileReading)
    case .scrollingWhileReading where !window.entries.isBusy:
      // The other order is shown: all is read again for the next one.
      show(window.entries.isArranged ? .file : .title)
    case .scrollingWhileReading, .scrollingAtRest: add(cost)
    default: break
    }
  }

  private func show(_ order: Arrangement.Order) {
    Action.setState(order.rawValue, of: "order", in: window.pointer)
  }

  private func add(_ cost: Double) {
    times.append(cost)
    durations.append(frames?.lastDuration ?? 0)
    guard times.count == Self.frameCount else { return }
    gdk_frame_clock_end_updating(clock)
    let sorted = times.sorted()
    let isAtRest = if case .scrollingAtRest = phase { true } else { false }
    let name = isAtRest ? "rest" : "reading"
    report("frame_median_\(name)_ms", sorted[sorted.count / 2])
    report("frame_p99_\(name)_ms", sorted[sorted.count * 99 / 100])
    report("frame_duration_p99_\(name)_ms", durations.sorted()[durations.count * 99 / 100])
    phase = .waitingForRest
    show(.file)
    if isAtRest {
      timer = nil
      finished()
    }
  }

  private func report(_ name: String, _ value: Double) { StandardOutput.write("\(name) \(value)") }
}
