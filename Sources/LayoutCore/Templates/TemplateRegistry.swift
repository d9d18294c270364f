/// The templates of a list. Each is created once, when it is first needed.
public final class TemplateRegistry<Item> {
  /// The height of a row whose template gives neither an element nor a height, in logical pixels.
  public static var defaultHeight: Double { 44 }

  /// Called with each thing that the registry does, for a debug log.
  public var onEvent: ((TemplateEvent) -> Void)?

  private var factories: [TemplateIdentifier: () -> any LayoutTemplate<Item>] = [:]
  private var templates: [TemplateIdentifier: any LayoutTemplate<Item>] = [:]
  private var hasWarned = false

  /// Creates a registry without templates.
  public init() {}

  /// The number of templates that were created so far.
  public var templateCount: Int { templates.count }

  /// Registers a template under an identifier. It replaces a template that is registered under the same identifier.
  ///
  /// - Parameters:
  ///   - identifier: The name by which rows refer to the template.
  ///   - make: Creates the template; called once, when the first row needs it.
  public func register(_ identifier: TemplateIdentifier, _ make: @escaping () -> any LayoutTemplate<Item>) {
    factories[identifier] = make
    templates[identifier] = nil
  }

  /// The template that is registered under an identifier; the same object each time.
  ///
  /// - Throws: `TemplateError.unknownIdentifier`.
  public func template(_ identifier: TemplateIdentifier) throws(TemplateError) -> any LayoutTemplate<Item> {
    if let known = templates[identifier] { return known }
    guard let make = factories[identifier] else {
      throw .unknownIdentifier(identifier, known: factories.keys.sorted { $0.name < $1.name })
    }
    let template = make()
    templates[identifier] = template
    onEvent?(.created(identifier))
    return template
  }

  /// Resets, configures and measures a template for an item.
  ///
  /// The content is as wide as the list without its section index and the accessory, and at least as wide as the
  /// template's `minimumWidth`: every width of the list has a height.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the item's template.
  ///   - item: The content of the row.
  ///   - metrics: The list's settings.
  ///   - context: The environment, and a text measurer.
  /// - Throws: `TemplateError.unknownIdentifier`.
  /// - Complexity: That of ``LayoutElement/layout(fitting:parentSize:in:)``.
  public func layout(
    _ identifier: TemplateIdentifier, for item: Item, metrics: RowMetrics, in context: LayoutContext
  ) throws(TemplateError) -> TemplateLayout {
    let template = try template(identifier)
    template.prepareForReuse()
    template.configure(for: item)
    let accessory = template.accessory
    let rowWidth = metrics.width - metrics.sectionIndexWidth
    let width = max(rowWidth - accessory.width, template.minimumWidth)
    let direction = template.direction ?? context.environment.direction
    let (content, measured) = measure(template, width: width, in: context.running(direction))
    let grid = PixelGrid(scale: context.environment.scale)
    let contentHeight = grid.ceil(max(measured, template.minimumHeight))
    let separator = contentHeight > 0 && metrics.separator == .singleLine ? grid.devicePixel : 0
    // The section index is at the trailing edge of the user interface, whatever the direction of the row.
    let start = context.environment.direction == .rightToLeft ? metrics.sectionIndexWidth : 0
    let mirrors = direction == .rightToLeft
    return TemplateLayout(
      direction: direction, content: content,
      contentFrame: Rect(
        x: mirrors ? start + rowWidth - width : start, y: 0, width: width, height: contentHeight),
      accessory: accessory,
      accessoryFrame: Rect(
        x: mirrors ? start : start + width, y: 0, width: accessory.width, height: contentHeight),
      separatorHeight: separator,
      height: grid.devicePixels(contentHeight) + (separator > 0 ? 1 : 0))
  }

  /// Resets and configures a template for an item, and compiles its element.
  ///
  /// `RowEvaluator` computes the same height for the compiled row as `layout(_:for:metrics:in:)` for the item, at every
  /// width.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the item's template.
  ///   - item: The content of the row.
  ///   - compiler: Shares shapes among the rows that it compiles.
  /// - Returns: Nil if the template computes its height itself: only `layout(_:for:metrics:in:)` tells it then.
  /// - Throws: `TemplateError.unknownIdentifier`.
  public func compile(
    _ identifier: TemplateIdentifier, for item: Item, with compiler: inout LayoutCompiler
  ) throws(TemplateError) -> CompiledLayout? {
    let template = try template(identifier)
    template.prepareForReuse()
    template.configure(for: item)
    guard !template.enforcesFrameLayout, let element = template.makeElement() else { return nil }
    return compiler.compile(
      element,
      row: RowConstraints(
        accessory: template.accessory, minimumWidth: template.minimumWidth,
        minimumHeight: template.minimumHeight))
  }

  /// Measures by the element, else by the template's own height, else with the default height and one warning.
  private func measure(
    _ template: any LayoutTemplate<Item>, width: Double, in context: LayoutContext
  ) -> (content: Layout?, height: Double) {
    if !template.enforcesFrameLayout, let element = template.makeElement() {
      let range = SizeRange(
        min: Size(width: width, height: 0), max: Size(width: width, height: .infinity))
      let layout = element.layout(fitting: range, in: context)
      onEvent?(.calculatedBySpec(layout.size.height))
      return (layout, layout.size.height)
    }
    if let height = template.heightThatFits(width: width) {
      onEvent?(.calculatedByManualSizing(height))
      return (nil, max(height, 0))
    }
    if !hasWarned {
      hasWarned = true
      onEvent?(
        .warning(
          "Warning once only: a template gives neither elements nor a height; its rows are "
            + "\(Self.defaultHeight) high."))
    }
    return (nil, Self.defaultHeight)
  }
}
