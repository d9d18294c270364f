import Expectations
import LayoutCore
import RandomElements
import RandomNumbers
import Testing

@Suite("Compiled layouts of prepared texts")
struct CompiledPreparedTextTests {
  /// Words of random lengths, packed or in full detail, some of them indeterminate where a word is wider than a line.
  private static func text(_ random: inout SplitMix64) -> PreparedText {
    let height = LineHeightClass(top: -14 * 1024, height: 19 * 1024, fontHeight: 19 * 1024)
    let words = (0..<Int.random(in: 1...30, using: &random)).map { _ in
      Int32.random(in: 1...9, using: &random)
    }
    if random.chance(0.5) {
      var visibleEnds: [Int32] = []
      var ends: [Int32] = []
      for word in words {
        visibleEnds.append((ends.last ?? 0) + word * 7 * 1024)
        ends.append((visibleEnds.last ?? 0) + 4 * 1024)
      }
      ends[ends.count - 1] = visibleEnds[ends.count - 1]
      if let packed = PreparedText(visibleEnds: visibleEnds, ends: ends, heightClass: height) {
        return packed
      }
    }
    let string = Array(words.map { String(repeating: "a", count: Int($0)) }.joined(separator: " "))
    let everywhere: BreakAttributes = [.grapheme, .cluster, .characterBreak]
    var breakAttributes = string.map { $0 == " " ? everywhere.union(.whiteSpace) : everywhere }
    for place in breakAttributes.indices.dropFirst() where string[place - 1] == " " {
      breakAttributes[place].insert(.lineBreak)
    }
    breakAttributes.append([.lineBreak, .characterBreak, .grapheme])
    var item = PreparedParagraph.Item(start: 0, count: string.count)
    if random.chance(0.7) { item.searchMargin = 21 * 1024 }
    item.ellipsis = .init(width: 9 * 1024)
    item.wideEllipsis = .init(width: 9 * 1024)
    let paragraph = PreparedParagraph(
      sums: (0...string.count).map { Int32($0 * 7 * 1024) }, breakAttributes: breakAttributes, items: [item],
      splits: [],
      emptyClass: 0)
    return PreparedText(
      paragraphs: Array(repeating: paragraph, count: random.chance(0.8) ? 1 : 2), classes: [height])
  }

  /// Counts the texts whose extents arithmetic can't compute.
  private final class Measurer {
    var unknownCount = 0

    func context(_ scale: Double) -> LayoutContext {
      LayoutContext(environment: LayoutEnvironment(scale: scale)) { [self] element, width in
        let constraint = LineConstraint(width: width, maximumLineCount: element.maximumLineCount)
        if let text = element.prepared, let found = LineBreaker.extents(of: text, in: constraint) {
          return found
        }
        unknownCount += 1
        return TextExtents(width: 0, height: 0, lineCount: 1, firstBaseline: 0, lastBaseline: 0)
      }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func rowsHaveTheHeightsOfTheirLayouts(seed: UInt64) {
    var elements = RandomElements(seed: seed)
    elements.prepare = { Self.text(&$0) }
    var compiler = LayoutCompiler()
    let scratch = LayoutScratch()
    let evaluator = RowEvaluator(metrics: RowMetrics(width: 1), scale: 1)
    var compared = 0
    for _ in 0..<60 {
      let tree = elements.tree()
      let items = (0..<3).map { $0 == 0 ? tree : elements.withOtherTexts(tree) }
      let layouts = items.map { compiler.compile($0) }
      for width in [elements.width(), elements.width()] {
        let scale = elements.random.chance(0.5) ? 1 : 1.5
        let range = SizeRange(min: Size(width: width, height: 0), max: Size(width: width, height: .infinity))
        evaluator.update(metrics: RowMetrics(width: width), scale: scale)
        for pass in 0..<3 {
          for (item, layout) in zip(items, layouts) {
            let measurer = Measurer()
            let expected = item.layout(fitting: range, in: measurer.context(scale))
            let row = evaluator.height(of: layout)
            let size = layout.measure(fitting: range, scale: scale, scratch: scratch)
            guard measurer.unknownCount == 0 else { continue }
            compared += 1
            expect(size?.size == expected.size && size?.firstBaseline == expected.firstBaseline)
            let height = PixelGrid(scale: scale).devicePixels(expected.size.height)
            expect(row, equals: height > 0 ? height + 1 : 0, "pass \(pass) at \(width): \(item)")
          }
        }
      }
    }
    expect(compared > 400)
  }

  @Test func moreThanThreeTextsAreStored() throws {
    var random = SplitMix64(seed: 7)
    let texts = (0..<7).map { _ in Self.text(&random) }
    let column = LayoutElement.stack(
      Stack(direction: .vertical),
      texts.enumerated().map {
        .text(
          TextElement("", style: TextStyleID(rawValue: 0), prepared: $1),
          tag: ElementTag(rawValue: UInt16($0)))
      })
    var compiler = LayoutCompiler()
    let layout = compiler.compile(column)
    let evaluator = RowEvaluator(metrics: RowMetrics(width: 300, separator: .none), scale: 1)
    let heights = try texts.map { try require(LineBreaker.extents(of: $0, width: 300 * 1024)?.height) }
    for _ in 0..<10 {
      expect(evaluator.height(of: layout), equals: heights.reduce(0, +) / 1024)
    }
    expect(evaluator.planCount, equals: 1)
    for index in texts.indices {
      expect(layout.preparedText(index)?.byteCount, equals: texts[index].byteCount)
    }
  }
}
