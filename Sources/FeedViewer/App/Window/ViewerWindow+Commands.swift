import CGtk
import FeedViewerBase
import FeedViewerRows
import GtkInterop
import VirtualList

/// The window's commands: whether each can be used, and what it does.
extension ViewerWindow {
  /// Whether a command can be used: in menus, by key, with buttons and by other programs alike.
  func isEnabled(_ command: WindowCommand) -> Bool {
    switch command {
    case .openSamples: !samples.isEmpty
    case .reload: !library.files.isEmpty || !library.missing.isEmpty
    case .closeFeed: feedInFocus != nil
    case .openFeedPage: feedInFocus.flatMap(website) != nil
    case .allFeeds: shownList != .all
    case .markAllRead:
      entries.sections.contains { $0.entryCount > 0 } && !(library.awaitsEntries && library.isLoading)
    case .cleanUp: !isListHidden && entries.arrangement.shown != .all
    // The lists of unread and of starred entries are filters of their own.
    case .filter: !entries.arrangement.isFilterSuspended
    // While nothing is open, there is nothing to show or search.
    case .search, .searchMode, .findOrSearch, .sidebar: !panes.isEmpty
    case .readEntry: selectedEntry != nil && !isReading
    // A text entry has the keys of these for itself.
    case .toggleRead, .toggleStarred: entryInFocus.map { !$0.isOutline } == true && keyTarget != .textEntry
    case .markAboveRead: !isListHidden && !rowsAbove.isEmpty
    case .markBelowRead: !isListHidden && !rowsBelow.isEmpty
    // On an article page, its shortcut copies the selected text.
    case .copyRows: selectedEntry != nil && !isReading && keyTarget == .other
    case .copyLink: selectedEntry?.link != nil && !isReading && keyTarget == .other
    case .openLink: hasPageToOpen
    case .openFeed: entryInFocus?.feedFile != nil
    case .copyFeedAddress: entryInFocus?.feedAddress != nil
    case .showInFeed:
      !isListHidden && showsSeveralFeeds && list.selectedRow != nil && selectedEntry?.isOutline != true
    // Keys that edit text or feeds do not edit the list.
    case .deleteRow: selectedEntry.map { !$0.isOutline } == true && keyTarget == .other
    // Everywhere but in a text entry: marks are made in articles, and feeds are closed at the side.
    case .undo: editor.history.last != nil && keyTarget != .textEntry
    case .redo: editor.history.next != nil && keyTarget != .textEntry
    case .undoEdit: editor.history.last != nil
    case .back: isReading
    case .find, .findNext, .findPrevious: isReading && isArticleShown
    case .nextArticle: place(of: .next) != nil
    case .previousArticle: place(of: .previous) != nil
    case .entryStarred, .entryUnread: hasArticle && isArticleShown
    case .copyEntryLink: article.row?.link != nil
    case .readAsText: entryInFocus.map { !$0.isOutline } == true
    case .print, .printPreview, .savePdf, .saveHtml: isArticleShown
    default: true
    }
  }

  /// Enables the commands that apply to the open files and the selection, and shows what headers and menus tell of them.
  func updateActions() {
    for command in WindowCommand.allCases {
      Action.setEnabled(isEnabled(command), command.name, in: pointer)
    }
    // Other programs read the state.
    if Action.state(of: WindowCommand.showList.name, in: pointer) != shownList.text {
      Action.noteState(shownList.text, of: WindowCommand.showList.name, in: pointer)
    }
    updateHeaders()
  }

  /// Performs a command as its menu item does, if it can be used.
  func send(_ command: WindowCommand) {
    showChanges()
    g_action_group_activate_action(pointer.opaque, command.name, nil)
  }

  /// Changes the state of a command, as choosing a menu item does, if it can be used.
  func setState(_ value: String, of command: WindowCommand) {
    showChanges()
    Action.setState(value, of: command.name, in: pointer)
  }

  func setState(_ isOn: Bool, of command: WindowCommand) {
    showChanges()
    Action.setState(isOn, of: command.name, in: pointer)
  }

  /// Has menus and buttons show what has changed by something else than the command.
  func noteState(_ isOn: Bool, of command: WindowCommand) {
    Action.noteState(isOn, of: command.name, in: pointer)
  }

  // MARK: Actions

  func addActions(_ options: ViewerOptions) {
    for command in WindowCommand.allCases {
      let name = command.name
      switch command.parameter {
      case .none: Action.add(name, to: pointer) { [weak self] in self?.turn { $0.perform(command) } }
      case .file:
        Action.add(name, to: pointer, value: { [weak self] in self?.file($0, for: command) }) {
          [weak self] value in self?.turn { $0.perform(command, on: value) }
        }
      case .list:
        Action.add(name, to: pointer, value: { [weak self] in self?.list($0, for: command) }) {
          [weak self] value in self?.turn { $0.perform(command, on: value) }
        }
      case .state: break
      }
    }
    addStates(options)
    setState(options.writesDebugLog, of: .debugLog)
  }

