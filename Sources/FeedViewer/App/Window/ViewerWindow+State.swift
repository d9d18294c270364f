import CGtk
import FeedViewerBase
import FeedViewerReadingState
import FeedViewerRows
import GtkInterop
import LayoutCore
import VirtualList

/// What the window restores and stores: settings, and the files and the place of the last time.
extension ViewerWindow {
  private var settings: Settings { keeper.settings }

  /// Applies settings of the list and the article. Call it before the actions are added, which show these settings.
  func restoreSettings(_ options: ViewerOptions) {
    list.cacheMode = options.cacheMode ?? settings[ViewerSetting.cacheMode]
    list.showsSectionIndex = settings[ViewerSetting.sectionIndex]
    showStatistics(settings[ViewerSetting.statistics])
    listStyle.set(density: settings[ViewerSetting.density])
    article.view.zoom = ArticleView.zoom(nearestTo: settings[ViewerSetting.textZoom])
    article.view.lineLength = settings[ViewerSetting.lineLength]
    if settings.arrangement != Arrangement() { show(settings.arrangement) }
    if options.size == nil, settings[ViewerSetting.isMaximized] { gtk_window_maximize(pointer) }
  }

  /// Whether windows are light or dark, as the reader has chosen.
  var chosenColorScheme: ColorScheme? {
    Action.state(of: WindowCommand.style.name, in: pointer).flatMap { ColorScheme(rawValue: $0) }
  }

  /// The size of the window, in logical pixels.
  func initialSize(_ options: ViewerOptions) -> WindowSize {
    options.size
      ?? WindowSize(width: settings[ViewerSetting.windowWidth], height: settings[ViewerSetting.windowHeight])
  }

  /// Follows what is to be stored.
  func connectState() {
    Signal.connect(pointer, "close-request") { [weak self] _ in
      self?.storeState()
      self?.keeper.follower = nil
      return .unhandled
    }
    keeper.follower = self
  }

  /// Stores the window's size and everything that is not stored when it changes. Call it when the window ends, however.
  func storeState() {
    sidebar.choices.choosePending()
    article.rememberPlace()
    rememberListPlace()
    storeSession()
    settings[ViewerSetting.textZoom] = article.view.zoom
    let isMaximized = gtk_window_is_maximized(pointer) != 0
    settings[ViewerSetting.isMaximized] = isMaximized
    guard !isMaximized else { return }
    var (width, height): (Int32, Int32) = (0, 0)
    gtk_window_get_default_size(pointer, &width, &height)
    settings[ViewerSetting.windowWidth] = min(max(Int(width), 320), 16_384)
    settings[ViewerSetting.windowHeight] = min(max(Int(height), 240), 16_384)
  }

  /// Remembers the open files and the place in them, for the next start without files.
  func storeSession() {
    // A window that closes before it has opened anything has nothing to remember.
    guard hasSession, remembersSession else { return }
    let session = session
    noteStoredFiles()
    guard session != storedSession else { return }
    storedSession = session
    keeper.store(session)
  }

  /// The files, the list with the place in it, and the article. A place that was not shown yet is kept: its file may be missing.
  var session: ReadingSession {
    let files = library.sessionFiles
    return ReadingSession(
      files: files,
      listPlace: placeToRestore.map(\.listPlace)
        ?? SessionList(
          listBeforeSearchAll ?? shownList,
          at: search.query == nil ? SessionPlace(of: list, showing: entries) : placeBeforeSearch?.place
        ).text,
      article: placeToRestore.map(\.article) ?? article.row.map(storedText),
      folders: outlineItems.expandedTexts(of: files), lists: listMemory.texts)
  }

  /// How the row of the article is stored: of a file that is read only where it is shown, with the number of its entry.
  private func storedText(of row: FeedRow) -> String {
    library.isReadAlone(row) ? SessionPlace(topOf: row).text : row.storedText
  }

  private func noteStoredFiles() {
    storedFiles = library.files.map(\.path)
    storedMissingVersion = library.missing.version
  }

  /// Whether the files of the session are those that were stored.
  ///
  /// - Complexity: O(open files); there may be very many missing ones.
  var hasStoredFiles: Bool {
    storedMissingVersion == library.missing.version && library.files.map(\.path) == storedFiles
  }

  /// Goes to the place of the last time as soon as its rows are there, unless the reader has begun to read.
  func restorePlace() {
    guard !library.isLoading, !entries.isArranging else { return }
    // The place may be in a file that comes back.
    if library.files.isEmpty, !library.missing.isEmpty { return }
    guard let session = placeToRestore else { return restorePlaceOfLoadedList() }
    placeToRestore = nil
    let stored = SessionList(text: session.listPlace)
    // Another list was chosen while files were read. A folder may have another place in its file.
    guard stored.list == shownList || stored.list.path != nil && stored.list.path == shownList.path else {
      return restorePlaceOfLoadedList()
    }
    listToRestore = nil
    let place = stored.place
    // A row without a number begins with its path.
    let article = session.article.flatMap {
      $0.utf8.first == UInt8(ascii: "/") ? nil : SessionPlace(text: $0)
    }
    .flatMap { $0.ordinal == nil ? nil : $0 }
    let (top, read) = (
      place.map { StoredRow($0.rowKey) }, (article?.rowKey ?? session.article).map { StoredRow($0) }
    )
    var rows = rowPlaces(of: [top, read].compactMap(\.self))
    for (row, place) in [(top, place), (read, article)] {
      if let row, let place, rows[row] == nil { rows[row] = shownArchiveRow(at: place) }
    }
    guard !rows.isEmpty else { return }
    guard !self.article.isShown, list.selectedRow == nil else { return }
    var isAtPlace = false
    if let place, let row = top.flatMap({ rows[$0] }), let found = place.readingPlace(at: row) {
      restore(found, at: row)
      isAtPlace = true
    }
    if let read, let row = rows[read] {
      // The list may have been left where its selected row is not in view.
      pendingArticle = (row, read, scrolls: !isAtPlace)
      entries.need([row])
      showPendingArticle()
    }
  }

