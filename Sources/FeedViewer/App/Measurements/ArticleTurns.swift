import CGtk
import GtkInterop

/// Turns to the next article again and again, sometimes before the last one is there, and exits: for `Benchmarks hostile`.
final class ArticleTurns {
  /// In milliseconds.
  private static let interval: UInt32 = 15

  private var rest: Int
  private var timer: TimeoutSource?

  /// - Parameters:
  ///   - window: Its file is loading.
  ///   - count: How often to turn.
  ///   - finished: Called after that.
  init(window: ViewerWindow, count: Int, finished: @escaping () -> Void) {
    rest = count
    timer = TimeoutSource(milliseconds: Self.interval) { [weak self, weak window] in
      guard let self, let window else { return .done }
      guard window.hasRowsOnScreen else { return .again }
      guard rest > 0 else {
        finished()
        return .done
      }
      let turns = rest % 7 == 0 ? 2 : 1
      for _ in 0..<turns { g_action_group_activate_action(window.pointer.opaque, "next-article", nil) }
      rest -= turns
      return .again
    }
  }
}
