import Expectations
import Testing

@testable import FeedViewerRows

/// Rows of tables with very many columns: where their cells are, and which of them decide their height.
@Suite struct WideTableRowTests {
  private func row(
    _ texts: [String], spans: [Int] = [], width: Double = 40, count: Int? = nil, highest: Int? = nil
  ) -> WideTableRow {
    let cells = texts.enumerated().map { index, text in
      var cell = ArticleTableCell(text)
      if spans.indices.contains(index) { cell.span = spans[index] }
      return cell
    }
    var columns = TableColumns(count: count ?? texts.count)
    for column in 0..<columns.count { columns.fit(column..<column + 1, preferred: width) { width } }
    return WideTableRow(cells, columns, highest: highest, padding: 8, characterWidth: 10)
  }

  @Test func cellsStandSideBySideAtTheirLeastWidths() {
    let row = row(["a", "b", "c"], spans: [1, 2, 1], count: 5)
    expect(row.width, equals: 5 * 56)
    expect(row.room(ofCell: 0, isMirrored: false), equals: 8..<48)
    expect(row.room(ofCell: 1, isMirrored: false), equals: 64..<160)
    expect(row.room(ofCell: 2, isMirrored: false), equals: 176..<216)
    expect(row.room(ofCell: 0, isMirrored: true), equals: 232..<272)
  }

  /// A span that leaves no column for the cells after it is shortened.
  @Test func everyCellHasAColumn() {
    let row = row(["a", "b", "c"], spans: [1_000, 1_000, 1], count: 61)
    var last = 0.0
    for number in 0..<3 {
      let room = row.room(ofCell: number, isMirrored: false)
      expect(room.lowerBound >= last && room.upperBound - room.lowerBound >= 40)
      last = room.upperBound
    }
    expect(last <= row.width)
  }

  @Test func cellsThatMayBeTheHighestAreMeasuredUntilItIsKnown() {
    var texts = Array(repeating: "x", count: 1_000)
    expect(row(texts).measured, equals: [0])
    texts[700] = "some words of a longer cell"
    texts[3] = "日本"
    expect(row(texts).measured, equals: [0, 3, 700])
    expect(row(Array(repeating: "some words in it", count: 1_000)).measured.count <= 25)
    expect(row(texts, highest: 5).measured, equals: [5])
    expect(row(Array(repeating: "", count: 70)).measured.isEmpty)
  }
}