  private func perform(_ command: WindowCommand) {
    switch command {
    case .open: chooseFiles()
    case .reload: reload()
    case .close: close()
    case .clearRecent: bars.recent.clear()
    case .openSamples: open(samples)
    case .stopLoading: stopLoading()
    case .closeFeed: if let feedInFocus { closeFeed(feedInFocus) }
    case .openFeedPage: if let feedInFocus { openPage(of: feedInFocus) }
    case .removeMissingFiles: removeMissing(nil)
    case .restoreAllRemoved: library.restoreRemoved(of: library.files.map(\.path))
    case .stateDetails: showStateDetails()
    case .dismissRemarks: dismissRemarks()
    case .nextList: goToList(after: 1)
    case .previousList: goToList(after: -1)
    case .allFeeds: goTo(.all)
    case .markAllRead: markAllRead()
    case .cleanUp: entries.hideUnfiltered(keeping: list.selectedRow.flatMap(entries.row))
    case .search: beginSearch()
    case .searchAll: searchAll()
    case .findOrSearch: if isReading, isArticleShown { article.find() } else { beginSearch() }
    case .readEntry: if let place = list.selectedRow { activate(place) }
    case .toggleRead: toggle(.read)
    case .toggleStarred: toggle(.starred)
    case .markAboveRead: markRead(rowsAbove)
    case .markBelowRead: markRead(rowsBelow)
    case .copyRows: copySelectedRows()
    case .copyLink: if let link = selectedEntry?.link { article.copy(link) }
    case .openLink: openPages()
    case .openFeed: if let row = entryInFocus { openFeed(row) }
    case .copyFeedAddress: if let address = entryInFocus?.feedAddress { article.copy(address) }
    case .showInFeed: showInFeed()
    case .deleteRow: deleteSelectedRows()
    case .undo, .undoEdit: undo()
    case .redo: redo()
    case .back: goBack()
    case .find: article.find()
    case .findNext: article.findNext(forward: true)
    case .findPrevious: article.findNext(forward: false)
    case .nextArticle: turn(.next)
    case .previousArticle: turn(.previous)
    case .nextUnread: turn(.nextUnread)
    case .previousUnread: turn(.previousUnread)
    case .showInList: showInList()
    case .copyEntryLink: if let link = article.row?.link { article.copy(link) }
    case .readAsText: readAsText()
    case .print: withArticle { $0.printer.print($1, feed: $2) }
    case .printPreview: withArticle { $0.printer.preview($1, feed: $2) }
    case .savePdf: savePDF()
    case .saveHtml: saveHTML()
    case .zoomIn: zoom(1)
    case .zoomOut: zoom(-1)
    case .zoomNormal: article.view.zoom = 1
    case .fullscreen: toggleFullscreen()
    case .preferences: PreferencesDialog.present(over: self)
    case .shortcuts: ShortcutsDialog.present(over: pointer)
    case .about: AboutDialog.present(over: pointer)
    case .focusContent: focusContent()
    case .nextPane: focusPane(forward: true)
    case .previousPane: focusPane(forward: false)
    case .moveDivision: if panes.arrangement.isSplit { panes.division.takeFocus() }
    default: preconditionFailure("\(command.name) must have a parameter.")
    }
  }

  private func perform(_ command: WindowCommand, on file: FilePath) {
    switch command {
    case .openRecent: open([file])
    case .closeFile: closeFeed(file)
    case .moveFeedUp: editor.moveFile(file, by: -1)
    case .moveFeedDown: editor.moveFile(file, by: 1)
    case .openPage: openPage(of: file)
    case .locateFile: locateFile(file)
    case .copyPath: article.copy(file.display)
    case .reloadFile: library.reload(file)
    case .restoreRemoved: library.restoreRemoved(of: [file])
    case .showInFiles: showInFiles(file)
    case .feedInfo: showInformation(on: file)
    default: preconditionFailure("\(command.name) is not done to a file.")
    }
  }

  private func perform(_ command: WindowCommand, on list: Scope) {
    switch command {
    case .feed: goTo(list)
    case .markListRead: markRead(list)
    case .openAllFeeds: openAllFeeds(of: list)
    case .expandAll: setExpanded(true, all: list)
    case .collapseAll: setExpanded(false, all: list)
    default: preconditionFailure("\(command.name) is not done to a list.")
    }
  }

