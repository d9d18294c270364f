import CGtk
import LayoutCore
import VirtualList

/// The rows of an article as the content of a list with one section.
final class ArticleDataSource: ListDataSource {
  var document = ArticleDocument()
  weak var view: ArticleView?
  /// A number that is another one for each document, so that nothing known of one is taken for that of another.
  private(set) var generation: UInt64 = 0
  /// Rows that were changed since the document was shown, with how often.
  private var changes: [Int: UInt64] = [:]
  /// The highest cells of wide tables' rows that were too low without knowing them, by row.
  private var highestCells: [Int: Int] = [:]
  /// How often all rows were changed.
  private var changesOfAll: UInt64 = 0

  /// Shows another document.
  func show(_ document: ArticleDocument) {
    self.document = document
    generation += 1
    changes = [:]
    highestCells = [:]
  }

  /// A row of a wide table is as high as one of its cells.
  func setHighestCell(_ cell: Int, ofRow row: Int) { highestCells[row] = cell }

  /// The fonts of tables are other ones.
  func forgetHighestCells() { highestCells = [:] }

  /// The columns of tables are other ones.
  func forgetHighestCells(in rows: [Int]) { for row in rows { highestCells[row] = nil } }

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
      key: ItemKey("\(generation).\(index)"), revision: revision(ofRow: index))
  }

  /// A number that grows when a row of the document shows something else.
  func revision(ofRow row: Int) -> UInt64 {
    changesOfAll << 32 | (changes.isEmpty ? 0 : changes[row] ?? 0)
  }

  func listView(_ list: ListView, contentOf element: ListElement) -> any Sendable {
    content(ofRow: Self.index(of: element))
  }

  /// What a row shows.
  func content(ofRow index: Int) -> ArticleRow {
    var row = document.row(at: index)
    if case .table(let table) = row.sidewaysGroup { row.columns = view?.columns(ofTable: table) }
    row.highestCell = highestCells[index]
    row.codeLine = view?.codeLine(of: row)
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
