import FeedViewerBase
import GtkInterop

/// The lists that the window can show, and what is done to them by their names.
extension ViewerWindow {
  /// The list that is shown.
  var shownList: ListIdentifier { ListIdentifier(of: entries.arrangement) }

  func name(of list: ListIdentifier) -> String {
    switch list {
    case .all: localized("All Entries")
    case .unread: localized("Unread")
    case .starred: localized("Starred")
    case .feed(MissingFiles.list): missingItems.first?.name ?? ""
    case .feed(let path):
      UntrustedText.line(library.index(ofFile: path).map { library.files[$0].title } ?? FileName.of(path))
    }
  }

  /// Whether a list can be shown: that of a file that is on the shelf, even if the file can't be read.
  func isKnown(_ list: ListIdentifier) -> Bool {
    guard case .feed(let path) = list else { return true }
    return library.index(ofFile: path) != nil || missingItems.contains { $0.listedPath == path }
  }

  /// Whether a list is that of a file that can't be read.
  func isProblem(_ list: ListIdentifier) -> Bool {
    guard case .feed(let path) = list else { return false }
    return path == MissingFiles.list || library.error(ofFile: path) != nil
  }

  /// Shows a list. The filter stays.
  func show(_ list: ListIdentifier) {
    switch list {
    case .all: showFeed(nil)
    case .unread: showFeed(nil, smartList: .unread)
    case .starred: showFeed(nil, smartList: .starred)
    case .feed(let path): showFeed(path)
    }
  }

  /// Shows the entries of one file alone; nil shows those of all files.
  ///
  /// - Parameter smartList: Which entries of all files.
  func showFeed(_ feed: FilePath?, smartList: Arrangement.Filter = .all) {
    let old = entries.arrangement
    var new = old
    (new.feed, new.smartList) = (feed, smartList)
    guard new != old else { return updateSidebar() }
    // A search is one of the list that was shown, which comes back without it first: what follows is of the new list.
    listBeforeSearchAll = nil
    searchBar.field.close()
    placeBeforeSearch = nil
    rememberListPlace()
    selectionsOfLists[shownList] = list.selectedRow.flatMap { entries.row(at: $0) }?.storedText
    // Each list has a selection of its own.
    list.select(nil)
    listToRestore = ListIdentifier(of: new)
    isListNew = true
    show(new)
    updateSidebar()
    updateBanner()
    updateActions()
  }

  /// Shows a list as asked for by key: it comes to the front, and the focus stays in the sidebar if it is there.
  func goTo(_ list: ListIdentifier) {
    guard list != shownList || isListHidden else { return }
    if isListHidden { article.close() }
    announcesList = true
    show(list)
    if keyTarget == .feeds { sidebar.takeFocus() } else { content.takeFocus() }
  }

  /// Shows the next list of the sidebar (1) or the one before (-1).
  func goToList(after distance: Int) {
    let lists: [ListIdentifier] = [.all, .unread, .starred] + shelf.map { .feed($0) }
    guard let index = lists.firstIndex(of: shownList), lists.indices.contains(index + distance) else {
      return
    }
    goTo(lists[index + distance])
  }

  /// The list of a command's parameter, which is its name or the number of an open feed; nil if there is no such list.
  func list(_ text: String, for command: WindowCommand) -> ListIdentifier? {
    if command == .feed {
      let files = library.files
      return Int(text).flatMap { (1..<files.count + 1).contains($0) ? .feed(files[$0 - 1].path) : nil }
    }
    guard let list = ListIdentifier(text) else { return nil }
    return isKnown(list) ? list : nil
  }

  func markRead(_ list: ListIdentifier) {
    editor.markRead(list, named: name(of: list)) { [weak self] in self?.tell($0) }
  }
}

extension ListIdentifier {
  /// The list that an arrangement is of. The filter of a feed's list is no part of it.
  fileprivate init(of arrangement: Arrangement) {
    self =
      switch (arrangement.feed, arrangement.smartList) {
      case (let feed?, _): .feed(feed)
      case (nil, .all): .all
      case (nil, .unread): .unread
      case (nil, .starred): .starred
      }
  }
}
