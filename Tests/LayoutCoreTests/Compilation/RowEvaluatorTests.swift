import Expectations
import LayoutCore
import Testing

@Suite("Row evaluator")
struct RowEvaluatorTests {
  /// Texts of characters of one width. Records the queries.
  private final class Texts: TextExtentsSource {
    var lengths: [Int]
    var questions: [PangoUnits?] = []

    init(_ lengths: [Int]) { self.lengths = lengths }

    func extents(ofText index: Int, width: PangoUnits?, maximumLineCount: Int) -> TextExtents? {
      questions.append(width)
      return EstimatedText(length: lengths[index], characterWidth: 10 * 1024, lineHeight: 20 * 1024)
        .extents(width: width, maximumLineCount: maximumLineCount)
    }
  }

  private static func text(lines: Int = 0) -> LayoutElement {
    .text(TextElement("", style: TextStyleID(rawValue: 0), maximumLineCount: lines))
  }

  /// A picture and two texts, as in a typical row.
  private static func row(picture: Double = 48) -> LayoutElement {
    let column = LayoutElement.stack(
      Stack(direction: .vertical, spacing: 4), [text(lines: 2), text(lines: 6)]
    ).styled {
      $0.flexGrow = 1
      $0.flexShrink = 1
    }
    return .inset(
      EdgeInsets(10), .stack(Stack(spacing: 12), [.box(width: picture, height: picture), column]))
  }

  /// A name of any length beside a text that takes the remaining width.
  private static let textSizedRow = LayoutElement.stack(
    Stack(),
    [
      text(),
      text().styled {
        $0.flexGrow = 1
        $0.flexShrink = 1
      },
    ])

  @Test func aPlanQueriesEachTextOnceAtItsWidth() {
    var compiler = LayoutCompiler()
    let shape = compiler.compile(Self.row(), row: RowConstraints(accessory: .disclosure)).shape
    let evaluator = RowEvaluator(metrics: RowMetrics(width: 300), scale: 2)
    let texts = Texts([10, 40])
    for _ in 0..<10 { _ = evaluator.height(of: shape, texts: texts) }
    expect(evaluator.planCount, equals: 1)
    texts.questions = []
    // 300 without 34 for the accessory, 20 for the insets, 48 and 12 for the picture: 18 characters in a line.
    expect(evaluator.height(of: shape, texts: texts), equals: (20 + 4 + 3 * 20 + 20) * 2 + 1)
    expect(texts.questions, equals: [186 * 1024, 186 * 1024])
  }

  @Test func widthsThatDependOnTextsAreSolvedForEachRow() {
    var compiler = LayoutCompiler()
    let shape = compiler.compile(Self.textSizedRow).shape
    let evaluator = RowEvaluator(metrics: RowMetrics(width: 300, separator: .none), scale: 1)
    for length in [1, 5, 10, 15, 20, 25, 28] {
      let perLine = 30 - length
      expect(
        evaluator.height(of: shape, texts: Texts([length, 60])), equals: (60 + perLine - 1) / perLine * 20)
    }
    expect(evaluator.planCount, equals: 0)
  }

  @Test func newMetricsMakeNewPlans() {
    var compiler = LayoutCompiler()
    let shape = compiler.compile(Self.row()).shape
    let evaluator = RowEvaluator(metrics: RowMetrics(width: 300), scale: 1)
    let texts = Texts([10, 40])
    for (width, lines) in [(300, 2), (180, 4), (300, 2), (90, 6)] {
      evaluator.update(metrics: RowMetrics(width: Double(width)), scale: 1)
      expect(evaluator.planCount, equals: 0)
      for _ in 0..<8 {
        let title = width == 90 ? 2 : 1
        expect(evaluator.height(of: shape, texts: texts), equals: max(48, (title + lines) * 20 + 4) + 20 + 1)
      }
      expect(evaluator.planCount, equals: 1)
    }
  }

