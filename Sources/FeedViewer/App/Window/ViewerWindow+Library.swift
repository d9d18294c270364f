import CGtk
import FeedViewerBase
import FeedViewerFeeds
import FeedViewerRows
import GtkInterop
import LayoutCore
import VirtualList

/// Applies changes of the shown entries to the list.
extension ViewerWindow: ListUpdateConsumer {
  func apply(_ update: ListUpdate) { turn { $0.perform(update) } }

  private func perform(_ update: ListUpdate) {
    switch update {
    case .edits(let edits):
      list.performBatchUpdates { for edit in edits { perform(edit) } }
      for case .insertRows(let rows) in edits { reveal(rows.min().map { .row($0) }) }
    case .change(let change, let isNewArrangement): apply(change, isNewArrangement: isNewArrangement)
    case .read(let rows): show(read: rows)
    case .marks:
      list.redrawChangedRows()
      changed([.title, .sidebar, .commands])
    case .files: filesChanged()
    case .reveal(let section): scrollToStart(of: section)
    }
  }

  var visibleRows: [RowIndexPath] { list.visibleRows }
  var selectedRow: RowIndexPath? { list.selectedRow }

  private func apply(_ change: ChangeSet, isNewArrangement: Bool) {
    // An entry that has gone from its file, or whose day has ended, is not one that the reader has deleted: no other one is
    // selected.
    let isRead = listedContentVersion != library.contentVersion || listedDay != entries.today
    (listedContentVersion, listedDay) = (library.contentVersion, entries.today)
    // Nor is the entry of a file that was closed, and no other one is when its own is hidden.
    let selectsNext = !isRead && !isNewArrangement
    if !selectsNext, let selected = list.selectedRow {
      // The row after the selected one, or the one before if it was the last.
      let next = change.survivor(nearestTo: selected).flatMap(change.oldIndexPath)
      isCursorBeforeGoneEntry = next.map { $0 < selected } ?? false
    }
    list.apply(change, selectsNext: selectsNext)
    // Their texts begin elsewhere now.
    let former = search.passages.takeFormer()
    let passages = former.isEmpty ? [] : entries.places { former.contains($0.key) }
    if !passages.isEmpty { list.invalidateHeights(of: passages) }
    list.redrawChangedRows()
    let isAtPlace = isNewArrangement && showStartOrSelection()
    selectPendingRow()
    if isNewArrangement || !entries.isBusy { forgetPendingRow() }
    if isNewArrangement, isListNew {
      isListNew = false
      selectEntryOfList(isAtPlace: isAtPlace)
      // The article of the list before never remains.
      if !isListHidden, list.selectedRow == nil || !panes.arrangement.isSplit { article.close() }
    }
    if isNewArrangement { goOnInNewList() }
    reveal(change.firstInsertion)
    // Changes of the library are followed by `.files`; those that were arranged meanwhile come later.
    if isNewArrangement || entries.isArranged { filesChanged() }
    followEdits()
    if isNewArrangement, announcesList {
      announcesList = false
      showChanges()
      announcement.say(ListText.joined(bars.list.title.text.parts))
    }
  }

  private func show(read rows: [RowIndexPath]) {
    list.contentArrived(in: rows)
    showPendingArticle()
    guard let selected = list.selectedRow, rows.contains(selected) else { return }
    changed(.commands)
    if opensSelectedWhenRead { activate(selected) } else { showSelected() }
  }

  /// Shows other texts in rows, which may have other heights.
  func redraw(_ rows: [RowIndexPath]) {
    list.invalidateHeights(of: rows)
    list.redrawChangedRows()
  }

  private func perform(_ edit: ListEdit) {
    switch edit {
    case .reloadData: list.reloadData()
    case .insertSections(let sections): list.insertSections(sections)
    case .deleteSections(let sections): list.deleteSections(sections)
    case .reloadSections(let sections): list.reloadSections(sections)
    case .moveSection(let from, let to): list.moveSection(from: from, to: to)
    case .insertRows(let rows): list.insertRows(rows)
    case .deleteRows(let rows): list.deleteRows(rows)
    case .reloadRows(let rows): list.reloadRows(rows)
    case .moveRow(let from, let to): list.moveRow(from: from, to: to)
    }
  }

