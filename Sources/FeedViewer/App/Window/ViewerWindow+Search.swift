import CGtk
import GtkInterop
import LayoutCore
import Search
import VirtualList

/// Searching the entries.
extension ViewerWindow {
  func connectSearch() {
    searchBar.field.onSearch = { [weak self] in self?.search($0) }
    searchBar.field.onClose = { [weak self] in
      guard let self else { return }
      self.search.end()
      if !self.isReading { self.list.takeFocus() }
    }
    searchBar.onLeave = { [weak self] in self?.goToResults() }
    search.onChange = { [weak self] in
      guard let self else { return }
      self.searchBar.show(self.search)
      self.article.mark(self.search.query)
    }
    list.textHighlights = { [weak self] in self?.highlights(of: $0) ?? [] }
  }

  /// Opens the search bar; in an article, the bar to find text in it.
  func beginSearch() {
    if isReading { return article.find() }
    panes.hideFeedsOver()
    searchBar.field.open()
  }

  private func search(_ text: String) {
    // Matches may be in any row.
    library.holdsBackParts = text.isEmpty && entries.arrangement.isPlain
    search.search(text)
    searchBar.show(search)
  }

  private func goToResults() {
    guard !entries.sections.isEmpty else { return }
    list.takeFocus()
    if list.selectedRow == nil, let first = entries.sections.firstIndex(where: { !$0.rows.isEmpty }) {
      list.select(RowIndexPath(section: first, row: 0))
    }
  }

  /// What a search has found in the texts of a row.
  private func highlights(of place: RowIndexPath) -> [TextHighlight] {
    guard let query = search.query, let row = entries.row(at: place) else { return [] }
    return row.highlights(of: query, passage: search.passage(of: row))
  }
}
