import CGtk
import FeedViewerRows
import GtkInterop
import LayoutCore
import VirtualList

/// The article follows the selected row.
extension ViewerWindow {
  /// Another row is selected than before, or none.
  func followSelection() {
    guard panes.arrangement.isSplit else { return pace.stop() }
    // When only its row has moved, an entry does not count as read once more: it may have been marked as unread since.
    if let key = list.selectedRow.flatMap({ entries.row(at: $0)?.key }), key == article.row?.key,
      !article.isGone
    {
      return
    }
    pace.selectionMoved { [weak self] in self?.showSelected() }
  }

  /// Shows the entry of the selected row beside the list.
  func showSelected() {
    guard panes.arrangement.isSplit else { return }
    guard let place = list.selectedRow else { return selectionWasCleared() }
    guard let row = entries.row(at: place) else {
      if entries.isLost(place) { article.close() }
      return entries.need([place])
    }
    show(row)
    guard keeper.settings[ViewerSetting.marksReadOnOpen], !row.isRead, !row.isOutline else { return }
    pace.shown { [weak self] in
      guard let self, self.hasArticle, let shown = self.article.row, shown.key == row.key else {
        return
      }
      self.markOpened(shown)
    }
  }

  /// Shows the entry of a row, unless it is the one that is shown.
  func show(_ row: FeedRow) {
    guard article.row?.key != row.key || article.isGone else { return }
    article.show(row)
    article.followedVersion = library.contentVersion
  }

  /// Selects the entry that is read as soon as the list has it again, which it has left while it was read.
  func selectReturnedEntry() {
    guard panes.arrangement.isSplit, list.selectedRow == nil, !isListNew, !article.isGone,
      let place = article.row.flatMap({ entries.sections.place(of: $0, near: nil) })
    else { return }
    list.select(place)
    // It has counted as read before, unless it is to stay unread.
    pace.stopReading()
  }

  /// Selects the row that is to be selected as soon as the list has it. It has counted as read before, unless it is to stay
  /// unread.
  func selectPendingRow() {
    guard let row = rowToSelect,
      let place = entries.sections.place(of: row, near: nil)
        ?? library.newState(of: row).flatMap(library.row)
        .flatMap({ entries.sections.place(of: $0, near: nil) })
    else { return }
    rowToSelect = nil
    pace.stop()
    list.select(place)
    list.scroll(to: .row(place))
    pace.stopReading()
  }

  /// What the list does not have now is not selected later, unless its file is being read: an entry that was removed before its
  /// file has changed is in the list again then.
  func forgetPendingRow() {
    if let row = rowToSelect, !library.isLoading(row.path) { rowToSelect = nil }
  }

  /// Selects what was selected when the list was left, or what is read in its place. It has counted as read before, unless it is
  /// to stay unread.
  ///
  /// - Parameter isAtPlace: Whether the list is where it was left, be the selected row in view there or not.
  func selectEntryOfList(isAtPlace: Bool) {
    guard list.selectedRow == nil else { return }
    let place =
      isListHidden
      ? article.row.flatMap { entries.sections.place(of: $0, near: nil) }
      : listMemory.selected(in: shownList).flatMap { rowPlace(of: $0.rowKey) ?? shownArchiveRow(at: $0) }
    guard let place else { return }
    pace.stop()
    list.select(place, scrolls: isListHidden || !isAtPlace)
    pace.stopReading()
  }

  func rememberSelection(_ row: FeedRow?, in list: Scope) {
    listMemory.setSelected(row.map { SessionPlace(topOf: $0) }, in: list)
  }

  /// Without a selected row, no article is shown but one that has left the list while it is read: it was hidden by a search or
  /// a filter, or has gone from its file.
  private func selectionWasCleared() {
    // When its file was read again, the article follows its entry first, which is selected then.
    guard article.followedVersion == library.contentVersion, let row = article.row, !article.isGone,
      entries.sections.place(of: row, near: nil) != nil
    else { return }
    article.close()
  }
}
