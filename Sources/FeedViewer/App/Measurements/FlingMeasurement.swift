import CGtk
import GtkInterop
import LayoutCore

/// Measures a fling through an archive, for `Benchmarks size`. Prints the frames that showed no row, the rows that were shown,
/// those of them whose entries were not read yet, and the 99th percentile of the main thread's milliseconds of processor time.
/// Then drags the thumb: prints the median and the longest time until a place far away shows all of its rows.
final class FlingMeasurement {
  private enum Phase {
    case waitingForRows
    case flinging
    case dragging(since: ContinuousClock.Instant)
  }

  private static let frameCount = 200
  /// Frames at the beginning of a fling that are not counted: no fling starts at its full speed.
  private static let skippedFrameCount = 5
  /// In logical pixels.
  private static let step = 4_000.0
  private static let dragCount = 20

  private let window: ViewerWindow
  private let clock: OpaquePointer
  private let finished: () -> Void
  private var phase = Phase.waitingForRows
  private var frames: FrameCosts?
  private var timer: TimeoutSource?
  private var times: [Double] = []
  private var (shown, notReady, blankFrames) = (0, 0, 0)
  private var rests: [Double] = []

  /// - Parameters:
  ///   - window: Its file is loading.
  ///   - clock: The window's frame clock.
  ///   - finished: Called after the last frame.
  init(window: ViewerWindow, clock: OpaquePointer, finished: @escaping () -> Void) {
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
    // Before all entries are counted, those in the middle of a large file can't be read.
    case .waitingForRows
    where window.hasRowsOnScreen && window.library.awaitsEntries && !window.library.isLoading:
      begin()
    default: break
    }
    return .again
  }

  private var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
    gtk_scrollable_get_vadjustment(window.list.widget.pointer.opaque)
  }

  private func begin() {
    phase = .flinging
    if let last = window.library.sections.indices.last {
      let row = window.library.sections[last].rows.count / 4 * 3
      window.list.scroll(to: .row(RowIndexPath(section: last, row: row)), alignment: .top)
    }
    gdk_frame_clock_begin_updating(clock)
  }

  private func scroll() {
    guard let adjustment else { return }
    switch phase {
    case .flinging:
      gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + Self.step)
    default: break
    }
  }

  private func painted(_ cost: Double) {
    switch phase {
    case .flinging: countRows(cost)
    case .dragging(let start):
      let rows = window.list.visibleRows
      guard !rows.isEmpty, rows.allSatisfy({ window.entries.row(at: $0) != nil }) else { return }
      rests.append((ContinuousClock.now - start) / .milliseconds(1))
      drag()
    default: break
    }
  }

  private func countRows(_ cost: Double) {
    times.append(cost)
    if times.count > Self.skippedFrameCount {
      let rows = window.list.visibleRows
      shown += rows.count
      notReady += rows.count { window.entries.row(at: $0) == nil }
      if rows.isEmpty { blankFrames += 1 }
    }
    guard times.count == Self.frameCount else { return }
    let sorted = times.sorted()
    report("fling_rows", Double(shown))
    report("fling_rows_not_ready", Double(notReady))
    report("fling_frames_blank", Double(blankFrames))
    report("fling_p99_ms", sorted[sorted.count * 99 / 100])
    drag()
  }

  /// Moves the thumb far away, as one that drags it and rests.
  private func drag() {
    guard rests.count < Self.dragCount, let adjustment else {
      report("drag_longest_ms", rests.max() ?? .infinity)
      report("drag_median_ms", rests.sorted()[rests.count / 2])
      gdk_frame_clock_end_updating(clock)
      timer = nil
      return finished()
    }
    let (lower, upper) = (gtk_adjustment_get_lower(adjustment), gtk_adjustment_get_upper(adjustment))
    let fraction = Double(rests.count * 7 % Self.dragCount) / Double(Self.dragCount)
    phase = .dragging(since: .now)
    gtk_adjustment_set_value(adjustment, lower + (upper - lower) * fraction)
  }

  private func report(_ name: String, _ value: Double) { StandardOutput.write("\(name) \(value)") }
}
