import GtkInterop
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
  /// The name of a row, header or footer in the debug log; the text of its key by default.
  func listView(_ list: ListView, nameOf element: ListElement) -> String
  /// The content of a row, header or footer, of the type that its template shows. It is called when the element is
  /// measured or bound to a widget.
  func listView(_ list: ListView, contentOf element: ListElement) -> any Sendable
  /// Makes the content by which a row is measured ahead, on worker threads; nil, the default, for content that `contentOf` has at
  /// hand. Content that is read from a file, or takes long to make, takes no time of the main thread in this way.
  ///
  /// It is measured like that of `contentOf`, and never shown: what changes no height may be left out. It belongs to the row's
  /// present identity.
  func listView(_ list: ListView, contentMakerOf row: RowIndexPath) -> (@Sendable () -> any Sendable)?
  /// The properties of a row, header or footer that are known without reading its content, for an estimate of its
  /// height; only its template by default.
  func listView(_ list: ListView, estimateOf element: ListElement) -> RowEstimate
  /// How many rows of a section, from a row on, have the same estimate, which is exact, such as rows whose content is not
  /// known yet, or may share one until they are measured, because they are much alike; 1 by default. With more, a million such
  /// rows appear in the time of a few. Very few rows are estimated for themselves then, the rows on screen are measured as ever.
  func listView(_ list: ListView, numberOfRowsAlikeFrom row: RowIndexPath) -> Int
  /// The text by which typeahead finds the row: the next row whose text begins with the typed letters
  /// is selected, whatever the case and the accents. Nil, the default, for a row that typeahead skips.
  ///
  /// Typeahead is off while neither the first row nor the cursor's row has a text. A search may ask for the texts of all
  /// rows, in slices of a few milliseconds.
  func listView(_ list: ListView, typeaheadTextOf row: RowIndexPath) -> String?
  /// The places that the section index leads to, in the order of the list; asked after edits, only while the index is
  /// shown. An empty array, the default, hides the index.
  func sectionIndexEntries(in list: ListView) -> [SectionIndexEntry]
}

extension ListDataSource {
  public func listView(_ list: ListView, hasHeaderInSection section: Int) -> Bool { false }
  public func listView(_ list: ListView, hasFooterInSection section: Int) -> Bool { false }

  public func listView(_ list: ListView, nameOf element: ListElement) -> String {
    listView(list, identityOf: element).key.text
  }

  public func listView(_ list: ListView, estimateOf element: ListElement) -> RowEstimate {
    RowEstimate(template: listView(list, identityOf: element).template)
  }

  public func listView(
    _ list: ListView, contentMakerOf row: RowIndexPath
  ) -> (@Sendable () -> any Sendable)? { nil }

  public func listView(_ list: ListView, numberOfRowsAlikeFrom row: RowIndexPath) -> Int { 1 }

  public func listView(_ list: ListView, typeaheadTextOf row: RowIndexPath) -> String? { nil }

  public func sectionIndexEntries(in list: ListView) -> [SectionIndexEntry] { [] }
}

/// Receives the user's actions on a list. All methods have defaults.
public protocol ListViewDelegate: AnyObject {
  /// The selection has changed; `row` is the list's `selectedRow`.
  func listView(_ list: ListView, didSelect row: RowIndexPath?)
  /// A row was clicked, or double-clicked where one click only selects, or Return was pressed on the selected one.
  func listView(_ list: ListView, didActivate row: RowIndexPath)
  /// The detail button or the custom accessory of a row was clicked, or Alt+Return was pressed on the row. By default the
  /// row is selected and activated.
  func listView(_ list: ListView, accessoryActivatedFor row: RowIndexPath)
  /// The user opened a context menu at a point in the list's coordinates (logical pixels). Call `ListView.menuOpened` with it.
  /// By default the menu offers the row's swipe action.
  func listView(_ list: ListView, wantsMenuFor row: RowIndexPath?, x: Double, y: Double)
  /// A header was clicked. By default the list scrolls to it if it sticks to the viewport's top.
  func listView(_ list: ListView, didActivateHeaderOf section: Int)
  /// The user opened a context menu on a header, at a point in the list's coordinates (logical pixels). By default it is
  /// the menu of no row.
  func listView(_ list: ListView, wantsMenuForHeaderOf section: Int, x: Double, y: Double)
  /// A row was clicked with the middle button, which by default does nothing.
  func listView(_ list: ListView, didMiddleClick row: RowIndexPath)
  /// The action that a swipe over a row towards its start performs, by touch or touchpad; nil, the default, for none. The
  /// Delete key performs destructive actions, too.
  func listView(_ list: ListView, swipeActionFor row: RowIndexPath) -> RowAction?
  /// The user chose the action of a row by a swipe, in the menu or by its key. A row that is deleted during the call does
  /// not return from its swipe; any other one does.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - action: The action that was chosen.
  ///   - rows: The rows that have the action, in the order of the list: the swiped one, or all selected ones.
  func listView(_ list: ListView, perform action: RowAction, on rows: [RowIndexPath])
  /// What other programs get when selected rows are dragged out of the list; nil, the default, draws a rubber band instead.
  func listView(_ list: ListView, contentOfDragged rows: RowSet) -> LazyContent?
}

extension ListViewDelegate {
  public func listView(_ list: ListView, didSelect row: RowIndexPath?) {}
  public func listView(_ list: ListView, didActivate row: RowIndexPath) {}
  public func listView(_ list: ListView, contentOfDragged rows: RowSet) -> LazyContent? { nil }
  public func listView(_ list: ListView, didMiddleClick row: RowIndexPath) {}
  public func listView(_ list: ListView, didActivateHeaderOf section: Int) {
    guard list.scrollState.stickyHeader?.section == section else { return }
    list.animateScroll(to: .header(section), alignment: .top)
  }
  public func listView(_ list: ListView, wantsMenuForHeaderOf section: Int, x: Double, y: Double) {
    listView(list, wantsMenuFor: nil, x: x, y: y)
  }
  public func listView(_ list: ListView, accessoryActivatedFor row: RowIndexPath) {
    list.select(row)
    listView(list, didActivate: row)
  }
}
