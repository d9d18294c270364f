import CGtk
import FeedViewerSearch
import GtkInterop
import LayoutCore
import VirtualList

/// Searching the entries.
extension ViewerWindow {
  /// In milliseconds.
  private static let searchReportDelay: UInt32 = 500

  func connectSearch() {
    searchBar.follower = self
    search.follower = self
    // In the results too, the key that leaves the search entry ends the search.
    KeyPresses.connect(to: listPage) { [weak self] key, _ in
      guard let self, Int32(key) == GDK_KEY_Escape, self.searchBar.field.isOpen else { return .unhandled }
      self.searchBar.field.close()
      return .handled
    }
    search.passages.onArrival = { [weak self] rows in
      guard let self else { return }
      self.list.contentArrived(
        in: rows.compactMap { row, place in
          self.entries.row(at: place) == row ? place : self.entries.sections.place(of: row, near: place)
        })
    }
    list.textHighlights = { [weak self] in self?.highlights(of: $0) ?? [] }
  }

  func searchBarClosed() {
    if let list = listBeforeSearchAll {
      listBeforeSearchAll = nil
      endSearchAll(returningTo: list)
    } else {
      search.end()
    }
    changed(.commands)
    // In the sidebar, the keyboard goes on choosing lists.
    if !isReading, keyTarget != .feeds { list.takeFocus() }
  }

  func searchChanged() {
    searchBar.show(search)
    reportSearch()
    pausePrecacheWhileReading()
    article.mark(search.query)
    // Rows that were on screen before have other matches.
    list.redrawRows()
  }

  /// Has assistive tools say what was found, when nothing was typed for a while.
  private func reportSearch() {
    searchReport =
      search.query == nil
      ? nil
      : TimeoutSource(milliseconds: Self.searchReportDelay) { [weak self] in
        guard let self else { return .done }
        // While a search goes on, it has more to tell.
        if self.search.isBusy { return .again }
        self.announcement.say(SearchBar.status(of: self.search))
        return .done
      }
  }

  /// Opens the search bar over the list.
  func beginSearch() {
    if isListHidden { article.close() }
    panes.hideSidebarOver()
    if !searchBar.field.isOpen {
      search.prepare()
      rememberListPlace()
      placeBeforeSearch = PlaceBeforeSearch(
        place: SessionPlace(of: list, showing: entries),
        selected: list.selectedRow.flatMap { entries.row(at: $0) })
    }
    searchBar.field.open()
    changed(.commands)
  }

  /// Searches all entries for what was searched for in another list. When the search ends, that one is shown again.
  func searchAll() {
    guard shownList != .all, search.query != nil else { return }
    listBeforeSearchAll = shownList
    var new = entries.arrangement
    new.scope = .all
    show(new)
    changed([.sidebar, .commands])
  }

  /// Ends a search of all entries, and shows the list before it where it was, or with the entry that was chosen from the results.
  private func endSearchAll(returningTo before: Scope) {
    // An entry that was chosen may have left the results since.
    let chosen = list.selectedRow.flatMap(entries.row) ?? (article.isGone ? nil : article.row)
    let selected = placeBeforeSearch?.selected
    placeBeforeSearch = nil
    search.end()
    rememberSelection(selected, in: before)
    if chosen?.key != selected?.key { rowToSelect = chosen }
    show(before, remembersPlace: false)
  }

  func search(_ text: String) {
    search.search(text)
    searchBar.show(search)
  }

  func goToResults() {
    guard !entries.sections.isEmpty else { return }
    list.takeFocus()
    if list.selectedRow == nil, let first = entries.sections.firstIndex(where: { !$0.rows.isEmpty }) {
      list.select(RowIndexPath(section: first, row: 0))
    }
  }

  /// Goes back to where the reader was before a search, unless one of the results was selected or a search goes on.
  ///
  /// - Returns: Whether the list is there.
  func returnFromSearch() -> Bool {
    guard search.query == nil, let before = placeBeforeSearch else { return false }
    placeBeforeSearch = nil
    let selected = before.selected.flatMap { entries.sections.place(of: $0, near: nil) }
    // An entry that was chosen from the results may have left these since.
    selectReturnedEntry()
    guard list.selectedRow == nil || list.selectedRow == selected else { return false }
    if let selected, list.selectedRow == nil { list.select(selected) }
    guard let place = before.place else {
      scrollToStart(of: 0)
      return true
    }
    if let row = rowPlace(of: place.rowKey) ?? shownArchiveRow(at: place),
      let found = place.readingPlace(at: row)
    {
      restore(found, at: row)
      return true
    }
    return false
  }

  /// What a search has found in the texts of a row.
  private func highlights(of place: RowIndexPath) -> [TextHighlight] {
    guard let query = search.query, let row = entries.row(at: place) else { return [] }
    return row.highlights(
      of: query, passage: search.passages.passage(of: row, at: place),
      feed: entries.feedName(of: row, at: place))
  }
}

/// Where the reader was in the list when the search bar was opened.
struct PlaceBeforeSearch {
  /// Nil at the top.
  let place: SessionPlace?
  let selected: FeedRow?
}
