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
        if now - (reachedSince ?? now) >= duration { return true }
      } else {
        reachedSince = nil
      }
      if isOver { break }
      try await Task.sleep(for: pause)
      pause = min(pause * 2, pauses.longest)
    }
    let tenths = (clock() - processorTime) / 100_000
    Issue.record(
      """
      The condition does not hold after \(ContinuousClock.now - begun): \(turns) turns of the loop, \(events) events, \
      \(tenths / 10).\(tenths % 10) s of processor time
      """)
    return false
  }

  /// Runs GTK's loop and the main actor's tasks for a while, so that frames are drawn.
  static func run(for duration: Duration) async throws {
    let end = ContinuousClock.now + duration
    _ = try await settle { .now >= end }
  }
}
