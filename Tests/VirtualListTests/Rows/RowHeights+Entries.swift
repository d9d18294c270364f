import LayoutCore

@testable import FeedViewerRows
@testable import PangoText
@testable import VirtualList

extension RowHeights {
  /// The heights of a list of entries, without the list.
  static func forEntries(text: TextSystem) -> RowHeights {
    let templates = TemplateTable()
    templates.register(EntryTemplate(EntryAppearance(in: text)), as: .entry)
    templates.register(SectionHeaderTemplate(EntryAppearance(in: text)), as: .sectionHeader)
    let heights = RowHeights(text: text, templates: templates)
    heights.setSections(Array(repeating: SectionShape(rowCount: 10), count: 3), invalidates: false)
    return heights
  }

  /// The height of an item that is at a place of the list, in device pixels.
  func height(
    of element: ListElement, identity: ItemIdentity, content: @escaping () -> any Sendable,
    under conditions: MeasurementContext, isAhead: Bool = false
  ) -> Int {
    let source = SingleItem(identity: identity, content: content)
    if conditions != self.conditions {
      setConditions(conditions)
      resolveAll(from: source)
    }
    return resolve(element, identity, isAhead ? .ahead : .exact, from: source).height.value
  }

  /// The layout of an item that is at no place of a list.
  func layout(
    of content: RowContent, identity: ItemIdentity, under conditions: MeasurementContext
  ) -> TemplateLayout {
    let element: ListElement =
      identity.template == .entry ? .row(1 << 20, 0) : .header(0)
    return layouts.layout(of: element, content, identity, under: conditions)
  }
}

/// The same item in all places.
private struct SingleItem: RowHeightSource {
  let identity: ItemIdentity
  let content: () -> any Sendable

  func item(of element: ListElement) -> ItemIdentity { identity }
  func name(of element: ListElement) -> String { item(of: element).key.text }
  func content(of element: ListElement) -> any Sendable { content() }
  func estimate(of element: ListElement) -> RowEstimate { RowEstimate(template: identity.template) }
}

extension MeasurementContext {
  /// The width that is left for a row's content and its accessory, in logical pixels; not positive where a style sheet
  /// leaves none.
  var rowWidth: Int {
    let metrics = metrics(of: .row)
    return Int(metrics.width - metrics.sectionIndexWidth)
  }
}
