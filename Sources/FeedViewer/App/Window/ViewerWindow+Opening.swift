import FeedViewerBase
import FeedViewerReadingState
import GtkInterop

/// Opening files, which adds them to the shelf, and what was open the last time.
extension ViewerWindow {
  /// Opens files: those that are not open are added to the end of the shelf. Then the file is shown, or all entries if there
  /// are several.
  func open(_ paths: [FilePath]) {
    guard filesAfterSession == nil else {
      filesAfterSession! += paths
      return present()
    }
    defer { present() }
    guard let first = paths.first else { return }
    if isListHidden { article.close() }
    rememberListPlace()
    hasSession = true
    placeToRestore = nil
    // Thousands of files would be useless in the list, and would displace those of other programs.
    unlistedFiles.formUnion(paths.dropFirst(Self.rememberedFileLimit))
    openedTogether = paths.count > 1 ? paths : []
    library.open(paths)
    guard paths.count == 1 else { return show(.all) }
    show(.feed(first))
    // Its list is shown where it was left as soon as its rows are there.
    if library.isLoading(first) { listToRestore = rowToShow == nil ? .feed(first) : nil }
  }

  /// Tells how many of the files that were opened together can't be read, as soon as all were tried.
  func tellOfUnreadableFiles() {
    guard !openedTogether.isEmpty, !library.isLoading else { return }
    let failed = openedTogether.filter { library.error(ofFile: $0) != nil }
    let count = openedTogether.count
    openedTogether = []
    guard let first = failed.first else { return }
    toast.show(
      localized(
        "\(grouped: failed.count) of \(grouped: count) file can’t be read",
        plural: "\(grouped: failed.count) of \(grouped: count) files can’t be read", count: count),
      button: ActionButton(localized("_Show"), .showList, target: Scope.feed(first).text))
  }

  /// A web address was dropped on the window, or given on the command line.
  func refuseWebAddress() {
    toast.show(localized("Feed Viewer never goes online. Download the feed and open the file."), button: nil)
  }

  // MARK: The last session

  /// Opens the files of the last time. Files that are opened meanwhile follow them.
  func restoreSession() {
    guard let loading = keeper.lastSession else { return }
    filesAfterSession = []
    Task { [weak self] in
      let session = await loading.value
      let look = await MissingFilesLook.look(for: session?.files ?? [])
      guard let self else { return }
      let added = self.filesAfterSession ?? []
      self.filesAfterSession = nil
      if let session, !session.files.isEmpty { self.restore(session, look, isShown: added.isEmpty) }
      if !added.isEmpty { self.open(added) }
      self.showContent()
    }
  }

  /// - Parameter isShown: Whether the list and the article of the last time are shown.
  private func restore(_ session: ReadingSession, _ look: MissingFilesLook, isShown: Bool) {
    let missing = session.files.enumerated().compactMap { index, path in
      look.reasons[path].map { MissingFiles.File(path: path, index: index, reason: $0) }
    }
    let shown = SessionList(text: session.listPlace)
    outlineItems.expanded.formUnion(session.folders.compactMap { Scope($0) })
    listMemory = ListMemory(texts: session.lists)
    listMemory.setPlace(shown.place, of: shown.list)
    if isShown { placeToRestore = session }
    hasSession = true
    storedSession = session
    // They are in the desktop's list already.
    unlistedFiles.formUnion(missing.map(\.path))
    let kept = session.files.filter { look.reasons[$0] == nil }
    // First: a session of missing files alone keeps its place until they are back.
    if !kept.isEmpty { library.open(kept) }
    if !missing.isEmpty { library.addMissing(missing) }
    if isShown, isKnown(shown.list) { show(shown.list) }
  }
}
