import Dispatch
import FeedViewerFeeds
import Glibc
import Synchronization

/// Threads that read large files, and give way to the window.
///
/// Reading occupies a processor for seconds. On threads of the usual priority it would take turns with the main thread and the
/// display server, so that a frame took several times as long; and in the pool of Swift's tasks, which has a thread for each
/// processor, whatever the list asks for would wait behind it. The threads that a reader starts have the same priority.
nonisolated final class PatientThreads: TaskExecutor {
  static let shared = PatientThreads()

  /// A tenth of the main thread's share of a processor for which both compete. A thread without rights can't take it back, so
  /// that these threads do nothing else, and end when there is nothing to do.
  private static let niceness: Int32 = 10
  /// The most threads. A file needs two: one that reads it, and one that looks for its entries.
  private static let limit = 4

  private struct State {
    /// The next one at the end.
    var waiting: [UnownedJob] = []
    var threadCount = 0
  }

  private let state = Mutex(State())

  private init() {}

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.waiting.insert(job, at: 0)
      guard state.threadCount < Self.limit else { return false }
      state.threadCount += 1
      return true
    }
    guard needsThread else { return }
    if let thread = PlainThread.start({ [self] in run() }) {
      pthread_detach(thread)
    } else {
      DispatchQueue.global().async { self.work() }
    }
  }

  private func run() {
    // Of this thread only, and of those that it starts.
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, Self.niceness)
    work()
  }

  /// Does what waits.
  private func work() {
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    state.withLock { state in
      if state.waiting.isEmpty { state.threadCount -= 1 }
      return state.waiting.popLast()
    }
  }
}
