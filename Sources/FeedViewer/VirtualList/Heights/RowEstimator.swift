import LayoutCore
import PangoText

/// Estimates heights in one measurement context, by evaluating the compiled layout of a template with estimated text
/// extents.
final class RowEstimator {
  private struct ShapeKey: Hashable {
    let kind: ListElement.Kind
    let template: TemplateIdentifier
    let pattern: SIMD4<UInt32>
  }

  private let templates: TemplateTable
  private let text: TextSystem
  private let conditions: MeasurementContext
  private let defaultHeight: Double
  private var evaluators: [ListElement.Kind: RowEvaluator] = [:]
  private var compiler = LayoutCompiler()
  /// nil for templates without an estimate.
  private var estimators: [ShapeKey: ShapeEstimator?] = [:]
  /// The result of the last estimate: most items of a list are like the one before.
  private var last: (key: ShapeKey, estimator: ShapeEstimator?)?
  /// The height of the last row whose estimate is exact: there may be a million alike.
  private var lastExact: (estimate: RowEstimate, height: RowHeight)?

  /// - Parameter defaultHeight: The height of rows whose templates give no estimate, in logical pixels.
  init(templates: TemplateTable, text: TextSystem, conditions: MeasurementContext, defaultHeight: Double) {
    self.templates = templates
    self.text = text
    self.conditions = conditions
    self.defaultHeight = defaultHeight
  }

  /// The height of a row, header or footer: a known one, or an estimate.
  func initialHeight(of element: ListElement, _ estimate: RowEstimate) -> RowHeight {
    if let known = estimate.knownHeight { return .measured(known) }
    guard estimate.isExact else { return .estimated(height(of: element, estimate)) }
    if element.isRow, let lastExact, lastExact.estimate == estimate { return lastExact.height }
    let height = RowHeight.measured(height(of: element, estimate))
    if element.isRow { lastExact = (estimate, height) }
    return height
  }

  /// The estimated height of a row, header or footer in device pixels.
  ///
  /// - Complexity: O(texts), after the first row of the same template with the same texts.
  func height(of element: ListElement, _ estimate: RowEstimate) -> Int {
    guard let height = estimator(of: element.kind, estimate)?.height(lengths: estimate.textLengths.lengths)
    else {
      let separator = element.isRow && conditions.separator == .singleLine ? 1 : 0
      return conditions.height(
        ofLayout: conditions.grid.devicePixels(conditions.grid.ceil(defaultHeight)) + separator, element.kind)
    }
    return conditions.height(ofLayout: height, element.kind)
  }

  private func estimator(of kind: ListElement.Kind, _ estimate: RowEstimate) -> ShapeEstimator? {
    let key = ShapeKey(kind: kind, template: estimate.template, pattern: estimate.textLengths.pattern)
    if let last, last.key == key { return last.estimator }
    let estimator = estimators[key] ?? makeEstimator(estimate, key)
    last = (key, estimator)
    return estimator
  }

  private func makeEstimator(_ estimate: RowEstimate, _ key: ShapeKey) -> ShapeEstimator? {
    let template = templates[estimate.template]
    let made = template.makeElement(estimatedFrom: estimate.textLengths).map { element in
      let shape = compiler.compile(
        element,
        row: RowConstraints(accessory: template.estimatedAccessory, minimumHeight: template.minimumHeight)
      ).shape
      return ShapeEstimator(
        shape,
        metrics: shape.texts.map {
          let metrics = text.approximateMetrics(TextStyle($0.style))
          return EstimatedText(
            length: 0, characterWidth: max(metrics.characterWidth, 1), lineHeight: metrics.lineHeight)
        }, lengths: shape.texts.map { $0.tag.flatMap(estimate.textLengths.index) },
        evaluator: evaluator(key.kind))
    }
    estimators[key] = .some(made)
    return made
  }

  private func evaluator(_ kind: ListElement.Kind) -> RowEvaluator {
    if let evaluator = evaluators[kind] { return evaluator }
    let evaluator = RowEvaluator(metrics: conditions.metrics(of: kind), scale: conditions.environment.scale)
    evaluators[kind] = evaluator
    return evaluator
  }
}
