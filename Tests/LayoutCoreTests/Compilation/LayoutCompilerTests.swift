import Expectations
import LayoutCore
import Testing

@Suite("Layout compiler")
struct LayoutCompilerTests {
  private func row(_ title: String, lines: Int = 2, spacing: Double = 4, isWide: Bool = false)
    -> LayoutElement
  {
    .stack(
      Stack(direction: .vertical, spacing: spacing),
      [
        .text(FixedTextMeasurer.text(title, lines: lines)),
        .box(width: 10, height: 10).styled { if isWide { $0.width = .fraction(1) } },
      ])
  }

  @Test func itemsThatDifferOnlyInTextsShareTheirShape() {
    var compiler = LayoutCompiler()
    let first = compiler.compile(row("one"))
    let second = compiler.compile(row("two"))
    expect(first.shape === second.shape)
    expect(compiler.shapeCount, equals: 1)
  }

  @Test func anyDifferenceBesideTextsMakesAnotherShape() {
    var compiler = LayoutCompiler()
    let elements = [
      row("x"), row("x", lines: 3), row("x", spacing: 5), row("x", isWide: true),
      .stack(Stack(direction: .vertical, spacing: 4), [.text(FixedTextMeasurer.text("x", lines: 2))]),
    ]
    for element in elements { _ = compiler.compile(element) }
    _ = compiler.compile(elements[0], row: RowConstraints(accessory: .detail))
    _ = compiler.compile(elements[0], row: RowConstraints(minimumHeight: 50))
    expect(compiler.shapeCount, equals: 7)
  }

  /// Forgotten shapes are shared by later items again, not by earlier ones.
  @Test func shapesAreForgottenAtALimit() {
    var compiler = LayoutCompiler()
    let first = compiler.compile(row("one"))
    for number in 1...20_000 {
      _ = compiler.compile(row("one", spacing: Double(number) / 8 + 4))
      expect(compiler.shapeCount < 8_000)
    }
    let later = compiler.compile(row("two"))
    expect(later.shape !== first.shape && later.shape == first.shape)
    expect(compiler.compile(row("three")).shape === later.shape)
  }

  @Test func equalShapesOfTwoCompilersAreShared() {
    var compiler = LayoutCompiler()
    var worker = LayoutCompiler()
    let known = compiler.compile(row("one"))
    var other = worker.compile(row("two"))
    expect(other.shape !== known.shape && other.shape == known.shape)
    compiler.share(&other)
    expect(other.shape === known.shape)
    expect(compiler.shapeCount, equals: 1)
  }
}

@Suite("Compiled templates")
struct CompiledTemplateTests {
  private final class Template: LayoutTemplate {
    var element: LayoutElement?
    var accessory = Accessory.none
    var enforcesFrameLayout = false
    var minimumHeight = 0.0
    var minimumWidth = 1.0

    func configure(for item: Void) {}
    func makeElement() -> LayoutElement? { element }
    func heightThatFits(width: Double) -> Double? { 30 }
  }

  private let template = Template()
  private let registry = TemplateRegistry<Void>()

  init() { registry.register("row") { [template] in template } }

  private func expectEqualHeights(_ metrics: RowMetrics, scale: Double) throws {
    var compiler = LayoutCompiler()
    let compiled = try require(registry.compile("row", for: (), with: &compiler))
    let evaluator = RowEvaluator(metrics: metrics, scale: scale)
    let context = LayoutContext(environment: LayoutEnvironment(scale: scale)) { _, _ in
      TextExtents(width: 0, height: 0, lineCount: 1, firstBaseline: 0, lastBaseline: 0)
    }
    let expected = try registry.layout("row", for: (), metrics: metrics, in: context).height
    for _ in 0..<8 { expect(evaluator.height(of: compiled), equals: expected) }
  }

  @Test(arguments: [SeparatorStyle.none, .singleLine], [1, 1.5])
  func rowsHaveTheHeightsOfTheRegistry(separator: SeparatorStyle, scale: Double) throws {
    let square = LayoutElement.ratio(0.3, .box())
    let cases: [(LayoutElement, Accessory, Double, Double)] = [
      (square, .none, 0, 1), (square, .disclosure, 0, 1), (square, .custom(width: 7.5), 44.5, 1),
      (square, .detailDisclosure, 0, 500), (.box(), .none, 0, 1), (.box(), .checkmark, 10.1, 1),
    ]
    for (element, accessory, minimumHeight, minimumWidth) in cases {
      template.element = element
      template.accessory = accessory
      template.minimumHeight = minimumHeight
      template.minimumWidth = minimumWidth
      for width in [20, 99.7, 400] {
        let metrics = RowMetrics(width: width, sectionIndexWidth: 16, separator: separator)
        try expectEqualHeights(metrics, scale: scale)
      }
    }
  }

  @Test func templatesThatComputeTheirHeightAreNotCompiled() throws {
    var compiler = LayoutCompiler()
    try expect(registry.compile("row", for: (), with: &compiler) == nil)
    template.element = .box(width: 10, height: 10)
    try expect(registry.compile("row", for: (), with: &compiler) != nil)
    template.enforcesFrameLayout = true
    try expect(registry.compile("row", for: (), with: &compiler) == nil)
    #expect(throws: TemplateError.unknownIdentifier("other", known: ["row"])) {
      _ = try registry.compile("other", for: (), with: &compiler)
    }
  }
}
