import LayoutCore

/// Compares compiled layouts with `LayoutElement.layout` and `TemplateRegistry.layout`, and counts the differences.
package final class CompiledLayoutComparison {
  package private(set) var comparisonCount = 0
  package private(set) var differenceCount = 0
  /// The number of row heights that a width plan computed.
  package private(set) var plannedCount = 0
  /// Descriptions of the first few differences.
  package private(set) var differences: [String] = []

  package static let scales: [Double] = [1, 1.25, 1.5, 2, 3]
  private static let textsPerTree = 3

  private let registry = TemplateRegistry<ComparedRow>()
  private let template = ComparedTemplate()
  private let scratch = LayoutScratch()
  private let evaluator = RowEvaluator(metrics: RowMetrics(width: 1), scale: 1)
  private var compiler = LayoutCompiler()

  package init() {
    registry.register("row") { [template] in template }
  }

  /// Compares random trees until the number of comparisons is reached.
  ///
  /// Each tree is laid out with several sets of texts, so that a width plan that was made for one set is used for
  /// others.
  package func run(seed: UInt64, comparisons: Int) throws {
    var elements = RandomElements(seed: seed)
    var number = 0
    while comparisonCount < comparisons {
      let tree = elements.tree()
      let row = elements.row()
      let items = (0..<Self.textsPerTree).map { $0 == 0 ? tree : elements.withOtherTexts(tree) }
      for _ in 0..<3 {
        let width = elements.width()
        let scale = Self.scales[Int.random(in: Self.scales.indices, using: &elements.random)]
        let range = elements.range(width: width)
        let parent = elements.parentSize()
        for item in items { compare(item, range, parent, scale: scale, name: "seed \(seed), tree \(number)") }
        let metrics = RowMetrics(
          width: width, sectionIndexWidth: elements.random.chance(0.2) ? 21 : 0,
          separator: elements.random.chance(0.5) ? .singleLine : .none)
        try compareRows(items, row, metrics, scale: scale, name: "seed \(seed), tree \(number)")
      }
      number += 1
      // A compiler keeps all of its shapes, which would fill the memory.
      if number.isMultiple(of: 100) { compiler = LayoutCompiler() }
    }
  }

  /// Compares all pairs of elements in all of `pairRanges`.
  package func runPairs() {
    for (number, element) in ElementPairs.all().enumerated() {
      for turn in Self.pairRanges.indices { comparePair(element, number: number + turn) }
    }
  }

  /// Compares a pair in one of `pairRanges`, selected by its number.
  package func comparePair(_ element: LayoutElement, number: Int) {
    compare(
      element, Self.pairRanges[number % Self.pairRanges.count],
      scale: Self.scales[number % Self.scales.count], name: "pair \(number)")
  }

  private static let pairRanges = [
    SizeRange(min: Size(width: 120, height: 0), max: Size(width: 120, height: .infinity)),
    SizeRange(min: Size(width: 61.3, height: 0), max: Size(width: 61.3, height: .infinity)),
    SizeRange(exactly: Size(width: 200, height: 150)), SizeRange(max: Size(width: 90, height: 45)),
    .unlimited,
    SizeRange(min: Size(width: 150, height: 90), max: Size(width: 150, height: 400)),
  ]

  /// Compares the sizes and baselines of a tree in a range of sizes.
  package func compare(
    _ element: LayoutElement, _ range: SizeRange, _ parent: ParentSize? = nil, scale: Double, name: String
  ) {
    let compiled = compiler.compile(element)
    let texts = SyntheticTexts(element, shape: compiled.shape)
    let expected = element.layout(fitting: range, parentSize: parent, in: Self.context(scale))
    let found = compiled.shape.measure(
      fitting: range, parentSize: parent, scale: scale, texts: texts, scratch: scratch)
    comparisonCount += 1
    if found?.size == expected.size && found?.firstBaseline == expected.firstBaseline
      && found?.lastBaseline == expected.lastBaseline
    {
      return
    }
    note(
      "\(name): \(String(describing: found)), not \(expected)\nin \(range) of \(String(describing: parent))"
        + " at \(scale): \(element)")
  }

  /// Compares row heights: first those that are solved for each row, then those of a width plan if there is one.
  package func compareRows(
    _ items: [LayoutElement], _ row: RowConstraints, _ metrics: RowMetrics, scale: Double, name: String
  ) throws {
    evaluator.update(metrics: RowMetrics(width: metrics.width + 1), scale: scale)
    evaluator.update(metrics: metrics, scale: scale)
    let expected = try items.map {
      try registry.layout(
        "row", for: ComparedRow(element: $0, row: row), metrics: metrics, in: Self.context(scale)
      ).height
    }
    let compiled = items.map { compiler.compile($0, row: row).shape }
    let texts = zip(items, compiled).map { SyntheticTexts($0, shape: $1) }
    for pass in 0..<3 {
      for index in items.indices {
        let found = evaluator.height(of: compiled[index], texts: texts[index])
        comparisonCount += 1
        if pass == 2 && evaluator.planCount > 0 { plannedCount += 1 }
        if found == expected[index] { continue }
        note(
          "\(name), pass \(pass): a row of \(String(describing: found)) pixels, not \(expected[index])\nin"
            + " \(metrics), \(row) at \(scale): \(items[index])")
      }
    }
  }

  private static func context(_ scale: Double) -> LayoutContext {
    LayoutContext(environment: LayoutEnvironment(scale: scale)) { SyntheticTexts.extents(of: $0, width: $1) }
  }

  private func note(_ difference: String) {
    differenceCount += 1
    if differences.count < 5 { differences.append(difference) }
  }
}

private struct ComparedRow {
  let element: LayoutElement
  let row: RowConstraints
}

private final class ComparedTemplate: LayoutTemplate {
  private var item: ComparedRow?

  var accessory: Accessory { item?.row.accessory ?? .none }
  var minimumHeight: Double { item?.row.minimumHeight ?? 0 }
  var minimumWidth: Double { item?.row.minimumWidth ?? 1 }

  func configure(for item: ComparedRow) { self.item = item }
  func makeElement() -> LayoutElement? { item?.element }
}
