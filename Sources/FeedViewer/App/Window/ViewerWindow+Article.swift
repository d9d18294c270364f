import CGtk
import FeedViewerBase
import FeedViewerRows
import GtkInterop
import LayoutCore

/// Going from article to article, and what the window does with the one that is read.
extension ViewerWindow {
  func connectArticle() {
    article.follower = self
    bars.show(zoom: article.view.zoom)
  }

  func readAsText() {
    guard let row = entryInFocus else { return }
    readingAsText?.cancel()
    readingAsText = PlainTextWindow.open(row, over: self)
  }

  /// Changes the size of the text, in the list and in articles.
  func zoom(_ steps: Int) {
    article.view.zoom = ArticleView.zoom(article.view.zoom, steps: steps)
  }

  /// Shows another article, and selects its row: going back shows the one that was read last. The keyboard focus stays
  /// where it is.
  func turn(_ turn: ArticlePage.Turn) {
    guard let place = place(of: turn) else {
      guard turn == .nextUnread || turn == .previousUnread, !goOnInAnotherFeed(turn) else { return }
      return toast.show(localized("No more unread entries"), hasUndo: false)
    }
    goOn(to: place)
  }

  private func goOn(to place: RowIndexPath) {
    list.select(place)
    list.scroll(to: .row(place))
    guard !panes.arrangement.isSplit else { return }
    activate(place)
  }

  /// Shows the next feed of the shelf that has unread entries, to go on there.
  ///
  /// - Returns: Whether there is one.
  private func goOnInAnotherFeed(_ turn: ArticlePage.Turn) -> Bool {
    let counts = library.unreadCounts
    let paths = library.files.map(\.path)
    let shown = entries.arrangement.feed.flatMap(paths.firstIndex)
    // All entries and those that are unread have those of every feed.
    guard shownList != .all, shownList != .unread, search.query == nil else { return false }
    let after = shown.map { paths[($0 + 1)...] + paths[..<$0] } ?? paths[...]
    let order = turn == .nextUnread ? Array(after) : after.reversed()
    guard let next = order.first(where: { counts[$0].map { $0.unread > 0 } ?? false }) else { return false }
    pendingTurn = turn
    announcesList = true
    show(.feed(next))
    return true
  }

  /// Completes `goOnInAnotherFeed`, as soon as its list is shown.
  func goOnInNewList() {
    guard let turn = pendingTurn else { return }
    pendingTurn = nil
    let (forward, sections) = (turn == .nextUnread, entries.sections)
    let end = RowIndexPath(section: sections.count - 1, row: sections.last?.rows.count ?? 0)
    if let place = sections.unreadArticle(forward, from: forward ? .beforeFirst : end) { goOn(to: place) }
  }

  /// Tells beside the list of which feed there is an entry to select.
  func showHint(in state: ContentState) {
    let feed = entries.arrangement.feed
    let file = feed.flatMap { library.index(ofFile: $0) }.map { library.files[$0] }
    // A page in the place of the rows names the file itself.
    let words: [String?] = [state == .rows ? file?.title : nil, file?.heading?.summary]
    let website = feed.flatMap(website).map { LinkPreview(text: nil, address: $0).address }
    article.feedFacts = (words.map { $0.map { UntrustedText.line($0) } } + [website])
      .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The article follows its entry when its file was read again.
  ///
  /// - Complexity: O(1), or O(rows of the file) after it was read again.
  func articleFollowsFiles() {
    guard article.isShown, let row = article.row, article.followedVersion != library.contentVersion else {
      return
    }
    article.followedVersion = library.contentVersion
    let place = library.place(of: row, near: list.selectedRow.flatMap(entries.libraryPlace))
    if let place = place ?? library.newState(of: row) {
      article.follow(library.row(at: place))
    } else if library.hasGone(row) {
      let isNew = !article.isGone
      article.follow(nil)
      // The list takes an entry of an archive for another state of the one that was there.
      if isNew, let selected = list.selectedRow.flatMap(entries.row), selected.path == row.path,
        library.replacement(of: row)?.contains(selected.ordinal) == true
      {
        list.select(nil)
      }
    }
  }

  /// Follows the reader's edits: an article whose entry was deleted makes room for the next one, and an entry that comes back is
  /// selected.
  func entriesEdited() {
    articleFollowsEdits = true
    followEdits()
  }

  /// Completes `entriesEdited` as soon as the list shows the edits.
  func followEdits() {
    guard articleFollowsEdits, !entries.isArranging else { return }
    articleFollowsEdits = false
    revealsInsertion = false
    selectPendingRow()
    forgetPendingRow()
    if let row = article.row, !article.isGone, library.sections.place(of: row, near: nil) == nil {
      showArticleOfSelection()
    }
  }

  private func showArticleOfSelection() {
    guard panes.arrangement.isSplit, list.selectedRow.flatMap(entries.row) != nil else {
      return article.close()
    }
    showSelected()
  }

  /// The place of another article; nil if there is none.
  func place(of turn: ArticlePage.Turn) -> RowIndexPath? {
    guard let place = startOfTurn(forward: turn == .next || turn == .nextUnread) else { return nil }
    let returns = place != list.selectedRow
    return switch turn {
    case .next: entries.sections.article(true, from: place)
    case .previous: entries.sections.article(false, from: place)
    case .nextUnread: entries.sections.unreadArticle(true, from: place, returns: returns)
    case .previousUnread: entries.sections.unreadArticle(false, from: place, returns: returns)
    }
  }

  /// The row from which the reader goes on: that of the article, or the selected one of the list; without one, the
  /// place before the first row.
  private func startOfTurn(forward: Bool) -> RowIndexPath? {
    if panes.arrangement.isSplit, let selected = list.selectedRow { return selected }
    if article.isShown {
      if let place = article.row.flatMap({ entries.sections.place(of: $0, near: list.selectedRow) }) {
        return place
      }
      // The cursor is on the row beside that of an entry that has left the list: the reader goes on from between both.
      if let cursor = list.selection.cursor {
        if forward == isCursorBeforeGoneEntry { return cursor }
        return RowIndexPath(section: cursor.section, row: cursor.row + (forward ? -1 : 1))
      }
    }
    return panes.arrangement.isSplit ? .beforeFirst : nil
  }

  /// The title over the article, after its heading was scrolled away.
  var articleTitle: TitleText {
    let title = article.isHeadingGone ? article.row.map { UntrustedText.line($0.title) } : nil
    return TitleText(title: title ?? "", subtitle: "")
  }

  /// The title of the window: that of the entry that is shown, and that of the list.
  func windowTitle(of list: String) -> String {
    let entry = article.row.map { UntrustedText.line($0.title) } ?? ""
    return entry.isEmpty ? list : "\(entry) — \(list)"
  }

  func feedTitle(of row: FeedRow) -> String {
    let section = library.sections.place(of: row, near: nil).map { library.sections[$0.section].title }
    let file = library.index(ofFile: row.path).map { library.files[$0].title }
    return UntrustedText.line(section.flatMap { $0.isEmpty ? nil : $0 } ?? file ?? "")
  }
}