  /// Adds a file that was read to the desktop's list of recent files.
  func remember(_ file: OpenFile) {
    guard remembersFiles, !unlistedFiles.contains(file.path), let heading = file.heading else { return }
    let (recent, path) = (bars.recent, file.path)
    // Reading the desktop's list may take long, so it is done when the main loop is idle.
    MainLoop.perform(priority: G_PRIORITY_LOW) { recent.add(path, mimeType: heading.format.mimeType) }
  }

  func fileClosed(_ path: FilePath) {
    heights.forget(path)
    if let row = article.row, !library.isOpen(row.path) { article.close() }
    if let row = placeBeforeSearch?.selected, !library.isOpen(row.path) { placeBeforeSearch = nil }
  }

  /// After another order or filter, the selected row stays in view; without one, the list begins at its start. The results of a
  /// search begin there whatever is selected.
  ///
  /// - Returns: Whether the list is where it was left.
  private func showStartOrSelection() -> Bool {
    if returnFromSearch() { return true }
    if let row = list.selectedRow {
      listToRestore = nil
      if search.query == nil {
        list.scroll(to: .row(row))
        return false
      }
    } else if restoreListPlace() {
      return true
    }
    scrollToStart(of: 0)
    return false
  }

  func scrollToStart(of section: Int, _ alignment: ScrollAlignment = .top) {
    guard section < list.geometry.sectionCount else { return }
    if list.geometry.hasHeader(inSection: section) {
      list.scroll(to: .header(section), alignment: alignment)
    } else if list.geometry.rowCount(inSection: section) > 0 {
      list.scroll(to: .row(RowIndexPath(section: section, row: 0)), alignment: alignment)
    }
  }

  /// Scrolls what undoing or redoing has brought back into view.
  private func reveal(_ element: ListElement?) {
    guard revealsInsertion, let element else { return }
    revealsInsertion = false
    if case .header(let section) = element {
      scrollToStart(of: section, .nearest)
    } else {
      list.scroll(to: element)
    }
  }

  /// Shows or hides the header of a single feed after files were opened or closed that have no entries.
  func updateHeader() {
    guard list.geometry.sectionCount == 1, entries.sectionCount == 1,
      list.geometry.hasHeader(inSection: 0) == entries.isNamedInHeaderBar
    else { return }
    list.reloadRows([])
  }
}

/// User actions on rows.
extension ViewerWindow: ListViewDelegate {
  func listView(_ list: ListView, didSelect row: RowIndexPath?) {
    opensSelectedWhenRead = false
    followSelection()
    changed(.commands)
  }

  func listView(_ list: ListView, didActivate row: RowIndexPath) {
    activate(row)
  }

  func listView(_ list: ListView, wantsMenuFor row: RowIndexPath?, x: Double, y: Double) {
    popUpMenu(of: row, x: x, y: y)
  }

  func listView(_ list: ListView, didActivateHeaderOf section: Int) { activateHeader(ofSection: section) }

  func listView(_ list: ListView, wantsMenuForHeaderOf section: Int, x: Double, y: Double) {
    popUpMenu(ofSection: section, x: x, y: y)
  }

  func listView(_ list: ListView, didMiddleClick row: RowIndexPath) { openPage(of: row) }

  func listView(_ list: ListView, contentOfDragged rows: RowSet) -> LazyContent? {
    let known = entries.knownRows(at: rows)
    // What was not read can't be dropped at once.
    return known.count < rows.count ? nil : EntryContent(rows: known).dragged
  }
}

extension FeedFormat {
  /// The MIME type stored in the desktop's list of recent files.
  var mimeType: String {
    switch self {
    case .rss090, .rss10: "application/rdf+xml"
    case .rss: "application/rss+xml"
    case .atom10, .atom03: "application/atom+xml"
    case .jsonFeed: "application/feed+json"
    case .demo: "application/json"
    case .opml: "text/x-opml"
    }
  }
}
