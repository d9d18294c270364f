import CGtk
import FeedViewerBase
import GtkInterop
import LayoutCore

/// The open feeds at the side, and the actions on one of them.
extension ViewerWindow {
  /// The most feeds that have a key.
  private static let keyLimit = 9

  func connectSidebar() {
    sidebar.onSelect = { [weak self] in self?.showFeed($0) }
    sidebar.onActivate = { [weak self] feed in
      if let self, let feed, self.isMissing(feed) { return self.library.lookForMissing() }
      self?.showFeed(feed)
      self?.leaveSidebar()
    }
    // Over the list it is in the way of what was chosen.
    sidebar.onClick = { [weak self] in
      if let self, self.panes.arrangement.sidebarIsOver { self.leaveSidebar() }
    }
    sidebar.onLeave = { [weak self] in self?.leaveSidebar() }
    sidebar.onClose = { [weak self] in self?.closeFeed($0) }
    sidebar.hasRemovedEntries = { [weak self] in self?.library.hasRemovedEntries($0) == true }
    sidebar.onMove = { [weak self] in self?.editor.moveFile($0, by: $1) }
  }

  func addFeedActions() {
    Action.add("close-feed", to: pointer) { [weak self] in
      if let self, let feed = self.feedInFocus { self.closeFeed(feed) }
    }
    Action.add("stop-loading", to: pointer) { [weak self] in self?.stopLoading() }
    Action.add("dismiss-problems", to: pointer) { [weak self] in
      guard let library = self?.library else { return }
      library.dismissProblems(Set(library.problems.map(\.id)))
    }
    addFileAction("close-file") { $0.closeFeed($1) }
    addFileAction("move-feed-up") { $0.editor.moveFile($1, by: -1) }
    addFileAction("move-feed-down") { $0.editor.moveFile($1, by: 1) }
    Action.add("open-feed-page", to: pointer) { [weak self] in
      if let self, let feed = self.feedInFocus { self.openPage(of: feed) }
    }
    addFileAction("open-page") { $0.openPage(of: $1) }
    addMissingFileActions()
    addFileAction("copy-path") { $0.article.copy($1.display) }
    addFileAction("reload-file") { $0.library.reload($1) }
    addFileAction("restore-removed") { $0.library.restoreRemoved(of: [$1]) }
    Action.add("restore-all-removed", to: pointer) { [weak self] in
      if let library = self?.library { library.restoreRemoved(of: library.files.map(\.path)) }
    }
    Action.add("all-feeds", to: pointer) { [weak self] in self?.goToFeed(nil) }
    Action.add("feed", to: pointer, value: { text -> Int? in Int(text).flatMap { $0 > 0 ? $0 : nil } }) {
      [weak self] number in
      // There are keys for nine feeds, however many are open.
      guard let self, number <= self.library.files.count else { return }
      self.goToFeed(self.library.files[number - 1].path)
    }
  }

  /// Adds an action on a file of the list of feeds, whose parameter is its path.
  private func addFileAction(_ name: String, perform: @escaping (ViewerWindow, FilePath) -> Void) {
    Action.add(
      name, to: pointer,
      value: { [weak self] text -> FilePath? in
        let path = FilePath(text)
        guard let self, self.library.index(ofFile: path) != nil || self.isMissing(path) else { return nil }
        return path
      }
    ) { [weak self] in if let self { perform(self, $0) } }
  }

  func updateFeedActions() {
    Action.setEnabled(feedInFocus != nil, "close-feed", in: pointer)
    Action.setEnabled(feedInFocus.flatMap(page) != nil, "open-feed-page", in: pointer)
    Action.setEnabled(entries.arrangement.feed != nil, "all-feeds", in: pointer)
  }

  /// The address of the website of an open feed; nil unless a browser can open it.
  private func page(of path: FilePath) -> String? {
    library.index(ofFile: path).flatMap { library.files[$0].heading?.link }
      .flatMap { WebAddress.isPage($0) ? $0 : nil }
  }

  private func openPage(of path: FilePath) {
    if let page = page(of: path) { article.links.open(page, of: path.text) }
  }

  /// Shows the entries of one file alone; nil shows those of all files.
  func showFeed(_ feed: FilePath?) {
    if let feed, isMissing(feed) { return selectMissing(feed) }
    selectedMissing = nil
    guard feed != entries.arrangement.feed else { return }
    rememberListPlace()
    listToRestore = feed.map { .feed($0) } ?? .allFeeds
    isListNew = true
    // A search is one of the list that was shown.
    searchBar.field.close()
    var new = entries.arrangement
    new.feed = feed
    show(new)
    updateSidebar()
    showTitle()
    updateActions()
  }

  /// Shows a feed as asked for by key: the list comes to the front.
  private func goToFeed(_ feed: FilePath?) {
    if isListHidden { article.close() }
    showFeed(feed)
    content.takeFocus()
  }

  /// Goes on from the feeds to their entries.
  private func leaveSidebar() {
    panes.hideSidebarOver()
    content.takeFocus()
  }

  private func closeFeed(_ path: FilePath) {
    if isMissing(path) { return removeMissing(path) }
    rememberListPlace()
    // The list would be empty otherwise.
    if entries.arrangement.feed == path { showFeed(nil) }
    if let row = article.row, file(of: row, at: nil) == path { article.close() }
    guard let title = editor.closeFile(path) else { return }
    toast.show(title)
  }

  /// Closes the files that are being read while none of them has rows yet; undoing that reads them again.
  ///
  /// - Returns: Whether there were any.
  @discardableResult func stopLoading() -> Bool {
    guard case .loading = contentState else { return false }
    for file in library.files where file.isLoading { closeFeed(file.path) }
    return true
  }

  /// The feed that is shown alone, that of the article or the selected row, or the only one.
  private var feedInFocus: FilePath? {
    if let feed = entries.arrangement.feed { return feed }
    if library.files.count == 1 { return library.files[0].path }
    if isReading, let row = article.row { return file(of: row, at: nil) }
    guard let place = list.selectedRow, let row = entries.row(at: place) else { return nil }
    return file(of: row, at: place)
  }

  /// The open file that a row belongs to: its own may be a later page of that.
  private func file(of row: FeedRow, at place: RowIndexPath?) -> FilePath? {
    if library.index(ofFile: row.path) != nil { return row.path }
    return library.sections.place(of: row, near: place).flatMap { library.sections[$0.section].path }
  }

  /// The open file of the row at a place of the list.
  func file(at place: RowIndexPath) -> FilePath? {
    guard let place = entries.libraryPlace(of: place) else { return entries.row(at: place).map(\.path) }
    return library.sections.indices.contains(place.section) ? library.sections[place.section].path : nil
  }

  /// Shows the open feeds at the side, if they can be seen.
  func updateSidebar() {
    if panes.showsSidebarNow {
      sidebar.show(feedItems + missingItems, selected: selectedMissing ?? entries.arrangement.feed)
    }
  }

  /// The open files as the sidebar lists them.
  private var feedItems: [FeedItem] {
    let unread = library.unreadCounts
    return library.files.map { file in
      FeedItem(
        path: file.path, title: UntrustedText.line(file.title), unread: unread[file.path] ?? UnreadCount(),
        isFailed: file.error != nil, hasPage: page(of: file.path) != nil)
    }
  }
}
