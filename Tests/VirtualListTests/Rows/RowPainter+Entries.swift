import LayoutCore

@testable import FeedViewerRows
@testable import PangoText
@testable import VirtualList

extension RowPainter {
  /// Paints the header of a section, laid out without a list.
  static func ofHeader(
    _ content: RowContent, width: Int, direction: LayoutDirection = .leftToRight, in text: TextSystem
  ) -> RowPainter {
    let environment = LayoutEnvironment(direction: direction)
    let layout = RowHeights.forEntries(text: text).layout(
      of: content, identity: ItemIdentity(template: .sectionHeader, key: "", revision: 0),
      under: MeasurementContext(width: width, environment: environment))
    return RowPainter(
      content: content, layout: layout, template: SectionHeaderTemplate(EntryAppearance(in: text)),
      environment: environment, box: CSSBoxInsets(), text: text, images: ImageLoader(decoder: nil))
  }

  /// Paints the row of an entry, laid out without a list.
  static func ofEntry(
    _ content: RowContent, width: Int, density: EntryDensity = .usual,
    direction: LayoutDirection = .leftToRight, signs: EntrySigns? = nil, in text: TextSystem
  ) -> RowPainter {
    let template = EntryTemplate(EntryAppearance(density: density, in: text), signs: signs)
    let templates = TemplateTable()
    templates.register(template, as: .entry)
    let conditions = MeasurementContext(width: width, environment: LayoutEnvironment(direction: direction))
    let layout = RowLayouts(text: text, templates: templates).layout(
      of: .row(0, 0), content,
      ItemIdentity(template: .entry, key: "", revision: 0), under: conditions)
    return RowPainter(
      content: content, layout: layout, template: template, environment: conditions.environment,
      box: CSSBoxInsets(), text: text, images: ImageLoader(decoder: nil))
  }
}
