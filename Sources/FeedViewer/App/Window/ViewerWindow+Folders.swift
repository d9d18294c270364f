import FeedViewerBase

/// The folders of OPML files in the sidebar.
extension ViewerWindow {
  /// Shows what is in a folder of an OPML file, or in a whole file, or hides it.
  func setExpanded(_ isExpanded: Bool, _ list: Scope) {
    if isExpanded { outlineItems.expanded.insert(list) } else { outlineItems.expanded.remove(list) }
    changed(.sidebar)
    storeSession()
  }

  /// The same of all that is in it.
  func setExpanded(_ isExpanded: Bool, all list: Scope) {
    guard let file = list.folder?.file, let tree = library.outlineTree(of: file) else { return }
    outlineItems.setExpanded(isExpanded, all: list, tree)
    // The item of the list that is shown must be seen.
    if !isExpanded, shownList != list, shownList.isInside(list) { show(list) }
    changed(.sidebar)
    storeSession()
  }

  /// Opens the feeds that a folder and its subfolders name, and shows the list of the folder.
  func openAllFeeds(of list: Scope) {
    let feeds = closedFeeds(in: list)
    guard !feeds.isEmpty else { return }
    open(feeds)
    show(list)
  }

  /// The feeds that a folder and its subfolders name and that are not open.
  func closedFeeds(in list: Scope) -> [FilePath] {
    list.folder.map { library.closedFeeds(inFolder: $0.place, of: $0.file) } ?? []
  }
}
