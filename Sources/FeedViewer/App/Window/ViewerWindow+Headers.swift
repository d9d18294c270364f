import CGtk
import FeedViewerRows
import GtkInterop

/// The header bars of the panes, and the commands that only they have.
extension ViewerWindow {
  /// Sets a mark of the entry that is shown, or removes it.
  func set(_ mark: EntryMarks, _ isSet: Bool) {
    guard let row = article.row, row.marks.contains(mark) != isSet else { return }
    if mark == .read { pace.stopReading() }
    // What is seen at once needs no message.
    _ = editor.set(mark, isSet, of: [row])
  }

  /// The number of entries that the list has without its filter; nil while they are counted.
  private var countWithoutFilter: Int? {
    if entries.arrangement.scope.condition == .today { return entries.rowsOfToday?.count }
    let feeds = entries.arrangement.scope.feeds
    let own = library.files(of: feeds)
    let files = library.files.filter { own?.contains($0.path) ?? true }
    guard !files.contains(where: { library.isGrowing($0) || $0.announced?.isEstimate == true }),
      !library.sections.contains(where: { section in
        section.isCountEstimated && files.contains { $0.path == section.path }
      })
    else { return nil }
    guard own != nil else { return library.expectedEntryCount }
    return library.entryCount(of: feeds)
  }

  /// Why the entry that is read is not in the list; nil if it is, or none is read.
  private var pinnedReason: PinnedStrip.Reason? {
    guard let row = article.row else { return nil }
    if article.isGone { return .gone }
    guard panes.arrangement.isSplit, list.selectedRow == nil else { return nil }
    let filter = entries.arrangement.shown
    // What the search has found is hidden by the filter alone.
    if search.query != nil, filter == .all || entries.found?.contains(row) != true { return .search }
    if filter != .all { return .filter(filter) }
    // Its day has ended.
    return entries.arrangement.scope.condition == .today ? .today : nil
  }

  /// Ends what hides the entry that is read from the list, and selects it there.
  func showInList() {
    rowToSelect = article.row
    switch article.pinned.reason {
    case .search: searchBar.field.close()
    case .today: show(.all)
    case .filter where entries.arrangement.isFilterSuspended: show(.all)
    case .filter: endFilter()
    case .gone, nil: rowToSelect = nil
    }
  }

  /// Shows the buttons and states that apply to what the panes show.
  func updateHeaders() {
    let row = hasArticle ? article.row : nil
    if let row {
      noteState(row.isStarred, of: .entryStarred)
      noteState(!row.isRead, of: .entryUnread)
    }
    noteState(searchBar.field.isOpen, of: .searchMode)
    article.pinned.show(pinnedReason)
    let filter = entries.arrangement.hiding
    filterStrip.show(filter, shown: entries.sections.reduce(0) { $0 + $1.rows.count }, of: countWithoutFilter)
    let strips =
      (filter == .all ? [] : [filterStrip.widget]) + (searchBar.field.isOpen ? [searchBar.field.status] : [])
    Accessible.setRelation(GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, to: strips, of: list.widget.pointer)
    bars.show(panes.arrangement, isFiltered: filter != .all, row: row, hidesList: isListHidden)
  }
}
