import CGtk
import Dispatch
import Glibc
import LayoutCore
import Synchronization

/// Prepares texts on worker threads, each with a font map, a context and caches of its own: Pango's objects
/// belong to one thread, and what they measure is the same on all of them.
///
/// One thing they must not do is ask Pango for the metrics of a font: Pango 1.50 guards their making with a
/// variable that all threads share, so that a font would keep an average width of 0 for good, on the main thread
/// too (pangocairo-font.c, `in_get_metrics`). So they prepare what needs none, and leave the rest: texts with
/// attributes, tabs or separators, and those where a break changes shapes.
///
/// Values go in (`TextRequest`, `TextEnvironment`) and values come out (`PreparedText`). A worker makes its
/// context when it first needs one, and another one when it is asked for another environment; that costs a few
/// milliseconds, and each script's fonts as much again. GTK must have been initialised, or fontconfig and the
/// locale be set, before the first work is handed in.
package nonisolated final class TextPreparationPool: Sendable {
  private let workers: [Worker]

  /// How many threads can really run at once.
  package static var coreCount: Int { max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1) }

  /// - Parameter threadCount: 1 or more. Threads exist only while there is work.
  package init(threadCount: Int) {
    precondition(threadCount > 0, "Text can't be prepared by no thread at all.")
    workers = (0..<threadCount).map { Worker(number: $0) }
  }

  /// Prepares `texts` and returns at once.
  ///
  /// - Parameter done: Called once, on a worker's thread, with a result for each text in their order: nil where
  ///   it is left to the main thread.
  func prepare(
    _ texts: [TextRequest], in environment: TextEnvironment,
    done: @escaping @Sendable ([PreparedText?]) -> Void
  ) {
    map(
      texts, in: environment, state: {}, { _, text, context in context.prepare(text, depth: .words) },
      done: done)
  }

  /// Makes something of each input that needs prepared texts, and returns at once.
  ///
  /// - Parameters:
  ///   - state: Makes what a worker keeps from one input to the next.
  ///   - transform: Called on the workers' threads, with what prepares texts there.
  ///   - done: Called once, on a worker's thread, with the results in the order of the inputs.
  package func map<Input: Sendable, State, Output: Sendable>(
    _ inputs: [Input], in environment: TextEnvironment, state: @escaping @Sendable () -> State,
    _ transform: @escaping @Sendable (inout State, Input, TextPreparationContext) -> Output,
    done: @escaping @Sendable ([Output]) -> Void
  ) {
    guard !inputs.isEmpty else {
      done([])
      return
    }
    let job = MappingJob(
      inputs, environment: environment, state: state, transform: transform, done: done)
    for worker in workers.prefix(job.sliceCount) { worker.work(on: job) }
  }

  /// Prepares `texts` and waits for it: for programs without a main loop.
  func prepared(_ texts: [TextRequest], in environment: TextEnvironment) -> [PreparedText?] {
    mapped(texts, in: environment, state: {}) { _, text, context in context.prepare(text, depth: .words) }
  }

  /// Makes something of each input and waits for it: for programs without a main loop.
  package func mapped<Input: Sendable, State, Output: Sendable>(
    _ inputs: [Input], in environment: TextEnvironment, state: @escaping @Sendable () -> State,
    _ transform: @escaping @Sendable (inout State, Input, TextPreparationContext) -> Output
  ) -> [Output] {
    let answer = Answer<Output>()
    map(inputs, in: environment, state: state, transform) { answer.give($0) }
    return answer.wait()
  }
}

/// Results on their way from one thread to another that waits for them.
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

/// Work that several workers share.
private nonisolated protocol Job: AnyObject, Sendable {
  var environment: TextEnvironment { get }

  /// Does the next parts of it until none is left.
  func run(in context: TextPreparationContext)
}

/// Each worker takes the next few inputs when it is done with the last.
private nonisolated final class MappingJob<Input: Sendable, State, Output: Sendable>: Job {
  /// Inputs taken at once: enough that taking costs nothing, few enough that all workers end together.
  private static var sliceLength: Int { 16 }

  let environment: TextEnvironment
  private let inputs: [Input]
  private let state: @Sendable () -> State
  private let transform: @Sendable (inout State, Input, TextPreparationContext) -> Output
  private let done: @Sendable ([Output]) -> Void
  private let progress: Mutex<Progress>
  /// Says what the lock says too: a worker sees what the one before it has left. Where several wait, Swift's lock is
  /// handed on by the kernel, which ThreadSanitizer does not see.
  private let isHandedOn = Atomic(false)

  private struct Progress {
    var next = 0
    var unfinished: Int
    var results: [Output?]
  }

  init(
    _ inputs: [Input], environment: TextEnvironment, state: @escaping @Sendable () -> State,
    transform: @escaping @Sendable (inout State, Input, TextPreparationContext) -> Output,
    done: @escaping @Sendable ([Output]) -> Void
  ) {
    self.inputs = inputs
    self.state = state
    self.environment = environment
    self.transform = transform
    self.done = done
    progress = Mutex(
      Progress(unfinished: inputs.count, results: Array(repeating: nil, count: inputs.count)))
  }

  var sliceCount: Int { (inputs.count + Self.sliceLength - 1) / Self.sliceLength }

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
      let slice = progress.next..<min(progress.next + Self.sliceLength, inputs.count)
      progress.next = slice.upperBound
      return slice
    }
  }
}

/// One worker: a serial queue and what only that queue touches.
private nonisolated final class Worker: @unchecked Sendable {
  private let queue: DispatchQueue
  // Used on the queue alone, which does one thing after the other.
  private var preparationContext: TextPreparationContext?

  init(number: Int) {
    queue = DispatchQueue(label: "text preparation \(number)", qos: .utility)
  }

  func work(on job: any Job) {
    queue.async { [self] in job.run(in: preparationContext(in: job.environment)) }
  }

  private func preparationContext(in environment: TextEnvironment) -> TextPreparationContext {
    if let preparationContext, preparationContext.environment == environment { return preparationContext }
    let made = TextPreparationContext(
      adopting: environment.makeContext(), environment: environment, isForPlainText: true)
    preparationContext = made
    return made
  }
}
