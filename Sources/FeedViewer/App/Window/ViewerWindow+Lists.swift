import FeedViewerBase
import GtkInterop

/// The lists that the window can show, and what is done to them by their names.
extension ViewerWindow {
  /// The list that is shown.
  var shownList: Scope { entries.arrangement.scope }

  func name(of list: Scope) -> String {
    list.file == MissingFiles.list ? missingItems.first?.name ?? "" : library.name(of: list)
  }

  /// Whether a list can be shown: that of a file that is on the shelf, even if the file can't be read.
  func isKnown(_ list: Scope) -> Bool {
    guard let path = list.path else { return true }
    // Its folders are known when the file was read.
    if case .folder(_, let place) = list.feeds, let tree = library.outlineTree(of: path) {
      return tree.folder(at: place) != nil
    }
    return library.index(ofFile: path) != nil || missingItems.contains { $0.listedPath == path }
  }

  /// Whether a list is that of a file that can't be read.
  func isProblem(_ list: Scope) -> Bool {
    guard let path = list.path else { return false }
    return path == MissingFiles.list || library.error(ofFile: path) != nil
  }

  /// Shows the list of a folder whose place has changed in its file, or that of the file if the folder has gone.
  func followFolder() {
    guard case .folder(let file, let place) = shownList.feeds, let tree = library.outlineTree(of: file) else {
      shownTree = nil
      return
    }
    let now = shownTree.map { $0 === tree ? place : $0.place(place, in: tree) } ?? place
    if let now, tree.folder(at: now) != nil {
      if now != place { show(.folder(file, now)) }
    } else {
      show(.feed(file))
    }
    shownTree = tree
  }

  /// Shows a list. The filter stays.
  ///
  /// - Parameter remembersPlace: Whether the list that was shown comes back where it is.
  func show(_ scope: Scope, remembersPlace: Bool = true) {
    var new = entries.arrangement
    guard scope != new.scope else { return changed(.sidebar) }
    new.scope = scope
    // A search is one of the list that was shown, which comes back without it first: what follows is of the new list.
    let (before, selected) = (listBeforeSearchAll, placeBeforeSearch?.selected)
    listBeforeSearchAll = nil
    searchBar.field.close()
    placeBeforeSearch = nil
    if let before {
      // The list of all entries was shown for its search only.
      rememberSelection(selected, in: before)
    } else if remembersPlace {
      rememberListPlace()
      let chosen = list.selectedRow.flatMap { entries.row(at: $0) } ?? selected
      // One that is not shown yet, or not with all of its rows, may have another selection.
      if !isListNew, chosen != nil || contentState == .rows && !library.isLoading {
        rememberSelection(chosen, in: shownList)
      }
    }
    // Each list has a selection of its own.
    list.select(nil)
    listToRestore = scope
    shownTree = nil
    isListNew = true
    show(new)
    changed([.sidebar, .banner, .commands])
  }

  /// Shows a list as asked for by key: it comes to the front, and the focus stays in the sidebar if it is there.
  func goTo(_ list: Scope) {
    guard list != shownList || isListHidden else { return }
    if isListHidden { article.close() }
    announcesList = true
    show(list)
    if keyTarget == .feeds { sidebar.takeFocus() } else { content.takeFocus() }
  }

  /// Shows the next list of the sidebar (1) or the one before (-1).
  func goToList(after distance: Int) {
    let lists = sidebarContent.items.compactMap { item -> Scope? in
      switch item.id {
      case .list(let list): list
      case .missingFiles: .feed(MissingFiles.list)
      default: nil
      }
    }
    guard let index = lists.firstIndex(of: outlineItems.seen(shownList)),
      lists.indices.contains(index + distance)
    else { return }
    goTo(lists[index + distance])
  }

  /// The list of a command's parameter, which is its name or the number of an open feed; nil if there is no such list.
  func list(_ text: String, for command: WindowCommand) -> Scope? {
    if command == .feed {
      let files = library.files
      return Int(text).flatMap { (1..<files.count + 1).contains($0) ? .feed(files[$0 - 1].path) : nil }
    }
    guard let list = Scope(text) else { return nil }
    return isKnown(list) ? list : nil
  }

  func markRead(_ list: Scope) {
    editor.markRead(list, named: name(of: list)) { [weak self] in self?.tell($0) }
  }
}
