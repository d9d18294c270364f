import Dispatch
import FeedViewerFeeds
import Glibc
import Synchronization

/// A thread that makes the objects that live as long as a file is open.
///
/// The C library gives each thread a heap of its own. Among the drafts and texts of reading, which are freed soon, such objects
/// would keep almost every page of a heap in memory; here they are side by side.
nonisolated final class LastingObjects: Sendable {
  static let shared = LastingObjects()

  private let jobs = Mutex<[@Sendable () -> Void]>([])
  private let waiting = DispatchSemaphore(value: 0)
  /// Whether the thread could be started; without it, objects are made where they are wanted.
  private let isRunning = Atomic<Bool>(false)

  private init() {
    guard let thread = PlainThread.start({ [self] in run() }) else { return }
    pthread_detach(thread)
    isRunning.store(true, ordering: .relaxed)
  }

  /// Makes objects and waits for them. Call it from threads that may wait, never from this one.
  func make<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
    guard isRunning.load(ordering: .relaxed) else { return body() }
    let made = Made<Value>()
    jobs.withLock { $0.append { made.put(body()) } }
    waiting.signal()
    return made.take()
  }

  private func run() {
    while true {
      waiting.wait()
      let job = jobs.withLock { $0.removeFirst() }
      job()
    }
  }
}

/// A value that one thread makes and another one waits for.
private nonisolated final class Made<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func put(_ new: Value) {
    value.withLock { $0 = new }
    isThere.signal()
  }

  func take() -> Value {
    isThere.wait()
    guard let value = value.withLock({ $0 }) else {
      preconditionFailure("A value is put before it is taken.")
    }
    return value
  }
}
