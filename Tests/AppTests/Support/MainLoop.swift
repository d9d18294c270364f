import CGtk
import Glibc
import Testing
import WidgetTesting

/// Runs GTK's main loop from tests.
enum MainLoop {
  /// How long a condition may take: even on a busy machine, none takes a third of it.
  private static let patience = Duration.seconds(20)
  /// A process that got fewer turns in that time was stopped, or got next to no processor.
  private static let leastTurns = 500
  /// The main actor's tasks run while the loop pauses. What is expected comes in quick steps or takes long: the pauses are short
  /// after each event, and longer and longer without one.
  private static let pauses = (shortest: Duration.microseconds(250), longest: Duration.milliseconds(4))

  /// Runs GTK's loop and the main actor's tasks until `condition` holds.
  ///
  /// - Parameter duration: How long it must hold without interruption.
  /// - Returns: Whether it did before patience was at its end, which is recorded with what was done meanwhile.
  static func settle(lasting duration: Duration = .zero, until condition: () -> Bool) async throws -> Bool {
    let (begun, processorTime) = (ContinuousClock.now, clock())
    let (isReached, turns, events) = try await run(within: patience, lasting: duration, until: condition)
    guard !isReached else { return true }
    let tenths = (clock() - processorTime) / 100_000
    Issue.record(
      """
      The condition does not hold after \(ContinuousClock.now - begun): \(turns) turns of the loop, \(events) events, \
      \(tenths / 10).\(tenths % 10) s of processor time
      """)
    return false
  }

  /// The same for a condition that need not come to hold: nothing is recorded.
  static func reaches(
    within patience: Duration, lasting duration: Duration = .zero, until condition: () -> Bool
  ) async throws -> Bool {
    try await run(within: patience, lasting: duration, until: condition).isReached
  }

  private static func run(
    within patience: Duration, lasting duration: Duration, until condition: () -> Bool
  ) async throws -> (isReached: Bool, turns: Int, events: Int) {
    let begun = ContinuousClock.now
    let leastTurns = patience < Self.patience ? 100 : leastTurns
    var (turns, events) = (0, 0)
    var isOver: Bool { ContinuousClock.now - begun >= patience && turns + events >= leastTurns }
    var pause = pauses.shortest
    var reachedSince: ContinuousClock.Instant?
    while true {
      turns += 1
      MainFontMap.select()
      while g_main_context_iteration(nil, 0) != 0, !isOver {
        events += 1
        pause = pauses.shortest
      }
      if condition() {
        let now = ContinuousClock.now
        reachedSince = reachedSince ?? now
        if now - (reachedSince ?? now) >= duration { return (true, turns, events) }
      } else {
        reachedSince = nil
      }
      if isOver { return (false, turns, events) }
      try await Task.sleep(for: pause)
      pause = min(pause * 2, pauses.longest)
    }
  }

  /// Runs GTK's loop and the main actor's tasks for a while, so that frames are drawn.
  static func run(for duration: Duration) async throws {
    let end = ContinuousClock.now + duration
    _ = try await settle { .now >= end }
  }
}
