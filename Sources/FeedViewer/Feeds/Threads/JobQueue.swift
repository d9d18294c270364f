import Glibc

/// Runs jobs on threads of its own, and on the thread that waits for their results.
///
/// The functions are called from one thread, which also creates and releases the queue.
final class JobQueue<Job: Sendable, Result: Sendable> {
  private let state: JobState<Job, Result>
  private var threads: [pthread_t] = []
  private var count = 0

  /// - Parameters:
  ///   - threads: The number of threads to start; not negative.
  ///   - work: Runs a job, on any thread.
  init(threads: Int, work: @escaping @Sendable (Job) -> Result) {
    precondition(threads >= 0, "The number of threads must not be negative.")
    state = JobState(work)
    // Without a thread the jobs run while their results are waited for.
    for _ in 0..<threads { if let thread = PlainThread.start(state.run) { self.threads.append(thread) } }
  }

  /// Waits for jobs that are running; those that are not are dropped.
  deinit {
    state.stop()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Adds a job and returns its number.
  func add(_ job: Job) -> Int {
    count += 1
    state.add(job, number: count)
    return count
  }

  /// The result of a job, which is then forgotten. Runs waiting jobs until it is there.
  func result(of number: Int) -> Result { state.result(of: number) }

  /// Drops a job whose result is not needed any more.
  func drop(_ number: Int) { state.drop(number) }
}

/// What the threads of a queue share. A mutex guards all variables.
private final class JobState<Job: Sendable, Result: Sendable>: @unchecked Sendable {
  private let work: @Sendable (Job) -> Result
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var waiting: [(number: Int, job: Job)] = []
  private var results: [Int: Result] = [:]
  private var dropped: Set<Int> = []
  private var isStopped = false

  init(_ work: @escaping @Sendable (Job) -> Result) {
    self.work = work
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  func add(_ job: Job, number: Int) {
    locked {
      waiting.append((number, job))
      pthread_cond_broadcast(changed)
    }
  }

  func drop(_ number: Int) {
    locked {
      if let index = waiting.firstIndex(where: { $0.number == number }) {
        waiting.remove(at: index)
      } else if results.removeValue(forKey: number) == nil {
        dropped.insert(number)
      }
    }
  }

  func stop() {
    locked {
      isStopped = true
      waiting.removeAll()
      pthread_cond_broadcast(changed)
    }
  }

  func result(of number: Int) -> Result {
    locked {
      while true {
        if let result = results.removeValue(forKey: number) { return result }
        if !runNext() { pthread_cond_wait(changed, mutex) }
      }
    }
  }

  /// Runs jobs until the queue is stopped.
  func run() {
    locked {
      while !isStopped {
        if !runNext() { pthread_cond_wait(changed, mutex) }
      }
    }
  }

  /// Runs the job that waits longest, with the mutex unlocked. Returns false if none waits.
  private func runNext() -> Bool {
    guard !waiting.isEmpty else { return false }
    let (number, job) = waiting.removeFirst()
    pthread_mutex_unlock(mutex)
    let result = work(job)
    pthread_mutex_lock(mutex)
    if dropped.remove(number) == nil { results[number] = result }
    pthread_cond_broadcast(changed)
    return true
  }
}
