import CGtk
import GtkInterop

/// Searches an archive of which only those entries are read that the list shows, for `Benchmarks size`. Prints the time until
/// the first entries that were found are painted, the time until all of them are, the longest turn of the main loop meanwhile
/// by processor time, and their number. The window stays open, so that its memory can be measured.
final class SearchMeasurement {
  private let window: ViewerWindow
  private let text: String
  private var start: ContinuousClock.Instant?
  private var hasFirst = false
  private var timer: TimeoutSource?
  private var frames: FrameCosts?
  private var lastTurn = 0.0
  private var longestTurn = 0.0

  /// - Parameters:
  ///   - window: Its file is loading.
  ///   - clock: The window's frame clock.
  ///   - text: What is searched for.
  init(window: ViewerWindow, clock: OpaquePointer, text: String) {
    self.window = window
    self.text = text
    frames = FrameCosts(of: clock, update: {}, painted: { [weak self] _ in self?.painted() })
    timer = TimeoutSource(milliseconds: 5) { [weak self] in self?.proceed() ?? .done }
  }

  private func proceed() -> IdleSource.Next {
    let now = FrameCosts.processorTime
    if start != nil { longestTurn = max(longestTurn, now - lastTurn) }
    lastTurn = now
    guard start == nil else { return .again }
    guard window.hasRowsOnScreen, window.library.awaitsEntries, !window.library.isLoading,
      !window.library.sections.contains(where: \.isCountGuessed), window.list.isPrecacheFinished
    else { return .again }
    window.beginSearch()
    window.searchBar.field.text = text
    start = .now
    return .again
  }

  private func painted() {
    guard let start, window.entries.isArranged, let count = window.search.foundCount else { return }
    let time = (ContinuousClock.now - start) / .milliseconds(1)
    if !hasFirst, count > 0, !window.list.visibleRows.isEmpty {
      hasFirst = true
      report("search_first_ms", time)
    }
    guard !window.search.isBusy, !window.entries.isArranging else { return }
    report("search_all_ms", time)
    report("search_turn_ms", longestTurn)
    frames = nil
    timer = nil
    report("search_found", Double(count))
  }

  private func report(_ name: String, _ value: Double) { StandardOutput.write("\(name) \(value)") }
}
