@testable import FeedViewer

/// Holds back the structure of a very large file whose entries were counted.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func open() {
    isOpen = true
    for one in waiting { one.resume() }
    waiting = []
  }

  func pass() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  /// The same events; that the entries were counted is told when the gate is open.
  nonisolated func holdingBackCounts(_ events: AsyncStream<LoadEvent>) -> AsyncStream<LoadEvent> {
    AsyncStream { continuation in
      let task = Task {
        for await event in events {
          if case .listed(let outline) = event, outline.unknownEntries.isEmpty { await self.pass() }
          continuation.yield(event)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
