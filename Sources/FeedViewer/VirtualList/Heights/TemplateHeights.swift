import LayoutCore
import PangoText

/// The heights of a template's rows without a window: for scripts and checks.
public final class TemplateHeights<Template: RowTemplate> {
  private let template: Template
  private let text: TextSystem
  private let table = TemplateTable()
  private static var identifier: TemplateIdentifier { "row" }

  /// Creates a measurer of the rows of one template.
  ///
  /// - Parameters:
  ///   - template: The template of all rows.
  ///   - text: The text system, with the settings of a widget or with GTK's defaults.
  public init(_ template: Template, text: TextSystem) {
    self.template = template
    self.text = text
    table.register(template, as: Self.identifier)
  }

  /// The height of an item's row in device pixels, separator included, from the layout that would be drawn.
  ///
  /// - Parameters:
  ///   - content: The content of the row.
  ///   - width: The width of the list in logical pixels; positive.
  ///   - scale: Device pixels in a logical pixel; positive.
  public func height(of content: Template.Content, width: Int, scale: Double = 1) -> Int {
    precondition(width > 0, "A row can only be measured at a width of at least one pixel.")
    let text = text
    let environment = LayoutEnvironment(scale: scale, generation: text.generation)
    let context = LayoutContext(environment: environment) { element, width in
      MainActor.assumeIsolated { text.extents(of: element, width: width) }
    }
    let item = TemplateItem(content: content) {
      text.element(
        $0.string, style: TextStyle($0.style), maximumLineCount: $0.maximumLineCount,
        attributes: $0.attributes)
    }
    return table.layout(
      Self.identifier, for: item, metrics: RowMetrics(width: Double(width)), in: context
    ).height
  }

  /// The heights of items' rows in device pixels at several widths, separators included; by arithmetic if possible. Texts
  /// are prepared once for all widths, on all cores.
  ///
  /// - Parameters:
  ///   - contents: The contents of the rows.
  ///   - widths: The widths of the list in logical pixels; positive.
  /// - Returns: For each width the heights in the order of the items.
  public func heights(of contents: [Template.Content], widths: [Int]) -> [[Int]] {
    let compiled = compile(contents)
    let evaluators = widths.map { width in
      precondition(width > 0, "A row can only be measured at a width of at least one pixel.")
      return RowEvaluator(metrics: RowMetrics(width: Double(width)), scale: 1)
    }
    var heights = widths.map { _ in [Int](repeating: 0, count: contents.count) }
    for (row, content) in contents.enumerated() {
      lazy var texts = RowTexts(template.makeElement(for: content), text)
      for (column, evaluator) in evaluators.enumerated() {
        heights[column][row] =
          compiled[row].flatMap { evaluator.height(of: $0) ?? evaluator.height(of: $0.shape, texts: texts) }
          ?? height(of: content, width: widths[column])
      }
    }
    return heights
  }

  /// The items' compiled rows; nil for items whose heights can't be computed by arithmetic.
  package func compile(_ contents: [Template.Content]) -> [CompiledLayout?] {
    let template = template
    var shared = LayoutCompiler()
    return text.mapOnWorkers(contents, state: { LayoutCompiler() }) { compiler, content, prepare in
      template.compile(any: content, with: &compiler, prepare: prepare)
    }.enumerated().map { index, made in
      // A few texts can only be prepared on the main thread.
      guard var layout = made else {
        return template.compile(any: contents[index], with: &shared) { prepared($0) }
      }
      shared.share(&layout)
      return layout
    }
  }

  /// Prepares long texts, too: at several widths that takes less time than laying out their beginnings.
  private func prepared(_ element: TextElement) -> PreparedText? {
    text.element(
      element.string, style: TextStyle(element.style), attributes: element.attributes, keepsPrepared: false
    ).prepared
  }
}

/// The texts of a row that the text system measures, where what was prepared for words does not tell their extents: at
/// widths at which a line ends within a word.
private struct RowTexts: TextExtentsSource {
  private let elements: [TextElement]
  private let text: TextSystem

  @MainActor init(_ element: LayoutElement?, _ text: TextSystem) {
    var elements: [TextElement] = []
    _ = element?.mapTexts { element, _ in
      elements.append(
        text.element(
          element.string, style: TextStyle(element.style), maximumLineCount: element.maximumLineCount,
          attributes: element.attributes))
      return element
    }
    self.elements = elements
    self.text = text
  }

  func extents(ofText index: Int, width: PangoUnits?, maximumLineCount: Int) -> TextExtents? {
    MainActor.assumeIsolated {
      text.extents(
        of: elements[index], in: LineConstraint(width: width, maximumLineCount: maximumLineCount))
    }
  }
}
