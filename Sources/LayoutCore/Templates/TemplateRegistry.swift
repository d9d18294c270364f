/// The templates of a list, made when they are first needed and kept; it measures rows with them.
///
/// Headers and footers are templates like others, laid out without a separator.
public final class TemplateRegistry<Item> {
  /// The height in logical pixels of a row whose template knows none.
  public static var defaultHeight: Double { 44 }

  /// Told what the registry does; nil to tell nobody.
  public var onEvent: ((TemplateEvent) -> Void)?

  private var makers: [TemplateIdentifier: () -> any LayoutTemplate<Item>] = [:]
  private var templates: [TemplateIdentifier: any LayoutTemplate<Item>] = [:]
  private var hasWarned = false

  public init() {}

  /// Templates made so far.
  public var templateCount: Int { templates.count }

  /// Says how a template is made. Under a name that is taken, the next row is laid out by a new template.
  public func register(_ identifier: TemplateIdentifier, _ make: @escaping () -> any LayoutTemplate<Item>) {
    makers[identifier] = make
    templates[identifier] = nil
  }

  /// Lays a row out. Nothing is cached: it is measured anew every time.
  ///
  /// - Throws: `TemplateError` if there is no such template or no room for content.
  public func layout(
    _ identifier: TemplateIdentifier, for item: Item, metrics: RowMetrics, in context: LayoutContext
  ) throws(TemplateError) -> TemplateLayout {
    let template = try template(identifier)
    return try layout(template, for: item, named: identifier, metrics: metrics, in: context)
  }

  private func layout<Template: LayoutTemplate<Item>>(
    _ template: Template, for item: Item, named identifier: TemplateIdentifier, metrics: RowMetrics,
    in context: LayoutContext
  ) throws(TemplateError) -> TemplateLayout {
    template.prepareForReuse()
    template.configure(for: item)
    let accessory = template.accessory
    let width = metrics.width - metrics.sectionIndexWidth - accessory.width
    guard width > 0 else { throw .widthNotPositive(width) }
    var content = Layout(size: .zero)
    let measured: Double
    if !template.enforcesFrameLayout, let element = template.makeElement() {
      content = element.layout(fitting: SizeRange(width: width...width, height: 0...(.infinity)), in: context)
      measured = content.size.height
      onEvent?(.calculatedBySpec(height: measured))
    } else if let height = template.heightThatFits(width: width) {
      precondition(
        height >= 0 && height.isFinite, "A row's height is finite and not negative, not \(height).")
      measured = height
      onEvent?(.calculatedByManualSizing(height: measured))
    } else {
      measured = Self.defaultHeight
      warnOfDefaultHeight(identifier)
    }
    return TemplateLayout(
      content: content, contentWidth: width,
      contentHeight: measured == 0 ? 0 : max(measured, template.minimumHeight), accessory: accessory,
      metrics: metrics, environment: context.environment)
  }

  private func template(_ identifier: TemplateIdentifier) throws(TemplateError) -> any LayoutTemplate<Item> {
    if let template = templates[identifier] { return template }
    guard let make = makers[identifier] else {
      throw .unknownIdentifier(identifier, known: makers.keys.sorted { $0.name < $1.name })
    }
    let template = make()
    templates[identifier] = template
    onEvent?(.created(identifier))
    return template
  }

  private func warnOfDefaultHeight(_ identifier: TemplateIdentifier) {
    guard !hasWarned else { return }
    hasWarned = true
    onEvent?(
      .warning(
        "Warning once only: the template \(identifier.name) has neither an element nor a height; "
          + "its rows are \(Int(Self.defaultHeight)) high."))
  }
}
