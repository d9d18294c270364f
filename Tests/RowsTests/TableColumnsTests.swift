import Expectations
import FeedViewerFeeds
import LayoutCore
import PangoText
import RandomNumbers
import Testing

@testable import FeedViewerRows

/// The widths of a table's columns: what they are, and what cells get of them.
@Suite struct TableColumnsTests {
  private struct Cell {
    var columns: Range<Int>
    var least: Double
    var preferred: Double
  }

  private static func cells(columns: Int, random: inout SplitMix64) -> [Cell] {
    (0..<Int.random(in: 1...12, using: &random)).map { _ in
      let first = Int.random(in: 0..<columns, using: &random)
      let count = random.chance(0.7) ? 1 : Int.random(in: 1...columns - first, using: &random)
      let least = Double(Int.random(in: 0...90, using: &random))
      return Cell(
        columns: first..<first + count, least: least,
        preferred: least + Double(Int.random(in: 0...200, using: &random)))
    }
  }

  /// CSS 2.2, section 17.5.2.2, word by word: cells of one column first, then those that span several.
  private static func model(_ cells: [Cell], columns: Int) -> (least: [Double], preferred: [Double]) {
    var least = Array(repeating: 0.0, count: columns)
    var preferred = least
    for cell in cells where cell.columns.count == 1 {
      least[cell.columns.lowerBound] = max(least[cell.columns.lowerBound], cell.least)
      preferred[cell.columns.lowerBound] = max(preferred[cell.columns.lowerBound], cell.preferred)
    }
    for cell in cells where cell.columns.count > 1 {
      let missing = cell.least - cell.columns.map { least[$0] }.reduce(0, +)
      let wanted = cell.preferred - cell.columns.map { preferred[$0] }.reduce(0, +)
      for column in cell.columns {
        least[column] += max(missing, 0) / Double(cell.columns.count)
        preferred[column] += max(wanted, 0) / Double(cell.columns.count)
        preferred[column] = max(preferred[column], least[column])
      }
    }
    return (least, preferred)
  }

