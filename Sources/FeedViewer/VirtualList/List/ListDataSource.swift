import LayoutCore

/// The content of a list. All methods are called on the main thread and should take O(1) or O(log n).
public protocol ListDataSource: AnyObject {
  /// The number of sections.
  func numberOfSections(in list: ListView) -> Int
  /// The number of rows of a section.
  func listView(_ list: ListView, numberOfRowsInSection section: Int) -> Int
  /// Whether a section has a header; false by default.
  func listView(_ list: ListView, hasHeaderInSection section: Int) -> Bool
  /// Whether a section has a footer; false by default.
  func listView(_ list: ListView, hasFooterInSection section: Int) -> Bool
  /// The stable identity of a row, header or footer. It is called for every cache lookup and should be fast.
  func listView(_ list: ListView, identityOf element: ListElement) -> ItemIdentity
  /// The content of a row, header or footer, of the type that its template shows. It is called when the element is
  /// measured or bound to a widget.
  func listView(_ list: ListView, contentOf element: ListElement) -> any Sendable
  /// The properties of a row, header or footer that are known without reading its content, for an estimate of its
  /// height; only its template by default.
  func listView(_ list: ListView, estimateOf element: ListElement) -> RowEstimate
  /// The text by which typeahead finds the row: the next row whose text begins with the typed letters
  /// is selected, whatever the case and the accents. Nil, as it is without this, for a row that typeahead passes over.
  ///
  /// The list has no typeahead where neither its first row nor the row at the cursor has a text. All rows may be asked
  /// for theirs, in slices of some milliseconds.
  func listView(_ list: ListView, typeaheadTextOf row: RowIndexPath) -> String?
  /// The places that the section index leads to, in the order of the list; asked after edits, only while the index is
  /// shown. None, as it is without this, hides the index.
  func sectionIndexEntries(in list: ListView) -> [SectionIndexEntry]
}

extension ListDataSource {
  public func listView(_ list: ListView, hasHeaderInSection section: Int) -> Bool { false }
  public func listView(_ list: ListView, hasFooterInSection section: Int) -> Bool { false }

  public func listView(_ list: ListView, estimateOf element: ListElement) -> RowEstimate {
    RowEstimate(template: listView(list, identityOf: element).template)
  }

  public func listView(_ list: ListView, typeaheadTextOf row: RowIndexPath) -> String? { nil }

  public func sectionIndexEntries(in list: ListView) -> [SectionIndexEntry] { [] }
}

/// Receives the user's actions on a list.
public protocol ListViewDelegate: AnyObject {
  /// The selection has changed; `row` is the list's `selectedRow`.
  func listView(_ list: ListView, didSelect row: RowIndexPath?)
  /// A row was clicked, or Return was pressed on the selected one.
  func listView(_ list: ListView, didActivate row: RowIndexPath)
  /// The detail button of a row, or its custom accessory, was clicked, or Alt+Return was pressed on the row. Without this the row is activated as by a click
  /// elsewhere.
  func listView(_ list: ListView, accessoryActivatedFor row: RowIndexPath)
  /// A context menu was asked for, at a point in the list's coordinates (logical pixels). Without this it is a menu of the
  /// row's swipe action.
  func listView(_ list: ListView, wantsMenuFor row: RowIndexPath?, x: Double, y: Double)
  /// What a swipe over a row towards its start does, by touch or touchpad; nil, as it is without this, for nothing. A
  /// destructive action has the Delete key, too.
  func listView(_ list: ListView, swipeActionFor row: RowIndexPath) -> RowAction?
  /// The action of a row was chosen by a swipe, in the menu or by its key. A row that is deleted now stays away; any other
  /// one returns to its place.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - action: The action that was chosen.
  ///   - rows: The rows that have the action, in the order of the list: the one that was swiped, or all selected ones.
  func listView(_ list: ListView, perform action: RowAction, on rows: [RowIndexPath])
}

extension ListViewDelegate {
  public func listView(_ list: ListView, didSelect row: RowIndexPath?) {}
  public func listView(_ list: ListView, didActivate row: RowIndexPath) {}
  public func listView(_ list: ListView, accessoryActivatedFor row: RowIndexPath) {
    list.select(row)
    listView(list, didActivate: row)
  }
}
