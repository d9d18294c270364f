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
    let content: any Sendable
  }

  /// Each thread has fonts of its own, which take three to five megabytes in a list of many scripts.
  private static let threadLimit = 4

  private var pool = makePool()

  private static func makePool() -> TextPreparationPool {
    TextPreparationPool(threadCount: min(TextPreparationPool.coreCount, threadLimit))
  }

  /// Frees what the workers keep: fonts and shaped words.
  func dropCaches() { pool = Self.makePool() }

  /// - Parameter done: Called in the main loop with the result of each request, in order; nil for rows whose height can't
  ///   be computed by arithmetic.
  func prepare(
    _ requests: [Request], in environment: TextEnvironment,
    done: @escaping @MainActor @Sendable ([CompiledLayout?]) -> Void
  ) {
    // The list's own compiler merges the shapes that the workers' compilers have found.
    pool.map(requests, in: environment, state: { LayoutCompiler() }) { compiler, request, context in
      request.template.compile(any: request.content, with: &compiler) { context.prepared($0) }
    } done: { rows in
      MainLoop.perform { done(rows) }
    }
  }
}
