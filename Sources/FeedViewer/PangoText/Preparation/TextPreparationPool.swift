import CGtk
import Dispatch
import Glibc
import LayoutCore
import Synchronization

/// Prepares texts on worker threads, each with its own font map, context and caches: Pango's objects belong to one
/// thread, and measure the same on all of them.
///
/// Workers must not ask Pango for font metrics: Pango 1.50 guards their computation with a variable shared by all
/// threads, so that a font could keep an average width of 0 forever, on the main thread too (pangocairo-font.c,
/// `in_get_metrics`). Workers therefore skip texts that need metrics: texts with attributes, tabs or separators, and
/// texts in which a break changes shapes.
///
/// Values go in (`TextRequest`, `TextEnvironment`) and values come out (`PreparedText`). A worker makes its context
/// on first use, and a new one for another environment; that takes a few milliseconds, and as much again for each
/// script's fonts. GTK must be initialised, or fontconfig and the locale set up, before the first request.
package nonisolated final class TextPreparationPool: Sendable {
  private let workers: [Worker]
  /// The number of jobs so far: they begin on one worker after the other.
  private let jobCount = Atomic(0)
  /// Large enough to make the overhead negligible, small enough that all workers finish at about the same time.
  private static let sliceLength = 16

  /// The number of threads that can run in parallel.
  package static var coreCount: Int { max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1) }

  /// - Parameters:
  ///   - threadCount: At least 1. Threads exist only while there is work.
  ///   - budget: The memory of the workers' caches.
  package init(threadCount: Int, budget: CacheBudget = .textPreparation) {
    precondition(threadCount > 0, "Text preparation needs at least one thread.")
    workers = (0..<threadCount).map { Worker(number: $0, budget: budget) }
  }

  /// Prepares `texts` asynchronously.
  ///
  /// - Parameter done: Called once on a worker thread with the results in order: nil for texts that are left to the
  ///   main thread.
  func prepare(
    _ texts: [TextRequest], in environment: TextEnvironment,
    done: @escaping @Sendable ([PreparedText?]) -> Void
  ) {
    map(
      texts, in: environment, state: {}, { _, text, context in context.prepare(text, depth: .words) },
      done: done)
  }

  /// Maps inputs that need prepared texts, asynchronously.
  ///
  /// - Parameters:
  ///   - sliceLength: The inputs that a worker takes at once; positive.
  ///   - state: Makes the state that a worker keeps between inputs.
  ///   - transform: Called on worker threads, with a function that prepares texts there.
  ///   - done: Called once on a worker thread, with the results in the order of the inputs.
  package func map<Input: Sendable, State, Output: Sendable>(
    _ inputs: [Input], in environment: TextEnvironment, sliceLength: Int = sliceLength,
    state: @escaping @Sendable () -> State,
    _ transform: @escaping @Sendable (inout State, Input, TextPreparationContext) -> Output,
    done: @escaping @Sendable ([Output]) -> Void
  ) {
    guard !inputs.isEmpty else {
      done([])
      return
    }
    let job = MappingJob(
      inputs, environment: environment, sliceLength: sliceLength, state: state, transform: transform,
      done: done)
    let first = jobCount.wrappingAdd(1, ordering: .relaxed).oldValue
    for number in 0..<min(job.sliceCount, workers.count) {
      workers[(first &+ number) % workers.count].work(on: job)
    }
  }

  /// Prepares `texts` synchronously: for programs without a main loop.
  func prepared(_ texts: [TextRequest], in environment: TextEnvironment) -> [PreparedText?] {
    mapped(texts, in: environment, state: {}) { _, text, context in context.prepare(text, depth: .words) }
  }

  /// Maps inputs synchronously: for programs without a main loop.
  package func mapped<Input: Sendable, State, Output: Sendable>(
    _ inputs: [Input], in environment: TextEnvironment, state: @escaping @Sendable () -> State,
    _ transform: @escaping @Sendable (inout State, Input, TextPreparationContext) -> Output
  ) -> [Output] {
    let answer = Answer<Output>()
    map(inputs, in: environment, state: state, transform) { answer.give($0) }
    return answer.wait()
  }
}

