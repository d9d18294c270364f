import CGtk
import FeedViewerSearch
import GtkInterop

/// Measures the frames of a list that is scrolled: while nothing else is done, while the texts of all entries are folded
/// for a search, and while they are searched. Prints for each the 99th percentile of the main thread's milliseconds of
/// processor time.
final class ScrollMeasurement {
  private enum Load: String, CaseIterable {
    case nothing, folding, searching
  }

  private static let frameCount = 400
  /// Frames at the beginning of a load that are not counted.
  private static let skippedFrameCount = 20
  /// In logical pixels.
  private static let step = 120.0

  private let window: ViewerWindow
  private let finished: () -> Void
  private let clock: OpaquePointer
  private var loads = Load.allCases[...]
  private var times: [Double] = []
  private var frames: FrameCosts?
  private var work: Task<Void, Never>?

  /// - Parameters:
  ///   - window: It shows many rows. Its search index is not usable afterwards.
  ///   - clock: The window's frame clock.
  ///   - finished: Called after the last frame.
  init(window: ViewerWindow, clock: OpaquePointer, finished: @escaping () -> Void) {
    self.window = window
    self.clock = clock
    self.finished = finished
    frames = FrameCosts(
      of: clock, update: { [weak self] in self?.scroll() }, painted: { [weak self] in self?.painted($0) })
    gdk_frame_clock_begin_updating(clock)
    begin()
  }

  private func begin() {
    times = []
    guard let load = loads.first else {
      gdk_frame_clock_end_updating(clock)
      return finished()
    }
    guard load != .nothing else { return }
    let rows = window.library.sections.flatMap(\.rows)
    work = Task {
      var index = SearchIndex()
      var version = 0
      while !Task.isCancelled {
        if load == .folding { index = SearchIndex() }
        version += 1
        let query = SearchQuery(load == .folding ? "zqx" : ["e", "the", "zqx"][version % 3])
        _ = await index.search(query, in: rows, version: 0)
      }
    }
  }

  private func scroll() {
    guard let adjustment = gtk_scrollable_get_vadjustment(window.list.widget.pointer.opaque) else { return }
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + Self.step)
  }

  private func painted(_ cost: Double) {
    guard let load = loads.first else { return }
    times.append(cost)
    guard times.count == Self.frameCount + Self.skippedFrameCount else { return }
    let sorted = times.dropFirst(Self.skippedFrameCount).sorted()
    StandardOutput.write("scroll_p99_\(load.rawValue) \(sorted[sorted.count * 99 / 100])")
    work?.cancel()
    loads.removeFirst()
    begin()
  }
}
