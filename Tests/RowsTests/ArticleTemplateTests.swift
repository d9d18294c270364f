import Expectations
import FeedViewerFeeds
import LayoutCore
import PangoText
import RandomNumbers
import Testing

@testable import FeedViewerRows
@testable import VirtualList

/// Heights of every kind of row: the arithmetic of compiled rows gives those of layouts by Pango.
@Suite struct ArticleTemplateTests {
  private static let words =
    "a the of reading Unterstützungsmöglichkeiten quick-brown fox, jumps 1,000 日本語の文章 مرحبا x".split(
      separator: " ")

  /// Indentations grow with the user's font, as the texts do.
  @Test func lengthsGrowWithTheFont() {
    func template(_ typography: ArticleTypography) -> ArticleTemplate {
      ArticleTemplate(.item, typography, ArticleAppearance())
    }
    var row = ArticleRow(.item, "Text")
    row.indentation = 2
    let usual = template(ArticleTypography()).minimumWidth(of: row)
    let zoomed = template(ArticleTypography(zoom: 2)).minimumWidth(of: row)
    expect(zoomed > usual)
    expect(template(ArticleTypography(fontScale: 2)).minimumWidth(of: row), equals: zoomed)
  }

  /// Blocks are as far apart at any size of the text; what is between the lines grows with them, and is around them, too.
  @Test func distancesBetweenBlocksStayWhenTheTextGrows() {
    var row = ArticleRow(.paragraph, "Text")
    row.spaceAbove = 15
    let (usual, zoomed) = (ArticleTypography(), ArticleTypography(zoom: 2))
    let half = ArticleTypography.halfLeading
    expect(usual.spaces(of: row) == (15 + half, half) && zoomed.spaces(of: row) == (15 + 2 * half, 2 * half))
    row.isContinued = true
    expect(zoomed.spaces(of: row) == (15 + 2 * half, 0), "The paragraph goes on in the next row.")
    row.isContinuation = true
    row.spaceAbove = 0
    expect(zoomed.spaces(of: row) == (0, 0))
    var picture = ArticleRow(.picture)
    picture.spaceAbove = 18
    expect(zoomed.spaces(of: picture) == (18, 0))
    expect(zoomed.spaces(of: ArticleRow(.title, "Second piece")) == (0, 0))
  }

  private static func text(_ random: inout SplitMix64, upTo limit: Int) -> String {
    (0..<Int.random(in: 1...limit, using: &random)).map { _ in
      String(words[Int.random(in: words.indices, using: &random)])
    }.joined(separator: " ")
  }

  private static func row(_ kind: ArticleRow.Kind, _ random: inout SplitMix64) -> ArticleRow {
    var row = ArticleRow(kind, text(&random, upTo: 60))
    if random.chance(0.3) {
      row.runs = [ArticleRun(range: 0..<1, style: .strong, link: "https://example.org/")]
    }
    row.spaceAbove = Double(Int.random(in: 0...20, using: &random))
    row.isRightToLeft = random.chance(0.3)
    row.quoteDepth = Int.random(in: 0...2, using: &random)
    row.indentation = Int.random(in: 0...3, using: &random)
    switch kind {
    case .item:
      row.marker = "1000."
      row.markerLengths = Array(repeating: 0, count: row.indentation) + [5]
    case .summary: row.disclosure = (0, random.chance(0.5))
    case .picture:
      row.text = ""
      row.picture = ArticlePicture(
        path: "/none.png", words: "", size: random.chance(0.5) ? Size(width: 300, height: 200) : nil)
    case .rule: row.text = ""
    case .tableRow:
      row.text = ""
      let count = Int.random(in: 1...6, using: &random)
      row.cells = (0..<count).map { _ in ArticleTableCell(text(&random, upTo: 12)) }
      var columns = TableColumns(count: count)
      for column in 0..<count {
        let least = Double(Int.random(in: 10...150, using: &random))
        columns.fit(column..<column + 1, preferred: least + 100) { least }
      }
      row.columns = random.chance(0.8) ? columns : nil
    default: break
    }
    return row
  }

  @Test(arguments: ArticleTemplate.kinds) func compiledHeightsAreThoseOfLayouts(kind: ArticleRow.Kind) throws
  {
    let system = TextSystem(font: "Sans 11")
    var random = SplitMix64(seed: UInt64(ArticleTemplate.kinds.firstIndex(of: kind) ?? 0))
    var compiledCount = 0
    for number in 0..<8 {
      let template = ArticleTemplate(
        kind,
        ArticleTypography(zoom: number.isMultiple(of: 2) ? 1 : 1.5, measure: 500, wrapsCode: number == 3),
        ArticleAppearance())
      let row = Self.row(kind, &random)
      var compiler = LayoutCompiler()
      // The few texts that can't be prepared are measured by layouts.
      let prepared = template.compile(any: row, with: &compiler) {
        system.element($0.string, style: TextStyle($0.style), attributes: $0.attributes).prepared
      }
      guard let compiled = prepared else { continue }
      compiledCount += 1
      let element = try require(template.makeElement(for: row))
      let context = LayoutContext(environment: LayoutEnvironment()) { text, width in
        system.extentsByPango(
          of: text, in: LineConstraint(width: width, maximumLineCount: text.maximumLineCount))
      }
      let evaluator = RowEvaluator(metrics: RowMetrics(width: 1), scale: 1)
      for _ in 0..<6 {
        let width = Double(Int.random(in: 240...900, using: &random))
        evaluator.update(metrics: RowMetrics(width: width, separator: .none), scale: 1)
        let content = max(width, template.minimumWidth(of: row))
        let layout = element.layout(
          fitting: SizeRange(width: content...content, height: 0...Double.infinity), in: context)
        let height = evaluator.height(of: compiled)
        // Arithmetic may give up, but it never gives another height.
        expect(height == nil || Double(height!) == layout.size.height, "\(kind) at \(width)")
      }
    }
    expect(compiledCount > 0)
  }

  @Test func codeIsAsHighAsItsLinesAndWrapsByASwitch() throws {
    let system = TextSystem(font: "Sans 11")
    func height(_ lines: String, wraps: Bool) throws -> Double {
      let template = ArticleTemplate(
        .code, ArticleTypography(measure: 400, wrapsCode: wraps), ArticleAppearance())
      let element = try require(template.makeElement(for: ArticleRow(.code, lines)))
      let context = LayoutContext(environment: LayoutEnvironment()) { text, width in
        system.extentsByPango(of: text, in: LineConstraint(width: width))
      }
      return element.layout(
        fitting: SizeRange(width: 500...500, height: 0...Double.infinity), in: context
      ).size.height
    }
    let long = Array(repeating: "word", count: 60).joined(separator: " ")
    try expect(height("a\n\(long)", wraps: false), equals: height("a\nb", wraps: false))
    try expect(height("a\n\(long)", wraps: true) > height("a\nb", wraps: true) + 40)
  }
}