  @Test(arguments: 0..<200 as Range<UInt64>) func widthsAreThoseOfCSS(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...6, using: &random)
    let cells = Self.cells(columns: count, random: &random)
    var columns = TableColumns(count: count)
    for isSpan in [false, true] {
      for cell in cells where (cell.columns.count > 1) == isSpan {
        columns.fit(cell.columns, preferred: cell.preferred) { cell.least }
      }
    }
    let model = Self.model(cells, columns: count)
    for column in 0..<count {
      expect(abs(columns.least[column] - model.least[column]) < 1e-6, "seed \(seed)")
      expect(abs(columns.preferred[column] - model.preferred[column]) < 1e-6, "seed \(seed)")
    }
  }

  @Test func longestWordsAreMeasuredOnlyWhereTheyMatter() {
    var columns = TableColumns(count: 1)
    columns.fit(0..<1, preferred: 100) { 80 }
    var asked = 0
    columns.fit(0..<1, preferred: 80) {
      asked += 1
      return 70
    }
    expect(asked, equals: 0)
    expect(columns.least == [80] && columns.preferred == [100])
  }

  // MARK: Cells

  /// The left edges and widths of the cells of a row at a width of the page.
  private func frames(
    _ columns: TableColumns, spans: [Int], width: Double, isRightToLeft: Bool = false
  ) throws -> [(x: Double, width: Double)] {
    var row = ArticleRow(.tableRow(isHeader: false))
    row.cells = spans.map {
      var cell = ArticleTableCell("x")
      cell.span = $0
      return cell
    }
    row.columns = columns
    row.isRightToLeft = isRightToLeft
    let template = ArticleTemplate(.tableRow(isHeader: false), ArticleTypography(), ArticleAppearance())
    let element = try require(template.makeElement(for: row))
    let context = LayoutContext(environment: LayoutEnvironment()) { _, width in
      TextExtents(
        width: min(width ?? 1024, 1024), height: 1024, lineCount: 1, firstBaseline: 1024, lastBaseline: 1024)
    }
    let layout = element.layout(
      fitting: SizeRange(width: width...width, height: 0...Double.infinity), in: context)
    let padding = ArticleTypography.cellPadding.horizontal
    return layout.flattened()
      .filter { ($0.tag?.rawValue ?? 0) >= ElementTag.articleCell.rawValue }
      .sorted { $0.tag!.rawValue < $1.tag!.rawValue }
      .map { ($0.frame.minX - padding, $0.frame.size.width + 2 * padding) }
  }

  /// Columns as CSS distributes a width: each gets its least width, and its part of the rest.
  private func distributed(_ columns: TableColumns, _ width: Double) -> [Double] {
    let padding = 2 * ArticleTypography.cellPadding.horizontal
    let least = columns.least.map { $0 + padding }
    let preferred = columns.preferred.map { $0 + padding }
    let (low, high) = (least.reduce(0, +), preferred.reduce(0, +))
    if width >= high { return preferred }
    if width <= low { return least }
    return zip(least, preferred).map { $0 + ($1 - $0) * (width - low) / (high - low) }
  }

  @Test(arguments: 0..<60 as Range<UInt64>) func cellsHaveTheWidthsOfTheirColumns(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...6, using: &random)
    var columns = TableColumns(count: count)
    for column in 0..<count {
      let least = Double(Int.random(in: 5...120, using: &random))
      let preferred = least + Double(Int.random(in: 0...300, using: &random))
      columns.fit(column..<column + 1, preferred: preferred) { least }
    }
    let page = Double(Int.random(in: 200...700, using: &random))
    let room = min(page - 2 * ArticleTypography().margin, 620)
    let expected = distributed(columns, room)
    let single = try frames(columns, spans: Array(repeating: 1, count: count), width: page)
    for column in 0..<count {
      // Widths are whole pixels.
      expect(abs(single[column].width - expected[column]) <= 1, "seed \(seed), column \(column)")
    }
    // A row with a cell across the first columns has the same edges, apart from rounding.
    let span = Int.random(in: 1...count, using: &random)
    let spanning = try frames(
      columns, spans: [span] + Array(repeating: 1, count: count - span), width: page)
    for (index, frame) in spanning.enumerated().dropFirst() {
      expect(abs(frame.x - single[index + span - 1].x) <= Double(count), "seed \(seed)")
    }
  }

  @Test func aTableIsAsNarrowAsItPrefersAtTheSideWhereItsLinesBegin() throws {
    var columns = TableColumns(count: 2)
    for column in 0..<2 { columns.fit(column..<column + 1, preferred: 40) { 20 } }
    let left = try frames(columns, spans: [1, 1], width: 700)
    expect(left.map(\.width), equals: [56, 56])
    expect(left[0].x < left[1].x && left[0].x < 100)
    let right = try frames(columns, spans: [1, 1], width: 700, isRightToLeft: true)
    expect(right[0].x > right[1].x && right[0].x > 500)
  }

  // MARK: Estimates

  @Test func estimatesAddUpTheCharactersOfLinesAndWords() {
    var row = ArticleBlock(kind: .tableRow(isHeader: false), text: "nn nnnn\tnn\nnnn nnnn\t日本語")
    row.table = 0
    var second = ArticleBlock(kind: .tableRow(isHeader: false), text: "nnn nnnn nnnn nnnn\tn")
    second.table = 0
    second.cells = [ArticleCell(span: 2), ArticleCell()]
    let other = ArticleBlock(text: "not a row of the table, but very long")
    let article = Article(
      blocks: [row, other, second], tables: [ArticleTable(blocks: 0..<3, columnCount: 3)])
    let estimate = TableEstimate(of: 0, in: article)
    expect(estimate.cellCount, equals: 5)
    // A letter of this kind is 1.4 characters wide, a space 0.4 and an ideograph 2.2.
    expect(isEqual(estimate.columns.least, [5.6, 5.6, 2.2]))
    // The cell of two columns is 22.2 characters wide, and both together 19.
    expect(isEqual(estimate.columns.preferred, [10.4, 11.8, 6.6]))
  }

  private func isEqual(_ some: [Double], _ others: [Double]) -> Bool {
    some.count == others.count && zip(some, others).allSatisfy { abs($0 - $1) < 1e-6 }
  }

  /// Otherwise words would be broken. Words of few letters are those that an average says least of.
  @Test(arguments: ["Sans 10", "Noto Sans 11", "DejaVu Sans 11", "Noto Serif 10"])
  func wordsAreNoWiderThanTheirEstimates(font: String) throws {
    let system = TextSystem(font: font)
    var random = SplitMix64(seed: 41)
    let style = ArticleTypography().style(of: .tableRow(isHeader: false))
    let average = Double(system.approximateMetrics(style).characterWidth)
    var words = ["word", "WWW", "mmm", "www", "0.15", "of", "GOOD", "MOM", "Æß", "日本"]
    for length in 1...12 {
      for letters in ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789.,-"] {
        words.append(String((0..<length).map { _ in letters.randomElement(using: &random)! }))
      }
    }
    for word in words {
      var row = ArticleBlock(kind: .tableRow(isHeader: false), text: word)
      row.table = 0
      let article = Article(blocks: [row], tables: [ArticleTable(blocks: 0..<1, columnCount: 1)])
      let estimate = TableEstimate(of: 0, in: article).columns.preferred[0] * average
      let width = Double(system.extents(of: system.element(word, style: style), width: nil).width)
      expect(width <= estimate, "\(word)")
      expect(estimate < width * 2.2, "\(word)")
    }
  }

  @Test func rowsHaveAllOfTheirCells() {
    let names = (0..<1_000).map { "c\($0)" }
    let block = ArticleBlock(kind: .tableRow(isHeader: false), text: names.joined(separator: "\t"))
    expect(block.tableCells.map(\.text), equals: names)
    // Such rows are laid out as cells, not as text.
    expect(block.pieces(number: 0).count, equals: 1)
  }

  /// A few cells that claim to span a thousand columns each must not cost the memory of as many columns.
  @Test func columnsAreLimitedByTheNumberOfCells() {
    var row = ArticleBlock(kind: .tableRow(isHeader: false), text: "a\tb\tc")
    row.table = 0
    row.cells = Array(repeating: ArticleCell(span: 1_000), count: 3)
    let article = Article(blocks: [row], tables: [ArticleTable(blocks: 0..<1, columnCount: 3_000)])
    expect(TableEstimate(of: 0, in: article).columns.count, equals: TableColumns.leastCountOfWide - 1)
  }
}
