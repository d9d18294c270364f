import CGtk
import GtkInterop
import LayoutCore
import VirtualList

/// What is found out about one document while it is shown, and what waits to be done in its rows.
///
/// Rows are known by their numbers, which mean others in the next document. Each document has work of its own, and when
/// another one is shown, its work ends with it: nothing that was begun for one document reaches the rows of another.
final class DocumentWork {
  let tables: ArticleTables
  /// Divides long texts at the ends of their lines.
  let flow: ArticleFlow
  /// Measures all cells of wide tables.
  let highestCells: HighestCells
  /// Measures long lines of code.
  let codeLines: CodeLines
  weak var view: ArticleView? {
    didSet { (flow.view, highestCells.view, codeLines.view) = (view, view, view) }
  }
  /// The place to go to as soon as its row is there.
  var pendingPlace: ReadingPlace?
  private let list: ListView
  private var changedRows: Set<Int> = []
  private var reloading: IdleSource?

  init(of list: ListView) {
    self.list = list
    tables = ArticleTables(of: list)
    flow = ArticleFlow(of: list)
    highestCells = HighestCells(of: list)
    codeLines = CodeLines(of: list)
  }

  /// Whether everything that is found in idle time is known, and the rows are laid out with it.
  var isFinished: Bool {
    flow.isFinished && highestCells.isFinished && codeLines.isFinished && reloading == nil
  }

  /// Lays rows out again that have other contents, as soon as the list is not being laid out.
  func reload(_ rows: some Sequence<Int>) {
    changedRows.formUnion(rows)
    guard !changedRows.isEmpty, reloading == nil else { return }
    reloading = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
      guard let self else { return .done }
      reloading = nil
      let rows = changedRows.sorted()
      changedRows = []
      list.reloadRows(rows.map { RowIndexPath(section: 0, row: $0) })
      return .done
    }
  }
}
