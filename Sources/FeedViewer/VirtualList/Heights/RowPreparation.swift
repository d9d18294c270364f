import GtkInterop
import LayoutCore
import PangoText

/// Compiles rows on worker threads, a batch at a time.
///
/// What comes back is a value, handed over in the main loop; the list measures it by arithmetic when it has time.
final class RowPreparation {
  /// A row to be compiled, as it was when it was asked for.
  struct Request: Sendable {
    let row: RowIndexPath
    let identity: ItemIdentity
    let template: any RowTemplate
    let content: any Sendable
  }

  private let pool = TextPreparationPool(threadCount: TextPreparationPool.coreCount)

  /// - Parameter done: Called in the main loop with what became of each request, in their order: nil where arithmetic
  ///   can't tell the row.
  func prepare(
    _ requests: [Request], in environment: TextEnvironment,
    done: @escaping @MainActor @Sendable ([CompiledLayout?]) -> Void
  ) {
    // The list's own compiler brings the workers' shapes together.
    pool.map(requests, in: environment, state: { LayoutCompiler() }) { compiler, request, context in
      request.template.compile(any: request.content, with: &compiler) { context.prepared($0) }
    } done: { rows in
      MainLoop.perform { done(rows) }
    }
  }
}