  /// A picture of another size in each row makes another shape for each row.
  @Test func plansAreBounded() {
    var compiler = LayoutCompiler()
    let evaluator = RowEvaluator(metrics: RowMetrics(width: 400, separator: .none), scale: 1)
    for side in 1...1000 {
      let shape = compiler.compile(Self.row(picture: Double(side) / 4)).shape
      let expected = shape.measure(
        fitting: SizeRange(min: Size(width: 400, height: 0), max: Size(width: 400, height: .infinity)),
        scale: 1, texts: Texts([10, 40]), scratch: LayoutScratch())
      for _ in 0..<6 {
        expect(
          evaluator.height(of: shape, texts: Texts([10, 40])), equals: expected.map { Int($0.size.height) })
      }
    }
    expect(compiler.shapeCount, equals: 1000)
    expect((100...300).contains(evaluator.planCount))
  }

  /// Results are kept for each plan: for fewer plans of rows with more texts.
  @Test func resultsOfPlansAreBounded() {
    var compiler = LayoutCompiler()
    let evaluator = RowEvaluator(metrics: RowMetrics(width: 400, separator: .none), scale: 1)
    let texts = Texts([Int](repeating: 10, count: 60))
    for side in 1...100 {
      let row = LayoutElement.stack(
        Stack(direction: .vertical, spacing: Double(side)), (0..<60).map { _ in Self.text() })
      let shape = compiler.compile(row).shape
      for _ in 0..<6 { expect(evaluator.height(of: shape, texts: texts), equals: 60 * 20 + 59 * side) }
    }
    expect((10...20).contains(evaluator.planCount))
  }

  @Test func heightsBeyondThirtyTwoBitsAreExact() {
    var compiler = LayoutCompiler()
    let shape = compiler.compile(Self.text()).shape
    let evaluator = RowEvaluator(metrics: RowMetrics(width: 10, separator: .none), scale: 1)
    for _ in 0..<8 { expect(evaluator.height(of: shape, texts: Texts([1_000_000])), equals: 20_000_000) }
  }

  @Test func unknownTextsGiveNoHeight() {
    struct NoTexts: TextExtentsSource {
      func extents(ofText index: Int, width: PangoUnits?, maximumLineCount: Int) -> TextExtents? { nil }
    }
    var compiler = LayoutCompiler()
    let evaluator = RowEvaluator(metrics: RowMetrics(width: 300), scale: 1)
    for element in [Self.row(), Self.textSizedRow] {
      let shape = compiler.compile(element).shape
      for _ in 0..<8 { expect(evaluator.height(of: shape, texts: NoTexts()) == nil) }
    }
  }

  /// The lengths of a row are in any order, and a text may have none.
  @Test func aShapeEstimatorAgreesWithItsEvaluator() {
    var compiler = LayoutCompiler()
    let metrics = EstimatedText(length: 0, characterWidth: 10 * 1024, lineHeight: 20 * 1024)
    for element in [Self.row(), Self.textSizedRow] {
      let shape = compiler.compile(element).shape
      let evaluator = RowEvaluator(metrics: RowMetrics(width: 300), scale: 2)
      let both = ShapeEstimator(shape, metrics: [metrics, metrics], lengths: [2, 0], evaluator: evaluator)
      let second = ShapeEstimator(
        shape, metrics: [metrics, metrics], lengths: [nil, 3], evaluator: evaluator)
      for title in [0, 1, 7, 19, 28, 400] {
        for preview in [0, 5, 60, 1000] {
          let (first, last) = (Int32(title), Int32(preview))
          expect(
            both.height(lengths: [last, 9, first, 9]),
            equals: evaluator.height(of: shape, texts: Texts([title, preview])))
          expect(
            second.height(lengths: [9, 9, first, last]),
            equals: evaluator.height(of: shape, texts: Texts([0, preview])))
        }
      }
    }
  }

  @Test func estimatesCountTheLinesThatTheCharactersFill() {
    let text = EstimatedText(length: 50, characterWidth: 1000, lineHeight: 2000)
    expect(text.extents(width: nil, maximumLineCount: 0).width, equals: 50_000)
    expect(text.extents(width: 50_000, maximumLineCount: 0).lineCount, equals: 1)
    expect(text.extents(width: 49_999, maximumLineCount: 0).height, equals: 4000)
    let cut = text.extents(width: 10_000, maximumLineCount: 3)
    expect(cut.height == 6000 && cut.isTruncated && cut.width == 10_000)
    expect(text.extents(width: 0, maximumLineCount: 0).lineCount, equals: 50)
  }
}
