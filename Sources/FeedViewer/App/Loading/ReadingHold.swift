import Synchronization

/// Holds the reading of a large file until something needs all of its entries.
nonisolated final class ReadingHold: Sendable {
  private struct State {
    var isOver = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Whether all entries are needed.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// All entries are needed.
  func end() {
    let waiting = state.withLock { state in
      state.isOver = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  /// Waits until all entries are needed, or until the task is cancelled. One task may wait.
  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if !state.isOver { state.waiting = continuation }
          return state.isOver
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      end()
    }
  }
}
