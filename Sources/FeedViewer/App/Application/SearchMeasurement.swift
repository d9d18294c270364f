import CGtk
import GtkInterop

/// Searches an archive of which only those entries are read that the list shows, for `Benchmarks size`. The search is ended as
/// soon as something was found, and begun again. Prints the time until the first entries that were found are painted, from the
/// end of the search to the frame with all rows, the time until all is found, the longest turn of the main loop meanwhile by
/// processor time, and the number of entries that were found. The window stays open, so that its memory can be measured.
final class SearchMeasurement {
  private enum Phase {
    case waiting
    case searching(since: ContinuousClock.Instant)
    case ending(since: ContinuousClock.Instant)
    case searchingAgain(since: ContinuousClock.Instant)
  }

  private let window: ViewerWindow
  private let text: String
  private var phase = Phase.waiting
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
    guard case .waiting = phase else {
      longestTurn = max(longestTurn, now - lastTurn)
      lastTurn = now
      return .again
    }
    guard window.hasRowsOnScreen, window.library.awaitsEntries, !window.library.isLoading,
      !window.library.sections.contains(where: \.isCountGuessed), window.list.isPrecacheFinished
    else { return .again }
    lastTurn = now
    phase = .searching(since: .now)
    search()
    return .again
  }

  private func search() {
    window.beginSearch()
    window.searchBar.field.text = text
  }

  private func painted() {
    switch phase {
    case .waiting: break
    case .searching(let start):
      guard window.entries.isArranged, window.search.foundCount ?? 0 > 0, !window.list.visibleRows.isEmpty
      else { return }
      report("search_first_ms", since: start)
      phase = .ending(since: .now)
      window.searchBar.field.close()
    case .ending(let start):
      guard !window.entries.isArranged, !window.entries.isArranging, !window.list.visibleRows.isEmpty else {
        return
      }
      report("search_end_ms", since: start)
      phase = .searchingAgain(since: .now)
      search()
    case .searchingAgain(let start):
      guard let count = window.search.foundCount, window.entries.isArranged, !window.search.isBusy,
        !window.entries.isArranging
      else { return }
      report("search_all_ms", since: start)
      StandardOutput.write("search_turn_ms \(longestTurn)")
      (frames, timer) = (nil, nil)
      StandardOutput.write("search_found \(count)")
    }
  }

  private func report(_ name: String, since start: ContinuousClock.Instant) {
    StandardOutput.write("\(name) \((ContinuousClock.now - start) / .milliseconds(1))")
  }
}