/// Passes results to a thread that waits for them.
private nonisolated final class Answer<Output: Sendable>: Sendable {
  private let results = Mutex<[Output]>([])
  private let isGiven = DispatchSemaphore(value: 0)

  func give(_ found: [Output]) {
    results.withLock { $0 = found }
    isGiven.signal()
  }

  func wait() -> [Output] {
    isGiven.wait()
    return results.withLock { $0 }
  }
}

/// A task shared by several workers.
private nonisolated protocol Job: AnyObject, Sendable {
  var environment: TextEnvironment { get }

  /// Performs parts of the task until none are left.
  func run(in context: TextPreparationContext)
}

/// Each worker takes the next few inputs when it has finished its last ones.
private nonisolated final class MappingJob<Input: Sendable, State, Output: Sendable>: Job {
  let environment: TextEnvironment
  /// The number of inputs taken at once.
  private let sliceLength: Int
  private let inputs: [Input]
  private let state: @Sendable () -> State
  private let transform: @Sendable (inout State, Input, TextPreparationContext) -> Output
  private let done: @Sendable ([Output]) -> Void
  private let progress: Mutex<Progress>
  /// Repeats the ordering that the lock guarantees. A contended lock is handed over by the kernel, which
  /// ThreadSanitizer does not see.
  private let isHandedOn = Atomic(false)

  private struct Progress {
    var next = 0
    var unfinished: Int
    var results: [Output?]
  }

  init(
    _ inputs: [Input], environment: TextEnvironment, sliceLength: Int,
    state: @escaping @Sendable () -> State,
    transform: @escaping @Sendable (inout State, Input, TextPreparationContext) -> Output,
    done: @escaping @Sendable ([Output]) -> Void
  ) {
    self.inputs = inputs
    self.state = state
    self.environment = environment
    self.sliceLength = sliceLength
    self.transform = transform
    self.done = done
    progress = Mutex(
      Progress(unfinished: inputs.count, results: Array(repeating: nil, count: inputs.count)))
  }

  var sliceCount: Int { (inputs.count + sliceLength - 1) / sliceLength }

  func run(in context: TextPreparationContext) {
    var state = state()
    while let slice = takeSlice() {
      let outputs = inputs[slice].map { transform(&state, $0, context) }
      let results: [Output]? = withProgress { progress in
        for (index, output) in zip(slice, outputs) { progress.results[index] = output }
        progress.unfinished -= slice.count
        return progress.unfinished == 0 ? progress.results.map { $0! } : nil
      }
      if let results { done(results) }
    }
  }

  private func withProgress<Result>(_ body: (inout Progress) -> sending Result) -> sending Result {
    progress.withLock { progress in
      _ = isHandedOn.load(ordering: .acquiring)
      defer { isHandedOn.store(true, ordering: .releasing) }
      return body(&progress)
    }
  }

  private func takeSlice() -> Range<Int>? {
    withProgress { progress in
      guard progress.next < inputs.count else { return nil }
      let slice = progress.next..<min(progress.next + sliceLength, inputs.count)
      progress.next = slice.upperBound
      return slice
    }
  }
}

/// A worker: a serial queue and the state that only this queue accesses.
private nonisolated final class Worker: @unchecked Sendable {
  private let queue: DispatchQueue
  private let budget: CacheBudget
  // Accessed on the serial queue only.
  private var preparationContext: TextPreparationContext?

  init(number: Int, budget: CacheBudget) {
    self.budget = budget
    queue = DispatchQueue(label: "text preparation \(number)", qos: .utility)
  }

  func work(on job: any Job) {
    queue.async { [self] in job.run(in: preparationContext(in: job.environment)) }
  }

  private func preparationContext(in environment: TextEnvironment) -> TextPreparationContext {
    if let preparationContext, preparationContext.environment == environment { return preparationContext }
    let made = TextPreparationContext(
      adopting: environment.makeContext(), environment: environment, budget: budget, isForPlainText: true)
    preparationContext = made
    return made
  }
}
