import LayoutCore

@testable import EntryRows
@testable import PangoText
@testable import VirtualList

extension RowMeasurer {
  /// The height function of a list of entries, without the list.
  static func forEntries(text: TextSystem) -> RowMeasurer {
    let templates = TemplateTable()
    templates.register(EntryTemplate(), as: .entry)
    templates.register(SectionHeaderTemplate(), as: .sectionHeader)
    return RowMeasurer(text: text, templates: templates)
  }

  /// The layout of an item that is at no place of a list.
  func layout(
    of content: RowContent, identity: ItemIdentity, under conditions: MeasurementContext
  ) -> TemplateLayout {
    let element: ListElement =
      identity.template == .entry ? .row(RowIndexPath(section: 1 << 20, row: 0)) : .header(0)
    return layout(of: element, content: content, identity: identity, under: conditions)
  }
}

extension MeasurementContext {
  /// The width that is left for a row's content and its accessory, in logical pixels; not positive where a style sheet
  /// leaves no room.
  var rowWidth: Int {
    let metrics = metrics(of: .row)
    return Int(metrics.width - metrics.sectionIndexWidth)
  }
}