  /// Adds the actions that have a state, which menus and buttons show.
  private func addStates(_ options: ViewerOptions) {
    let (settings, shown) = (keeper.settings, entries.arrangement)
    addToggle(.sectionIndex, settings[ViewerSetting.sectionIndex]) {
      $0.list.showsSectionIndex = $1
      settings[ViewerSetting.sectionIndex] = $1
    }
    addToggle(.statistics, settings[ViewerSetting.statistics]) {
      $0.showStatistics($1)
      settings[ViewerSetting.statistics] = $1
    }
    addToggle(.debugLog) { $0.list.log = $1 ? HeightLog(write: StandardError.write) : nil }
    addToggle(.searchMode) {
      guard $1 != $0.searchBar.field.isOpen else { return }
      if $1 { $0.beginSearch() } else { $0.searchBar.field.close() }
    }
    addToggle(.entryStarred) { $0.set(.starred, $1) }
    addToggle(.entryUnread) { $0.set(.read, !$1) }
    addToggle(.wrapCode) { $0.article.view.wrapsCode = $1 }
    addToggle(.sidebar) { $0.setSidebarVisible($1) }
    addChoice(.cacheMode, list.cacheMode) {
      $0.list.cacheMode = $1
      // Those of another cache tell nothing about this one.
      $0.list.resetStatistics()
      settings[ViewerSetting.cacheMode] = $1
    }
    addChoice(.density, settings[ViewerSetting.density]) {
      $0.listStyle.set(density: $1)
      settings[ViewerSetting.density] = $1
    }
    addChoice(.style, options.isDark ? .dark : settings[ViewerSetting.colorScheme]) { _, scheme in
      // The application follows the state.
      settings[ViewerSetting.colorScheme] = scheme
    }
    addChoice(.lineLength, article.view.lineLength) {
      $0.article.view.lineLength = $1
      settings[ViewerSetting.lineLength] = $1
    }
    addChoice(.order, shown.order) { $0.rearrange(\.order, $1) }
    addChoice(.grouping, shown.grouping) { $0.rearrange(\.grouping, $1) }
    addChoice(.filter, shown.filter) { $0.rearrange(\.filter, $1) }
    Action.addChoice(
      WindowCommand.showList.name, state: shownList.text, to: pointer,
      value: { [weak self] in self?.list($0, for: .showList) }
    ) { [weak self] list in self?.turn { $0.goTo(list) } }
  }

  private func addToggle(
    _ command: WindowCommand, _ isOn: Bool = false, set: @escaping (ViewerWindow, Bool) -> Void
  ) {
    Action.addToggle(command.name, isOn: isOn, to: pointer) { [weak self] isOn in self?.turn { set($0, isOn) }
    }
  }

  private func addChoice<Value: RawRepresentable<String>>(
    _ command: WindowCommand, _ value: Value, choose: @escaping (ViewerWindow, Value) -> Void
  ) {
    Action.addChoice(command.name, value: value, to: pointer) { [weak self] value in
      self?.turn { choose($0, value) }
    }
  }
}

extension ViewerWindow: WindowEventFollower {
  func follow(_ event: WindowEvent) { turn { $0.perform(event) } }

  private func perform(_ event: WindowEvent) {
    switch event {
    case .panesChanged: panesChanged()
    case .articleChanged: articleChanged()
    case .articleTextChanged: toast.show(localized("Entry changed"), hasUndo: false)
    case .articleHeadingMoved: changed(.title)
    case .zoomChanged:
      listStyle.set(zoom: article.view.zoom)
      bars.show(zoom: article.view.zoom)
    case .searchTyped(let text): search(text)
    case .searchBarClosed: searchBarClosed()
    case .searchBarLeft: goToResults()
    case .searchChanged: searchChanged()
    case .edited:
      // First, because a button of the page can take the focus only if its action is enabled.
      changed(.commands)
      showChanges()
      // An empty list tells what was done last, which is known only after the rows have gone.
      showContent()
    case .editWaits: toast.show(localized("Waiting until all entries are counted…"), hasUndo: false)
    case .marking(let progress): progressNote.show(marking: progress)
    case .remarksLoaded:
      changed([.sidebar, .banner])
    case .menuClosed(let before):
      bars.article.primaryMenuClosed()
      takeFocusBack(from: before)
    case .fileRead(let file): remember(file)
    case .newEntries(let file, let count):
      guard keeper.settings[ViewerSetting.notifiesOfNewEntries] else { return }
      notifier.found(count(), in: file.path, feed: file.title)
    case .fileClosed(let path): fileClosed(path)
    case .authorsChanged(let path):
      redraw(
        entries.sections.enumerated().flatMap { section, content in
          content.rows.places { $0.path == path }.map { RowIndexPath(section: section, row: $0) }
        })
    case .rowsForgotten: tidyLater()
    case .datesChanged(let rows): redraw(rows)
    case .arrangementProgress: showArrangementProgress()
    case .stateProblem(let problem): report(problem)
    case .marksLoaded(let feed): library.marksArrived(of: feed)
    }
  }
}