  /// Goes to a place in a row of the list, whose entry may not have been read yet.
  func restore(_ place: ReadingPlace, at row: RowIndexPath) {
    list.restore(place)
    entries.need([row])
  }

  /// Shows the article of the last time, if its entry was read.
  func showPendingArticle() {
    guard let (place, stored, scrolls) = pendingArticle, let row = entries.row(at: place) else { return }
    pendingArticle = nil
    // The file may have another entry with this number now.
    guard stored.agrees(with: row) != nil, !article.isShown, list.selectedRow == nil else { return }
    pace.stop()
    list.select(place, scrolls: scrolls)
    article.show(row)
    article.followedVersion = library.contentVersion
    // It has counted as read before, unless it is to stay unread.
    pace.stopReading()
  }

  // MARK: Lists

  /// The feed whose list is shown: the one that is shown alone, or the only one. Nil during a search, and for lists of some entries
  /// of the only one. What an OPML file lists may be entries of other files.
  var listedFeed: FilePath? {
    guard search.query == nil else { return nil }
    let isOfOnlyFile = library.files.count == 1 && shownList == .all && entries.arrangement.shown == .all
    let feed = shownList.file ?? (isOfOnlyFile ? library.files[0].path : nil)
    return feed.flatMap { library.outlineTree(of: $0) == nil ? $0 : nil }
  }

  /// Remembers where the list is, before it shows something else.
  func rememberListPlace() {
    // Of a list that is not at its place yet, the place of the last time is kept.
    guard !library.isLoading, !entries.isArranging, listToRestore == nil, contentState == .rows else {
      return
    }
    if let feed = listedFeed {
      ListPlaces(library: library).remember(list, showing: entries, of: feed)
    } else if search.query == nil {
      listMemory.setPlace(SessionPlace(of: list, showing: entries), of: shownList)
    }
  }

  /// Goes to the place of the last time in a list that is shown since. As long as files are read, its rows may come.
  ///
  /// - Returns: Whether there was such a place.
  func restoreListPlace() -> Bool {
    guard let restored = listToRestore else { return false }
    let feed = restored.file.flatMap { library.outlineTree(of: $0) == nil ? $0 : nil }
    let isShown = show(feed.map(ListPlaces(library: library).place) ?? listMemory.place(of: restored))
    if isShown || !library.isLoading { listToRestore = nil }
    return isShown
  }

  private func show(_ place: SessionPlace?) -> Bool {
    guard let place, let row = rowPlace(of: place.rowKey) ?? shownArchiveRow(at: place),
      let found = place.readingPlace(at: row)
    else { return false }
    restore(found, at: row)
    return true
  }

  /// A list that was chosen before its files were read is shown where it was left, unless the reader has begun to read.
  private func restorePlaceOfLoadedList() {
    guard let restored = listToRestore, shownList == restored, !isListNew else { return }
    let isUntouched = !article.isShown && list.selectedRow == nil
    guard isUntouched, search.query == nil, SessionPlace(of: list, showing: entries) == nil else {
      return listToRestore = nil
    }
    _ = restoreListPlace()
  }

  /// Where the list shows the row of a place that was stored, in a file of which only some entries were read.
  func shownArchiveRow(at place: SessionPlace) -> RowIndexPath? {
    library.archiveRow(at: place).flatMap(entries.shownPlace)
  }

  /// The place of a row in the list, by its `storedText`.
  func rowPlace(of key: String) -> RowIndexPath? { rowPlaces(of: [StoredRow(key)]).first?.value }

  /// The places of rows in the list.
  private func rowPlaces(of rows: [StoredRow]) -> [StoredRow: RowIndexPath] {
    var found: [StoredRow: (place: RowIndexPath, agreement: StoredRow.Agreement)] = [:]
    guard !rows.isEmpty else { return [:] }
    for (section, content) in entries.sections.enumerated() {
      for row in content.rows.places(where: { shown in rows.contains { $0.agrees(with: shown) != nil } }) {
        for stored in rows {
          guard let agreement = stored.agrees(with: content.rows[row]) else { continue }
          if let known = found[stored], known.agreement >= agreement { continue }
          found[stored] = (RowIndexPath(section: section, row: row), agreement)
        }
      }
    }
    return found.mapValues(\.place)
  }
}
