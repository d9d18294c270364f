/// The templates of a list, each made once, when it is first needed.
public final class TemplateRegistry<Item> {
  /// The height of a row whose template can't tell one, in logical pixels.
  public static var defaultHeight: Double { 44 }

  /// Called with what the registry does.
  public var onEvent: ((TemplateEvent) -> Void)?

  private var factories: [TemplateIdentifier: () -> any LayoutTemplate<Item>] = [:]
  private var templates: [TemplateIdentifier: any LayoutTemplate<Item>] = [:]
  private var hasWarned = false

  public init() {}

  /// Templates that were made so far.
  public var templateCount: Int { templates.count }

  /// Tells how the template with an identifier is made. A template that was made before under the same
  /// identifier is forgotten.
  public func register(_ identifier: TemplateIdentifier, _ make: @escaping () -> any LayoutTemplate<Item>) {
    factories[identifier] = make
    templates[identifier] = nil
  }

  /// The template with an identifier, always the same one.
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
  /// The content's width is the list's, less the section index and the accessory, but never less than the template's
  /// least one: every width has a height.
  /// - Throws: `TemplateError` for an identifier that was not registered.
  public func layout(
    _ identifier: TemplateIdentifier, for item: Item, metrics: RowMetrics, in context: LayoutContext
  ) throws(TemplateError) -> TemplateLayout {
    let template = try template(identifier)
    template.prepareForReuse()
    template.configure(for: item)
    let accessory = template.accessory
    let rowWidth = metrics.width - metrics.sectionIndexWidth
    let width = max(rowWidth - accessory.width, template.minimumWidth)
    let (content, measured) = measure(template, width: width, in: context)
    let grid = PixelGrid(scale: context.environment.scale)
    let contentHeight = grid.ceil(max(measured, template.minimumHeight))
    let separator = contentHeight > 0 && metrics.separator == .singleLine ? grid.devicePixel : 0
    let mirrors = context.environment.direction == .rightToLeft
    return TemplateLayout(
      content: content,
      contentFrame: Rect(
        x: mirrors ? metrics.width - width : 0, y: 0, width: width, height: contentHeight),
      accessory: accessory,
      accessoryFrame: Rect(
        x: mirrors ? metrics.sectionIndexWidth : width, y: 0, width: accessory.width, height: contentHeight),
      separatorHeight: separator,
      height: grid.devicePixels(contentHeight) + (separator > 0 ? 1 : 0))
  }

  /// Resets and configures a template for an item, and compiles its element.
  ///
  /// `RowEvaluator` gives the compiled row the height that `layout` gives the item, at every width.
  /// - Returns: Nil if the template measures by hand: only `layout` tells its height then.
  /// - Throws: `TemplateError` for an identifier that was not registered.
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

  /// The chain of the seed: elements, else sizing by hand, else a default height and one warning.
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
