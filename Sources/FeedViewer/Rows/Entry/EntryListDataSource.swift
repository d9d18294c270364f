import LayoutCore
import VirtualList

/// The data source of a list of entries and section headers: a typed front for `ListDataSource`.
package protocol EntryListDataSource: ListDataSource {
  /// The templates of the list's rows and headers; by default those of the usual density and size.
  var templates: EntryTemplates { get }
  /// The content of a row or header.
  func listView(_ list: ListView, rowContentOf element: ListElement) -> RowContent
  /// The lengths of the texts of a row or header, for an estimate of its height.
  func listView(_ list: ListView, textLengthsOf element: ListElement) -> TextLengths
}

extension EntryListDataSource {
  package var templates: EntryTemplates { EntryTemplates() }

  /// Every section has one.
  package func listView(_ list: ListView, hasHeaderInSection section: Int) -> Bool { true }

  package func listView(_ list: ListView, contentOf element: ListElement) -> any Sendable {
    listView(list, rowContentOf: element)
  }

  package func listView(_ list: ListView, estimateOf element: ListElement) -> RowEstimate {
    let isRow = if case .row = element { true } else { false }
    return RowEstimate(
      template: isRow ? templates.row : templates.header, textLengths: listView(list, textLengthsOf: element))
  }
}
