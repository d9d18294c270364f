import CGtk
import GtkInterop
import SoftwareDrawing
import Testing
import WidgetTesting

/// The display that widget tests run on, and the loop that drives it.
enum Display {
  static let isAvailable: Bool = {
    SoftwareDrawing.select()
    // A library's warning fails the test in which it is logged.
    GLibWarnings.watch { Issue.record("\($0)") }
    let available = gtk_init_check() != 0
    if available { MainQueueSource.attach() }
    return available
  }()

  /// Runs the main loop until `condition` holds.
  /// - Returns: Whether it did before the time was over.
  @discardableResult
  static func settle(seconds: Double = 30, until condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    // The loop sleeps until it has something to do. What none of its events tells, such as time that passes, is seen soon.
    let alarm = g_timeout_add(2, { _ in 1 }, nil)
    defer { g_source_remove(alarm) }
    MainFontMap.select()
    while !condition() {
      if ContinuousClock.now >= deadline { return false }
      g_main_context_iteration(nil, 1)
    }
    return true
  }

  /// Runs the main loop until a condition has held for a while, of which a turn of the loop is 5 ms at most: what a busy
  /// machine does late it does in the next turns.
  static func rest(milliseconds: Double, while condition: () -> Bool) -> Bool {
    var (last, quiet) = (ContinuousClock.now, Duration.zero)
    return settle {
      let now = ContinuousClock.now
      quiet = condition() ? quiet + min(now - last, .milliseconds(5)) : .zero
      last = now
      return quiet >= .milliseconds(milliseconds)
    }
  }

  /// Waits until `condition` holds, and lets tasks of the main actor run meanwhile, which `settle` does not.
  static func wait(seconds: Double = 30, until condition: () -> Bool) async throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while !condition() {
      if ContinuousClock.now >= deadline { return false }
      MainFontMap.select()
      while g_main_context_iteration(nil, 0) != 0 {}
      try await Task.sleep(for: .milliseconds(1))
    }
    return true
  }

  /// Runs the main loop for a while.
  static func run(seconds: Double) {
    _ = settle(seconds: seconds) { false }
  }
}

extension Trait where Self == ConditionTrait {
  static var needsDisplay: Self {
    .enabled("needs a display") { await MainActor.run { Display.isAvailable } }
  }
}
