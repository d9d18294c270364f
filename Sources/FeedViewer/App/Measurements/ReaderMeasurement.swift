import CGtk
import GtkInterop

/// Measures what a reader does to all entries, for `Benchmarks reader`: other orders, filters, densities and searches,
/// marking all as read, and scrolling while texts are folded and searched. Prints a line for each step, with the
/// milliseconds of wall time from the action to the end of the frame that shows it, and another one with the processor time
/// of the main thread's longest turn until all is at rest again.
final class ReaderMeasurement {
  private struct Step {
    let name: String
    let action: () -> Void
  }

  private let window: ViewerWindow
  private var steps: ArraySlice<Step>
  /// The step that is measured, and when it began.
  private var running: (step: Step, start: ContinuousClock.Instant)?
  /// The step before.
  private var last: Step?
  private var timer: TimeoutSource?
  private let finished: () -> Void
  private var scrolling: ScrollMeasurement?

  /// - Parameters:
  ///   - window: Its files are loading.
  ///   - finished: Called after the last step.
  init(window: ViewerWindow, finished: @escaping () -> Void) {
    self.window = window
    self.finished = finished
    func set(_ command: WindowCommand, _ value: String) -> Step {
      Step(name: "\(command.name)_\(value)") { window.setState(value, of: command) }
    }
    func type(_ text: String, _ name: String) -> Step {
      Step(name: "search_\(name)") {
        if !window.searchBar.field.isOpen { window.searchBar.field.open() }
        window.searchBar.field.text = text
      }
    }
    steps = [
      set(.order, "title"), set(.order, "oldest"), set(.order, "newest"), set(.order, "unread"),
      set(.order, "file"), set(.grouping, "time"), set(.grouping, "feed"),
      set(.density, "titles"), set(.density, "compact"), set(.density, "comfortable"),
      Step(name: "mark_all_read") {
        g_action_group_activate_action(window.pointer.opaque, "mark-all-read", nil)
      },
      set(.filter, "unread"), set(.filter, "all"),
      Step(name: "undo_mark_all_read") { g_action_group_activate_action(window.pointer.opaque, "undo", nil) },
      // Opening the bar makes the index.
      Step(name: "search_open") { window.beginSearch() },
      type("e", "first"), type("en", "narrowed"), type("ent", "narrowed_again"), type("zqx", "nothing"),
      type("the author", "words"), Step(name: "search_end") { window.searchBar.field.close() },
    ]
    LoopTurns.measure()
    guard let clock = gtk_widget_get_frame_clock(window.pointer.cast()) else { return }
    Signal.connect(clock, "after-paint", after: true) { [weak self] _ in
      self?.painted()
      return .unhandled
    }
    waitUntilCalm()
  }

  private func painted() {
    guard let (step, start) = running, !window.entries.isArranging, !window.search.isBusy else { return }
    running = nil
    last = step
    let time = ContinuousClock.now - start
    StandardOutput.write("\(step.name) \(time / .milliseconds(1))")
    waitUntilCalm()
  }

  private func measureScrolling() {
    guard let clock = gtk_widget_get_frame_clock(window.pointer.cast()) else { return finished() }
    scrolling = ScrollMeasurement(window: window, clock: clock, finished: finished)
  }

  /// Begins the next step when everything is loaded, after the animations of the step before.
  private func waitUntilCalm() {
    timer = TimeoutSource(milliseconds: 500) { [weak self] in
      guard let self else { return .done }
      guard !self.window.library.isLoading, self.window.library.entryCount > 0,
        self.window.list.isPrecacheFinished
      else { return .again }
      let turn = LoopTurns.takeLongest()
      if let last = self.last { StandardOutput.write("turn_\(last.name) \(turn)") }
      guard let step = self.steps.popFirst() else {
        self.measureScrolling()
        return .done
      }
      self.running = (step, .now)
      step.action()
      return .done
    }
  }
}
