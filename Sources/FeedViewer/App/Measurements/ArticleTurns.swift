import CGtk
import GtkInterop

/// Turns to the next article again and again, and exits: for `Benchmarks hostile` and its test.
final class ArticleTurns {
  enum Pace {
    /// So many times, sometimes before the last article is there.
    case hasty(count: Int)
    /// When the last article is there, until there is no other one. A point is printed for each.
    case patient
  }

  /// In milliseconds.
  private static let interval: UInt32 = 15

  private weak var window: ViewerWindow?
  private let finished: () -> Void
  private var pace: Pace
  private var timer: TimeoutSource?

  /// - Parameters:
  ///   - window: Its files are loading.
  ///   - finished: Called at the end.
  init(window: ViewerWindow, _ pace: Pace, finished: @escaping () -> Void) {
    self.window = window
    self.pace = pace
    self.finished = finished
    timer = TimeoutSource(milliseconds: Self.interval) { [weak self] in
      guard let self, let window = self.window else { return .done }
      guard turn(window) else {
        self.finished()
        return .done
      }
      return .again
    }
  }

  /// Turns if it is time for that.
  ///
  /// - Returns: Whether there may be others.
  private func turn(_ window: ViewerWindow) -> Bool {
    guard window.hasRowsOnScreen else { return true }
    switch pace {
    case .hasty(let rest):
      guard rest > 0 else { return false }
      let turns = rest % 7 == 0 ? 2 : 1
      for _ in 0..<turns {
        g_action_group_activate_action(window.pointer.opaque, "next-article", nil)
      }
      pace = .hasty(count: rest - turns)
    case .patient:
      let selected = window.list.selectedRow
      // An entry that has just been selected is not shown yet.
      guard window.isComplete,
        selected.flatMap(window.entries.row(at:))?.key == window.article.row?.key
      else { return true }
      if selected != nil { print(".", terminator: "") }
      window.turn(.next)
      return window.list.selectedRow != selected
    }
    return true
  }
}
