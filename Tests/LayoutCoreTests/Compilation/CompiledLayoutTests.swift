import Expectations
import LayoutCore
import RandomElements
import Testing

@Suite("Compiled layouts")
struct CompiledLayoutTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func randomTreesHaveTheSizesOfTheirLayouts(seed: UInt64) throws {
    let comparison = CompiledLayoutComparison()
    try comparison.run(seed: seed, comparisons: 900)
    expect(comparison.differenceCount, equals: 0, "\(comparison.differences.joined(separator: "\n"))")
    expect(comparison.plannedCount > 60)
  }

  @Test func everyPairOfElementsHasTheSizeOfItsLayout() {
    let comparison = CompiledLayoutComparison()
    // Each pair in one range: the benchmark compares all pairs in all ranges.
    for (number, element) in ElementPairs.all().enumerated() where number.isMultiple(of: 7) {
      comparison.comparePair(element, number: number)
    }
    expect(comparison.differenceCount, equals: 0, "\(comparison.differences.joined(separator: "\n"))")
    expect(comparison.comparisonCount > 2000)
  }

  @Test func unpreparedTextsGiveNoSize() {
    var compiler = LayoutCompiler()
    let text = LayoutElement.text(FixedTextMeasurer.text("text"))
    let layout = compiler.compile(.inset(EdgeInsets(4), text))
    let range = SizeRange(max: Size(width: 100, height: .infinity))
    expect(layout.measure(fitting: range, scale: 1, scratch: LayoutScratch()) == nil)
    expect(RowEvaluator(metrics: RowMetrics(width: 100), scale: 1).height(of: layout) == nil)
  }

  @Test func textsThatDoNotAffectSizesNeedNotBePrepared() {
    var compiler = LayoutCompiler()
    let text = LayoutElement.text(FixedTextMeasurer.text("text"))
    let box = LayoutElement.box(width: 20, height: 10)
    let layout = compiler.compile(
      .wrapper([
        .overlay(box, with: text), .background(box, with: text), text.styled { $0.isHidden = true },
        .corner(CornerPlacement(.topLeading), box, corner: text),
      ]))
    expect(layout.shape.texts.isEmpty)
    let range = SizeRange(max: Size(width: 100, height: .infinity))
    let size = layout.measure(fitting: range, scale: 1, scratch: LayoutScratch())?.size
    expect(size, equals: Size(width: 20, height: 10))
  }

  @Test func threeTextsAreStoredInline() {
    expect(MemoryLayout<CompiledLayout>.size, equals: 64)
  }
}
