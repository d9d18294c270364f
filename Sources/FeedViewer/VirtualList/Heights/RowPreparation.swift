import GtkInterop
import LayoutCore
import PangoText

/// Compiles rows on worker threads in batches.
///
/// The result is a value that is returned in the main loop; the list measures it by arithmetic when it has time.
final class RowPreparation {
  /// A row to be compiled, as of the time of the request.
  struct Request: Sendable {
    let row: RowIndexPath
    let identity: ItemIdentity
    let template: any RowTemplate
    let content: Content
  }

  /// The content of a row.
  nonisolated enum Content: Sendable {
    case ready(any Sendable)
    /// It is made by the worker that compiles the row.
    case made(@Sendable () -> any Sendable)

    var value: any Sendable {
      switch self {
      case .ready(let content): content
      case .made(let make): make()
      }
    }
  }

  /// What workers have made of a row.
  nonisolated struct Answer: Sendable {
    /// Nil if the row's height can't be computed by arithmetic.
    var compiled: CompiledLayout?
    /// The height of the row's layout with its separator in device pixels; nil if arithmetic can't tell it at this width.
    var height: Int?
    /// What the row is laid out from, if its height is not known.
    var content: (any Sendable)?
  }

  /// The state that a worker keeps from one row of a batch to the next.
  private nonisolated struct Compiling {
    var compiler = LayoutCompiler()
    let evaluator: RowEvaluator

    mutating func answer(_ request: Request, _ context: TextPreparationContext) -> Answer {
      let content = request.content.value
      func compile(_ depth: PreparationDepth) -> CompiledLayout? {
        request.template.compile(any: content, with: &compiler) { context.prepared($0, depth: depth) }
      }
      guard let compiled = compile(.words) else { return Answer(content: content) }
      // What is kept for other widths is small.
      let height =
        evaluator.height(of: compiled) ?? compile(.characters).flatMap { evaluator.height(of: $0) }
      return Answer(compiled: compiled, height: height, content: height == nil ? content : nil)
    }
  }

  /// Each thread has fonts of its own, which take three to five megabytes in a list of many scripts.
  private static let threadLimit = 4

  private var pool = makePool()

  private static func makePool() -> TextPreparationPool {
    TextPreparationPool(threadCount: min(TextPreparationPool.coreCount, threadLimit))
  }

  /// Frees what the workers keep: fonts and shaped words.
  func dropCaches() { pool = Self.makePool() }

  /// - Parameters:
  ///   - conditions: Those under which the heights are wanted.
  ///   - done: Called in the main loop with the answer to each request, in order.
  func prepare(
    _ requests: [Request], in environment: TextEnvironment, under conditions: MeasurementContext,
    done: @escaping @MainActor @Sendable ([Answer]) -> Void
  ) {
    let (metrics, scale) = (conditions.metrics(of: .row), conditions.environment.scale)
    // One thread takes the whole batch: rows beside each other come from the same page of a file. The list's own compiler
    // merges the shapes that this thread's compiler finds.
    pool.map(
      requests, in: environment, sliceLength: requests.count,
      state: { Compiling(evaluator: RowEvaluator(metrics: metrics, scale: scale)) }
    ) { state, request, context in
      state.answer(request, context)
    } done: { rows in
      MainLoop.perform { done(rows) }
    }
  }
}
