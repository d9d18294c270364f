import Expectations
import FeedViewerFeeds
import Testing

@testable import FeedViewerRows

/// The distances between the rows of a document.
@Suite struct ArticleSpacingTests {
  private func spaces(_ blocks: [ArticleBlock]) -> [Double] {
    var document = ArticleDocument()
    document.append(Article(blocks: blocks))
    return (0..<document.count).map { document.row(at: $0).spaceAbove }
  }

  private func item(_ number: Int?, depth: Int = 1) -> ArticleBlock {
    ArticleBlock(
      kind: .listItem(number.map { .number($0, .decimal) } ?? .bullet), text: "x", listDepth: depth)
  }

  @Test func listsStandApartFromEachOther() {
    let paragraphs = spaces([ArticleBlock(text: "a"), ArticleBlock(text: "b")])[1]
    let items = spaces([item(1), item(2), item(nil), item(nil)])
    expect(items[1] == items[3] && items[1] < paragraphs)
    expect(items[2], equals: paragraphs)
    // Also after a nested list, and after a paragraph of an item.
    let nested = spaces([item(1), item(nil, depth: 2), item(nil)])
    expect(nested[1] == items[1] && nested[2] == paragraphs)
    let inner = spaces([item(nil), ArticleBlock(text: "in the item", listDepth: 1), item(1)])
    expect(inner[1] == items[1] && inner[2] == paragraphs)
    // Items of one list are together, whatever is between them.
    let same = spaces([item(1), item(nil, depth: 2), item(2)])
    expect(same[2], equals: items[1])
  }

  @Test func tablesStandApartFromEachOther() {
    func row(_ table: Int) -> ArticleBlock {
      var block = ArticleBlock(kind: .tableRow(isHeader: false), text: "x")
      block.table = table
      return block
    }
    var document = ArticleDocument()
    document.append(
      Article(
        blocks: [row(0), row(0), row(1)],
        tables: [ArticleTable(blocks: 0..<2, columnCount: 1), ArticleTable(blocks: 2..<3, columnCount: 1)]))
    let rows = (0..<3).map { document.row(at: $0) }
    expect(rows[1].spaceAbove == 0 && rows[2].spaceAbove > 10)
    expect(rows[1].separator == .lineFeed && rows[2].separator == .blankLine)
    expect(rows.map(\.isLastOfSidewaysGroup), equals: [false, true, true])
    expect(rows.map(\.sidewaysGroup), equals: [.table(0), .table(0), .table(1)])
  }

  @Test func captionsAreNextToTheirPictures() {
    func block(_ kind: ArticleBlock.Kind, figure: Int?) -> ArticleBlock {
      var block = ArticleBlock(kind: kind, text: "x")
      block.figure = figure
      return block
    }
    let image = ArticleBlock.Kind.image(ArticleImage(sources: [.init(reference: "a.png")]))
    let after = spaces([block(image, figure: 0), block(.caption, figure: 0), block(image, figure: 1)])
    let before = spaces([block(.caption, figure: 0), block(image, figure: 0), block(.caption, figure: 1)])
    expect(after[1], equals: before[1])
    expect(after[1] < after[2] && before[1] < before[2])
  }
}
