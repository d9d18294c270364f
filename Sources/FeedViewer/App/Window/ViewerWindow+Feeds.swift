import CGtk
import FeedViewerBase
import FeedViewerReadingState
import GtkInterop
import LayoutCore

/// What is done to one of the open feeds.
extension ViewerWindow {
  func showInFiles(_ path: FilePath) {
    guard let file = path.uri, let folder = path.folder.uri else { return }
    FileManagerService.show(file) { [weak self] in self?.article.links.launch(folder) }
  }

  /// The file of a command's parameter; nil unless it is in the list of feeds, or in that of recent files.
  func file(_ text: String, for command: WindowCommand) -> FilePath? {
    if command == .openRecent { return bars.recentFile(text) }
    let path = FilePath(text)
    return library.index(ofFile: path) != nil || isMissing(path) ? path : nil
  }

  /// The address of the website of an open feed; nil unless a browser can open it.
  func website(of path: FilePath) -> String? {
    library.index(ofFile: path).flatMap { library.files[$0].heading?.link }
      .flatMap { WebAddress.isPage($0) ? $0 : nil }
  }

  func openPage(of path: FilePath) {
    if let page = website(of: path) { article.links.open(page, of: path.text) }
  }

  func closeFeed(_ path: FilePath) {
    rememberListPlace()
    let isListShown = shownList.path == path
    let session = isListShown || isArticle(ofFile: path) ? session : nil
    leaveLists(ofFile: path)
    if isMissing(path) { return removeMissing(path) }
    if isArticle(ofFile: path) { article.close() }
    let title = editor.closeFile(path) { [weak self] in
      self?.leaveLists(ofFile: path)
    } undone: { [weak self] in
      if let session { self?.goBack(to: session) }
    }
    if let title { toast.show(title) }
  }

  /// A list of a file that is about to be closed makes room for that of another one.
  private func leaveLists(ofFile path: FilePath) {
    if shownList.path == path { show(neighbour(ofFile: path)) }
  }

  private func isArticle(ofFile path: FilePath) -> Bool {
    article.row.map { file(of: $0, at: nil) == path } ?? false
  }

  /// Shows the list and the article that were shown before a file was closed, as soon as it was read again.
  private func goBack(to session: ReadingSession) {
    if isListHidden { article.close() }
    placeToRestore = session
    let list = SessionList(text: session.listPlace).list
    if list != shownList {
      show(list)
    } else {
      self.list.select(nil)
      article.close()
    }
  }

  /// The list that takes the place of a file's: that of the file after it, or else of the one before.
  private func neighbour(ofFile path: FilePath) -> Scope {
    let shelf = shelf
    guard let index = shelf.firstIndex(of: path) else { return .all }
    let place = index + 1 < shelf.count ? index + 1 : index - 1
    return shelf.indices.contains(place) ? .feed(shelf[place]) : .all
  }

  /// The paths of the files on the shelf, as the sidebar lists them.
  var shelf: [FilePath] {
    library.missing.areOneRow ? library.files.map(\.path) + [MissingFiles.list] : library.sessionFiles
  }

  /// Closes the files that are being read while none of them has rows yet; undoing that reads them again.
  ///
  /// - Returns: Whether there were any.
  @discardableResult func stopLoading() -> Bool {
    guard case .loading = contentState else { return false }
    let own = library.files(of: shownList.feeds)
    for file in library.files where file.isLoading && own?.contains(file.path) ?? true {
      closeFeed(file.path)
    }
    return true
  }

  /// The feed that is shown alone, that of the article or the selected row, or the only one.
  var feedInFocus: FilePath? {
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
    guard let place = entries.libraryPlace(of: place) else {
      return entries.row(at: place).flatMap { file(of: $0, at: nil) }
    }
    return library.sections.indices.contains(place.section) ? library.sections[place.section].path : nil
  }
}
