import LayoutCore
import VirtualList

/// A data source of a list that shows entries and section headers and nothing else: its contents have a type.
public protocol EntryListDataSource: ListDataSource {
  /// What a row or header shows.
  func listView(_ list: ListView, rowContentOf element: ListElement) -> RowContent
  /// How much text a row or header has, for an estimate of its height.
  func listView(_ list: ListView, textLengthsOf element: ListElement) -> TextLengths
}

extension EntryListDataSource {
  /// Every section has one.
  public func listView(_ list: ListView, hasHeaderInSection section: Int) -> Bool { true }

  public func listView(_ list: ListView, contentOf element: ListElement) -> any Sendable {
    listView(list, rowContentOf: element)
  }

  public func listView(_ list: ListView, estimateOf element: ListElement) -> RowEstimate {
    let isRow = if case .row = element { true } else { false }
    return RowEstimate(
      template: isRow ? .entry : .sectionHeader, textLengths: listView(list, textLengthsOf: element))
  }
}
