import CGtk
import LayoutCore
import VirtualList

/// The rows of an article as the content of a list with one section.
final class ArticleDataSource: ListDataSource {
  var document = ArticleDocument()
  /// The widths of a table's columns.
  var columns: (_ table: Int) -> TableColumns? = { _ in nil }
  /// A number that is another one for each document, so that nothing known of one is taken for that of another.
  private(set) var generation: UInt64 = 0
  /// Rows that were changed since the document was shown, with how often.
  private var changes: [Int: UInt64] = [:]
  /// Cells of wide tables that are higher than their rows were, by row.
  private var tallCells: [Int: Set<Int>] = [:]
  /// How often all rows were changed.
  private var changesOfAll: UInt64 = 0

  /// Shows another document.
  func show(_ document: ArticleDocument) {
    self.document = document
    generation += 1
    changes = [:]
    tallCells = [:]
  }

  /// A cell of a wide table is higher than its row.
  ///
  /// - Returns: Whether that was not known.
  func addTallCell(_ cell: Int, inRow row: Int) -> Bool {
    guard tallCells[row, default: []].insert(cell).inserted else { return false }
    changed(row)
    return true
  }

  /// The content of a row is another one.
  func changed(_ row: Int) { changes[row, default: 0] += 1 }

  /// All rows look different.
  func changedAll() { changesOfAll += 1 }

  func numberOfSections(in list: ListView) -> Int { 1 }

  func listView(_ list: ListView, numberOfRowsInSection section: Int) -> Int { document.count }

  func listView(_ list: ListView, identityOf element: ListElement) -> ItemIdentity {
    let index = Self.index(of: element)
    return ItemIdentity(
      template: ArticleTemplate.identifier(of: document.kind(at: index)),
      key: ItemKey("\(generation).\(index)"),
      revision: changesOfAll << 32 | (changes.isEmpty ? 0 : changes[index] ?? 0))
  }

  func listView(_ list: ListView, contentOf element: ListElement) -> any Sendable {
    var row = document.row(at: Self.index(of: element))
    if case .table(let table) = row.sidewaysGroup { row.columns = columns(table) }
    if let cells = tallCells[Self.index(of: element)] { row.tallCells = cells }
    return row
  }

  func listView(_ list: ListView, estimateOf element: ListElement) -> RowEstimate {
    let index = Self.index(of: element)
    var lengths = TextLengths()
    lengths[.articleText] = document.estimatedLength(at: index)
    return RowEstimate(
      template: ArticleTemplate.identifier(of: document.kind(at: index)), textLengths: lengths)
  }

  private static func index(of element: ListElement) -> Int {
    guard case .row(let row) = element else { preconditionFailure("An article has no section headers.") }
    return row.row
  }
}
