import CGtk
import FeedViewerRows
import GtkInterop

/// The header bars of the panes, and the actions that only they have.
extension ViewerWindow {
  func addHeaderActions() {
    Action.addToggle("search-mode", isOn: false, to: pointer) { [weak self] isOn in
      guard let self, isOn != self.searchBar.field.isOpen else { return }
      if isOn { self.beginSearch() } else { self.searchBar.field.close() }
    }
    Action.addToggle("entry-starred", isOn: false, to: pointer) { [weak self] in self?.set(.starred, $0) }
    Action.add("show-in-list", to: pointer) { [weak self] in self?.showInList() }
    Action.addToggle("entry-unread", isOn: false, to: pointer) { [weak self] in self?.set(.read, !$0) }
  }

  /// Sets a mark of the entry that is shown, or removes it.
  private func set(_ mark: EntryMarks, _ isSet: Bool) {
    guard let row = article.row, row.marks.contains(mark) != isSet else { return }
    if mark == .read { pace.stopReading() }
    // What is seen at once needs no message.
    _ = editor.set(mark, isSet, of: [row])
  }

  /// The number of entries that the list has without its filter; nil while they are counted.
  private var countWithoutFilter: Int? {
    let files = library.files.filter { entries.arrangement.feed.map([$0.path].contains) ?? true }
    guard !files.contains(where: { library.isGrowing($0) || $0.announced?.isEstimate == true }),
      !library.sections.contains(where: { section in
        section.isCountEstimated && files.contains { $0.path == section.path }
      })
    else { return nil }
    guard let feed = entries.arrangement.feed else { return library.expectedEntryCount }
    return library.sections.reduce(0) { $0 + ($1.path == feed ? $1.rows.count : 0) }
  }

  /// Why the entry that is read is not in the list; nil if it is, or none is read.
  private var pinnedReason: PinnedStrip.Reason? {
    guard article.isShown else { return nil }
    if article.isGone { return .gone }
    guard panes.arrangement.isSplit, list.selectedRow == nil else { return nil }
    if search.query != nil { return .search }
    let filter = entries.arrangement.shown
    return filter == .all ? nil : .filter(filter)
  }

  /// Ends what hides the entry that is read from the list, and selects it there.
  private func showInList() {
    rowToSelect = article.row
    switch article.pinned.reason {
    case .search: searchBar.field.close()
    case .filter where entries.arrangement.smartList != .all: show(.all)
    case .filter: Action.setState(Arrangement.Filter.all.rawValue, of: "filter", in: pointer)
    case .gone, nil: rowToSelect = nil
    }
  }

  /// Shows the buttons and states that apply to what the panes show.
  func updateHeaders() {
    let row = hasArticle ? article.row : nil
    for name in ["entry-starred", "entry-unread"] { Action.setEnabled(row != nil, name, in: pointer) }
    if let row {
      Action.setState(row.isStarred, of: "entry-starred", in: pointer)
      Action.setState(!row.isRead, of: "entry-unread", in: pointer)
    }
    // While nothing is open, there is nothing to show or search.
    for name in ["search-mode", "search", "find-or-search", "sidebar"] {
      Action.setEnabled(!panes.isEmpty, name, in: pointer)
    }
    Action.setState(searchBar.field.isOpen, of: "search-mode", in: pointer)
    article.pinned.show(pinnedReason)
    let filter = entries.arrangement.hiding
    filterStrip.show(filter, shown: entries.sections.reduce(0) { $0 + $1.rows.count }, of: countWithoutFilter)
    let strips =
      (filter == .all ? [] : [filterStrip.widget]) + (searchBar.field.isOpen ? [searchBar.field.status] : [])
    Accessible.setRelation(GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, to: strips, of: list.widget.pointer)
    bars.show(panes.arrangement, isFiltered: filter != .all, row: row, hidesList: isListHidden)
  }
}
