import CGtk
import GtkInterop

/// What a reader does with an archive of which only those entries are read that the list shows, for `Benchmarks size`.
///
/// Prints for each step the time from its beginning to the frame that shows its result, in the end the longest turn of the main
/// loop meanwhile, by processor time, and a last number. The window stays open, so that its memory can be measured.
final class ArchiveMeasurement {
  private struct Step {
    let name: String
    let begin: () -> Void
    /// Whether its result is about to be painted.
    let isDone: () -> Bool
  }

  private let window: ViewerWindow
  private let name: String
  private let steps: [Step]
  private let lastNumber: () -> Int
  /// The step that goes on; nil until the window is at rest.
  private var step: Int?
  private var begun = ContinuousClock.now
  private var timer: TimeoutSource?
  private var frames: FrameCosts?
  private var lastTurn = 0.0
  private var longestTurn = 0.0

  /// - Parameters:
  ///   - window: Its file is loading.
  ///   - clock: The window's frame clock.
  ///   - name: What the names of figures begin with.
  ///   - lastNumber: The number that is printed in the end.
  private init(
    _ window: ViewerWindow, clock: OpaquePointer, name: String, _ steps: [Step],
    lastNumber: @escaping () -> Int
  ) {
    (self.window, self.name, self.steps, self.lastNumber) = (window, name, steps, lastNumber)
    frames = FrameCosts(of: clock, update: {}, painted: { [weak self] _ in self?.painted() })
    timer = TimeoutSource(milliseconds: 5) { [weak self] in self?.proceed() ?? .done }
  }

  /// Searches. The search is ended as soon as something was found, and begun again.
  ///
  /// - Parameter text: What is searched for.
  static func search(_ text: String, in window: ViewerWindow, clock: OpaquePointer) -> ArchiveMeasurement {
    let entries = window.entries
    func begin() {
      window.beginSearch()
      window.searchBar.field.text = text
    }
    return ArchiveMeasurement(
      window, clock: clock, name: "search",
      [
        Step(name: "first", begin: begin) { entries.isArranged && window.search.foundCount ?? 0 > 0 },
        Step(name: "end", begin: { window.searchBar.field.close() }) {
          !entries.isArranged && !entries.isBusy
        },
        Step(name: "all", begin: begin) {
          entries.isArranged && window.search.foundCount != nil && !window.search.isBusy && !entries.isBusy
        },
      ],
      lastNumber: { window.search.foundCount ?? 0 })
  }

  /// Shows another order, that of the file, and the other one again.
  static func order(
    _ order: Arrangement.Order, in window: ViewerWindow, clock: OpaquePointer
  ) -> ArchiveMeasurement {
    let entries = window.entries
    func show(_ order: Arrangement.Order) { window.setState(order.rawValue, of: .order) }
    let isShown = { entries.isArranged && !entries.isBusy }
    return ArchiveMeasurement(
      window, clock: clock, name: "order",
      [
        Step(name: "first", begin: { show(order) }, isDone: isShown),
        Step(name: "end", begin: { show(.file) }, isDone: { !entries.isArranged && !entries.isBusy }),
        Step(name: "again", begin: { show(order) }, isDone: isShown),
      ],
      lastNumber: { entries.sections.reduce(0) { $0 + $1.rows.count } })
  }

  private func proceed() -> IdleSource.Next {
    let now = FrameCosts.processorTime
    guard step == nil else {
      longestTurn = max(longestTurn, now - lastTurn)
      lastTurn = now
      return .again
    }
    guard window.hasRowsOnScreen, window.library.awaitsEntries, !window.library.isLoading,
      !window.library.sections.contains(where: \.isCountEstimated), window.list.isPrecacheFinished
    else { return .again }
    lastTurn = now
    begin(0)
    return .again
  }

  private func begin(_ number: Int) {
    step = number
    begun = .now
    steps[number].begin()
  }

  private func painted() {
    guard let step, steps[step].isDone(), !window.list.visibleRows.isEmpty else { return }
    StandardOutput.write("\(name)_\(steps[step].name)_ms \((ContinuousClock.now - begun) / .milliseconds(1))")
    guard step + 1 == steps.count else { return begin(step + 1) }
    StandardOutput.write("\(name)_turn_ms \(longestTurn)")
    (frames, timer) = (nil, nil)
    StandardOutput.write("\(name)_count \(lastNumber())")
  }
}
