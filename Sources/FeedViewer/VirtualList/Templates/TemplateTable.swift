import LayoutCore
import PangoText

/// The templates of a list, by their identifiers.
final class TemplateTable {
  private var templates: [TemplateIdentifier: any RowTemplate] = [:]
  private let registry = TemplateRegistry<TemplateItem>()
  /// The identifier that was looked up last: most items of a list have the same.
  private var last: (identifier: TemplateIdentifier, template: any RowTemplate)?

  /// Called with the events of the layouts.
  var onEvent: (TemplateEvent) -> Void = { _ in } {
    didSet {
      registry.onEvent = { [onEvent] event in MainActor.assumeIsolated { onEvent(event) } }
    }
  }

  func register(_ template: any RowTemplate, as identifier: TemplateIdentifier) {
    templates[identifier] = template
    last = nil
    registry.register(identifier) { TemplateAdapter(template) }
  }

  /// The template with an identifier, or nil if none is registered yet.
  func find(_ identifier: TemplateIdentifier) -> (any RowTemplate)? { templates[identifier] }

  /// - Precondition: A template is registered under the identifier.
  subscript(identifier: TemplateIdentifier) -> any RowTemplate {
    if let last, last.identifier == identifier { return last.template }
    guard let found = templates[identifier] else {
      let names = templates.keys.map(\.name).sorted().joined(separator: ", ")
      preconditionFailure(
        "No template is registered as \"\(identifier.name)\"; known are: \(names.isEmpty ? "none" : names).")
    }
    last = (identifier, found)
    return found
  }

  /// Makes the template's layout object before the first item of the template is measured.
  func makeIfNeeded(_ identifier: TemplateIdentifier) { _ = try? registry.template(identifier) }

  /// The layout of an item, whose height is the row's.
  func layout(
    _ identifier: TemplateIdentifier, for item: TemplateItem, metrics: RowMetrics, in context: LayoutContext
  ) -> TemplateLayout {
    do {
      return try registry.layout(identifier, for: item, metrics: metrics, in: context)
    } catch {
      preconditionFailure("A row can't be laid out: \(error)")
    }
  }
}

/// An item for LayoutCore's template registry.
nonisolated struct TemplateItem {
  let content: any Sendable
  /// The prepared texts of the item, if there are any.
  var compiled: CompiledLayout?
  /// Prepares a text.
  var prepare: (TextElement) -> TextElement
}

/// A list's template as a template of LayoutCore's registry.
private nonisolated final class TemplateAdapter: LayoutTemplate {
  private var item: TemplateItem?
  private let template: any RowTemplate

  init(_ template: any RowTemplate) { self.template = template }

  func prepareForReuse() { item = nil }
  func configure(for item: TemplateItem) { self.item = item }
  var accessory: Accessory { item.map { template.accessory(ofAny: $0.content) } ?? .none }
  var minimumWidth: Double { item.map { template.minimumWidth(ofAny: $0.content) } ?? 1 }
  var minimumHeight: Double { template.minimumHeight }
  var enforcesFrameLayout: Bool { template.enforcesFrameLayout }
  var direction: LayoutDirection? { item.flatMap { template.direction(ofAny: $0.content) } }

  func heightThatFits(width: Double) -> Double? {
    item.flatMap { template.heightThatFits(width: width, any: $0.content) }
  }

  func makeElement() -> LayoutElement? {
    guard let item else { return nil }
    return template.makeElement(forAny: item.content)?.mapTexts { text, tag in
      if let tag, let prepared = item.compiled?.preparedText(onlyTagged: tag) {
        var text = text
        text.prepared = prepared
        return text
      }
      return item.prepare(text)
    }
  }
}

extension CompiledLayout {
  /// The prepared form of the text with a tag; nil if there is none, or if several have it.
  fileprivate nonisolated func preparedText(onlyTagged tag: ElementTag) -> PreparedText? {
    var found: Int?
    for index in shape.texts.indices where shape.texts[index].tag == tag {
      guard found == nil else { return nil }
      found = index
    }
    return found.flatMap { preparedText($0) }
  }
}

/// Templates take contents of their own types; a list hands them what its data source gave.
extension RowTemplate {
  nonisolated func own(_ content: any Sendable) -> Content {
    guard let own = content as? Content else {
      preconditionFailure(
        "\(Self.self) shows values of \(Content.self), but the data source gave one of \(type(of: content)).")
    }
    return own
  }

  nonisolated func makeElement(forAny content: any Sendable) -> LayoutElement? {
    makeElement(for: own(content))
  }
  nonisolated func accessory(ofAny content: any Sendable) -> Accessory { accessory(of: own(content)) }
  nonisolated func minimumWidth(ofAny content: any Sendable) -> Double { minimumWidth(of: own(content)) }
  nonisolated func heightThatFits(width: Double, any content: any Sendable) -> Double? {
    heightThatFits(width: width, content: own(content))
  }
  func makeDrawing(ofAny content: any Sendable, in context: RowDrawingContext) -> (any RowDrawing)? {
    makeDrawing(of: own(content), in: context)
  }
  nonisolated func direction(ofAny content: any Sendable) -> LayoutDirection? { direction(of: own(content)) }
  func emphasis(ofTextTagged tag: ElementTag?, any content: any Sendable) -> TextEmphasis? {
    emphasis(ofTextTagged: tag, content: own(content))
  }
  func looseTexts(ofAny content: any Sendable, in layout: TemplateLayout) -> [LooseText] {
    looseTexts(of: own(content), in: layout)
  }
  func looseText(tagged tag: ElementTag, ofAny content: any Sendable) -> TextElement {
    looseText(tagged: tag, of: own(content))
  }
  func pictureFile(ofAny content: any Sendable) -> String? { pictureFile(of: own(content)) }
  func accessibleName(ofAny content: any Sendable) -> String { accessibleName(of: own(content)) }
  func tooltip(
    ofText string: String, tag: ElementTag?, isTruncated: Bool, any content: any Sendable
  ) -> String? {
    tooltip(ofText: string, tag: tag, isTruncated: isTruncated, content: own(content))
  }

  /// The item's height at any width as arithmetic.
  ///
  /// - Parameters:
  ///   - prepare: The prepared form of a text; nil where arithmetic can't tell it.
  /// - Returns: Nil if the template measures by hand, or a text is not prepared: the height comes from a layout then.
  nonisolated func compile(
    any content: any Sendable, with compiler: inout LayoutCompiler,
    prepare: (TextElement) -> PreparedText?
  ) -> CompiledLayout? {
    let content = own(content)
    guard !enforcesFrameLayout, let element = makeElement(for: content) else { return nil }
    var isComplete = true
    let prepared = element.mapTexts { text, _ in
      guard isComplete else { return text }
      var text = text
      text.prepared = prepare(text)
      isComplete = text.prepared != nil
      return text
    }
    guard isComplete else { return nil }
    return compiler.compile(
      prepared,
      row: RowConstraints(
        accessory: accessory(of: content), minimumWidth: minimumWidth(of: content),
        minimumHeight: minimumHeight))
  }
}
