import LayoutCore
import PangoText

/// What is known of an item without reading it: enough for an estimate of its height.
public nonisolated struct RowEstimate: Sendable, Hashable {
  public var template: TemplateIdentifier
  public var textLengths: TextLengths

  public init(template: TemplateIdentifier, textLengths: TextLengths = TextLengths()) {
    self.template = template
    self.textLengths = textLengths
  }
}

/// Estimates heights in one measurement context: the compiled layout of a template, evaluated with texts of which only
/// the lengths are known.
final class RowEstimator {
  private struct ShapeKey: Hashable {
    let template: TemplateIdentifier
    let pattern: SIMD4<UInt32>
  }

  /// A compiled template with the metrics of its texts' styles.
  fileprivate final class Shape {
    let layout: LayoutShape
    /// With the lengths of the item that was estimated last.
    private(set) var texts: EstimatedTexts

    init(_ layout: LayoutShape, text: TextSystem) {
      self.layout = layout
      texts = EstimatedTexts(
        layout.texts.map {
          let metrics = text.approximateMetrics(TextStyle($0.style))
          return EstimatedText(
            length: 0, characterWidth: max(metrics.characterWidth, 1), lineHeight: metrics.lineHeight)
        })
    }

    func setLengths(_ lengths: TextLengths) {
      for index in layout.texts.indices {
        texts.texts[index].length = layout.texts[index].tag.map { lengths[$0] } ?? 0
      }
    }
  }

  private let templates: TemplateTable
  private let text: TextSystem
  private let conditions: MeasurementContext
  private let defaultHeight: Double
  private let rowEvaluator: RowEvaluator
  private let headerEvaluator: RowEvaluator
  private let footerEvaluator: RowEvaluator
  private var compiler = LayoutCompiler()
  private var shapes: [ShapeKey: Shape?] = [:]
  /// Most items of a list are like the one before.
  private var last: (key: ShapeKey, shape: Shape?)?

  /// - Parameter defaultHeight: Of rows whose templates know no estimate, in logical pixels.
  init(templates: TemplateTable, text: TextSystem, conditions: MeasurementContext, defaultHeight: Double) {
    self.templates = templates
    self.text = text
    self.conditions = conditions
    self.defaultHeight = defaultHeight
    rowEvaluator = RowEvaluator(metrics: conditions.metrics(of: .row), scale: conditions.environment.scale)
    headerEvaluator = RowEvaluator(
      metrics: conditions.metrics(of: .header), scale: conditions.environment.scale)
    footerEvaluator = RowEvaluator(
      metrics: conditions.metrics(of: .footer), scale: conditions.environment.scale)
  }

  /// The estimated height of a row, header or footer in device pixels.
  ///
  /// - Complexity: O(texts), once a row of the same template with the same texts was estimated.
  func height(of element: ListElement, _ estimate: RowEstimate) -> Int {
    let evaluator =
      switch element.kind {
      case .row: rowEvaluator
      case .header: headerEvaluator
      case .footer: footerEvaluator
      }
    let shape = shape(of: estimate)
    shape?.setLengths(estimate.textLengths)
    guard let shape, let height = evaluator.height(of: shape.layout, texts: shape.texts) else {
      let separator = element.isRow && conditions.separator == .singleLine ? 1 : 0
      return conditions.height(
        ofLayout: conditions.grid.devicePixels(conditions.grid.ceil(defaultHeight)) + separator, element.kind)
    }
    return conditions.height(ofLayout: height, element.kind)
  }

  private func shape(of estimate: RowEstimate) -> Shape? {
    let key = ShapeKey(template: estimate.template, pattern: estimate.textLengths.pattern)
    if let last, last.key == key { return last.shape }
    let shape = shapes[key] ?? make(estimate, key)
    last = (key, shape)
    return shape
  }

  private func make(_ estimate: RowEstimate, _ key: ShapeKey) -> Shape? {
    let template = templates[estimate.template]
    let made = template.makeElement(estimatedFrom: estimate.textLengths).map { element in
      Shape(
        compiler.compile(
          element,
          row: RowConstraints(
            accessory: template.estimatedAccessory, minimumHeight: template.minimumHeight)
        ).shape, text: text)
    }
    shapes[key] = .some(made)
    return made
  }
}
