import GtkInterop
import LayoutCore
import PangoText
import PangoText

/// Prepares the texts of rows on worker threads, a batch at a time.
///
/// What comes back is a value, handed over in the main loop; the list measures it by arithmetic when it has time.
final class RowPreparation {
  /// A row to be prepared, as it was when it was asked for.
  struct Request: Sendable {
    let row: RowIndexPath
    let identity: ItemIdentity
    let content: RowContent
  }

  private let pool = TextPreparationPool(threadCount: TextPreparationPool.coreCount)

  /// - Parameter done: Called in the main loop with what became of each request, in their order: nil where arithmetic
  ///   can't tell the row.
  func prepare(
    _ requests: [Request], in environment: TextEnvironment,
    done: @escaping @MainActor @Sendable ([PreparedRow?]) -> Void
  ) {
    let texts = requests.flatMap(\.content.entryTexts)
    pool.prepare(texts, in: environment) { results in
      // The results stand in the order in which the rows' texts were asked for.
      var rest = results[...]
      let rows = requests.map { request in
        var texts: [TextStyle: PreparedText] = [:]
        for text in request.content.entryTexts { texts[text.style] = rest.removeFirst() }
        return PreparedRow(request.content, revision: request.identity.revision) { texts[$1] }
      }
      MainLoop.perform { done(rows) }
    }
  }
}
