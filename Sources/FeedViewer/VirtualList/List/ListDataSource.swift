import LayoutCore

/// What a list shows. Questions are asked on the main thread; each should be answered in O(1) or O(log n).
public protocol ListDataSource: AnyObject {
  func numberOfSections(in list: ListView) -> Int
  func listView(_ list: ListView, numberOfRowsInSection section: Int) -> Int
  /// Whether a section begins with a header. Without this none does.
  func listView(_ list: ListView, hasHeaderInSection section: Int) -> Bool
  /// Whether a section ends with a footer. Without this none does.
  func listView(_ list: ListView, hasFooterInSection section: Int) -> Bool
  /// Who the row, header or footer is: asked often, for every cache lookup.
  func listView(_ list: ListView, identityOf element: ListElement) -> ItemIdentity
  /// What the row, header or footer shows, of the type that the template of its identity shows: asked when it is measured or
  /// bound to a widget.
  func listView(_ list: ListView, contentOf element: ListElement) -> any Sendable
  /// What is known of a row, header or footer without reading it, for an estimate of its height. Without this it is its
  /// template alone.
  func listView(_ list: ListView, estimateOf element: ListElement) -> RowEstimate
  /// The text that the row is found by when somebody types its first letters: the next row whose text begins with them is
  /// selected, whatever the case and the accents. Nil, as it is without this, for a row that typeahead passes over.
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

/// What a list tells its owner.
public protocol ListViewDelegate: AnyObject {
  func listView(_ list: ListView, didSelect row: RowIndexPath?)
  /// A row was clicked, or Return was pressed on the selected one.
  func listView(_ list: ListView, didActivate row: RowIndexPath)
  /// The detail button of a row, or its custom accessory, was clicked. Without this the row is activated as by a click
  /// elsewhere.
  func listView(_ list: ListView, accessoryActivatedFor row: RowIndexPath)
  /// A context menu was asked for, at a point in the list's coordinates (logical pixels).
  func listView(_ list: ListView, wantsMenuFor row: RowIndexPath?, x: Double, y: Double)
}

extension ListViewDelegate {
  public func listView(_ list: ListView, didSelect row: RowIndexPath?) {}
  public func listView(_ list: ListView, didActivate row: RowIndexPath) {}
  public func listView(_ list: ListView, wantsMenuFor row: RowIndexPath?, x: Double, y: Double) {}
  public func listView(_ list: ListView, accessoryActivatedFor row: RowIndexPath) {
    list.select(row)
    listView(list, didActivate: row)
  }
}
