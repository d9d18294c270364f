import CGtk
import FeedViewerBase
import FeedViewerFeeds
import FeedViewerRows
import GtkInterop
import LayoutCore
import VirtualList

/// The window's actions, which menus and shortcuts refer to as `win.*`.
extension ViewerWindow {
  func addActions(to application: UnsafeMutablePointer<GtkApplication>, options: ViewerOptions) {
    addFileActions()
    if !options.samples.isEmpty {
      Action.add("open-samples", to: pointer) { [weak self] in
        self?.open(options.samples.map { FilePath($0) })
      }
    }
    addEdits()
    addRowActions()
    addRowMenuActions()
    addArticleActions()
    addChoice("cache-mode", list.cacheMode) {
      $0.list.cacheMode = $1
      // Those of another cache tell nothing about this one.
      $0.list.resetStatistics()
      $0.keeper.settings[ViewerSetting.cacheMode] = $1
    }
    Action.addToggle("debug-log", isOn: false, to: pointer) { [weak self] isOn in
      self?.list.log = isOn ? HeightLog(write: StandardError.write) : nil
    }
    setDebugLog(options.writesDebugLog)
    addArrangement()
    let settings = keeper.settings
    addChoice("density", settings[ViewerSetting.density]) {
      $0.listStyle.set(density: $1)
      settings[ViewerSetting.density] = $1
    }
    addChoice("style", options.isDark ? .dark : settings[ViewerSetting.colorScheme]) {
      settings[ViewerSetting.colorScheme] = $1
      $0.onColorScheme($1)
    }
    addChoice("line-length", article.view.lineLength) {
      $0.article.view.lineLength = $1
      settings[ViewerSetting.lineLength] = $1
    }
    Action.addToggle("section-index", isOn: settings[ViewerSetting.sectionIndex], to: pointer) {
      [weak self] isOn in
      self?.list.showsSectionIndex = isOn
      settings[ViewerSetting.sectionIndex] = isOn
    }
    Action.addToggle("statistics", isOn: settings[ViewerSetting.statistics], to: pointer) {
      [weak self] isOn in
      self?.showStatistics(isOn)
      settings[ViewerSetting.statistics] = isOn
    }
    Action.add("shortcuts", to: pointer) { [weak self] in
      if let self { ShortcutsDialog.present(over: self.pointer) }
    }
    Action.add("preferences", to: pointer) { [weak self] in
      if let self { PreferencesDialog.present(over: self) }
    }
    Action.add("about", to: pointer) { [weak self] in
      if let self { AboutDialog.present(over: self.pointer) }
    }
    addPaneActions()
    addListActions()
    addHeaderActions()
    Action.add("close", to: pointer) { [weak self] in self?.close() }
  }

  /// Enables the actions that apply to the open files and the selection.
  func updateActions() {
    let selected = list.selectedRow.flatMap { place in entries.row(at: place).map { (place, $0) } }
    let isReading = isReading
    // Keys that edit text or feeds do not edit the list.
    let isEdited = keyTarget == .other
    Action.setEnabled(!library.files.isEmpty || !library.missing.isEmpty, "reload", in: pointer)
    Action.setEnabled(selected != nil && isEdited, "delete-row", in: pointer)
    // A text entry has the keys of these for itself.
    let isText = keyTarget == .textEntry
    let hasEntry = (isReading || selected != nil) && !isText
    Action.setEnabled(hasEntry, "toggle-read", in: pointer)
    Action.setEnabled(hasEntry, "toggle-starred", in: pointer)
    let isReadingOn = library.awaitsEntries && library.isLoading
    Action.setEnabled(!entries.sections.isEmpty && !isReadingOn, "mark-all-read", in: pointer)
    // Everywhere but in a text entry: marks are made in articles, and feeds are closed at the side.
    Action.setEnabled(editor.history.last != nil && !isText, "undo", in: pointer)
    Action.setEnabled(editor.history.next != nil && !isText, "redo", in: pointer)
    Action.setEnabled(editor.history.last != nil, "undo-edit", in: pointer)
    Action.setEnabled(selected != nil && !isReading, "read-entry", in: pointer)
    // On an article page, its shortcut copies the selected text.
    Action.setEnabled(selected != nil && !isReading && keyTarget == .other, "copy-rows", in: pointer)
    Action.setEnabled(selected?.1.link != nil && !isReading && keyTarget == .other, "copy-link", in: pointer)
    Action.setEnabled(hasPageToOpen, "open-link", in: pointer)
    // The lists of unread and of starred entries are filters of their own.
    Action.setEnabled(entries.arrangement.smartList == .all, "filter", in: pointer)
    updateRowMenuActions()
    updateArticleActions()
    updateFeedActions()
    updateHeaders()
    Action.setEnabled(selected?.1.feedFile != nil, "open-feed", in: pointer)
    Action.setEnabled(selected?.1.feedAddress != nil, "copy-feed-address", in: pointer)
  }

  private func addFileActions() {
    addFeedActions()
    Action.add("open", to: pointer) { [weak self] in self?.chooseFiles() }
    Action.add("open-recent", to: pointer, value: { [weak self] in self?.bars.recentFile($0) }) {
      [weak self] in self?.open([$0])
    }
    Action.add("clear-recent", to: pointer) { [weak self] in self?.bars.recent.clear() }
    Action.add("reload", to: pointer) { [weak self] in
      guard let self else { return }
      // The files of the list.
      if let feed = self.entries.arrangement.feed {
        self.library.reload(feed)
      } else {
        self.library.reload()
      }
    }
  }

  private func addEdits() {
    editor.onWait = { [weak self] in
      self?.toast.show(localized("Waiting until all entries are counted…"), hasUndo: false)
    }
    Action.add("delete-row", to: pointer) { [weak self] in
      guard let self else { return }
      self.editor.delete(self.entries.selection(of: self.list.selection.rows)) { [weak self] done in
        self?.tell(done)
        self?.entriesEdited()
      }
    }
    // A button has an action of its own: the key belongs to a text entry while that has the focus.
    for name in ["undo", "undo-edit"] {
      Action.add(name, to: pointer) { [weak self] in self?.undo() }
    }
    Action.add("redo", to: pointer) { [weak self] in
      guard let self else { return }
      self.revealsInsertion = true
      self.tell(self.editor.history.redo()?.title)
      self.entriesEdited()
    }
    editor.history.onChange = { [weak self] in
      guard let self else { return }
      // First, because a button of the page can take the focus only if its action is enabled.
      self.updateActions()
      // An empty list tells what was done last, which is known only after the rows have gone.
      self.showContent()
    }
  }

  private func undo() {
    toast.hide()
    // What is unread again stays so.
    pace.stopReading()
    revealsInsertion = true
    rowToSelect = editor.history.undo()?.returningRow()
    entriesEdited()
  }

  /// Shows what was done, with a button to undo it.
  private func tell(_ title: String?) {
    if let title { toast.show(title) }
  }

  private func addArrangement() {
    let shown = entries.arrangement
    Action.add("search", to: pointer) { [weak self] in self?.beginSearch() }
    Action.add("find-or-search", to: pointer) { [weak self] in
      guard let self else { return }
      if self.isReading { self.article.find() } else { self.beginSearch() }
    }
    Action.add("search-all", to: pointer) { [weak self] in self?.searchAll() }
    addChoice("order", shown.order) { $0.rearrange(\.order, $1) }
    addChoice("grouping", shown.grouping) { $0.rearrange(\.grouping, $1) }
    addChoice("filter", shown.filter) { $0.rearrange(\.filter, $1) }
  }

  /// Changes a part of the arrangement, and stores it.
  private func rearrange<Value>(_ part: WritableKeyPath<Arrangement, Value>, _ value: Value) {
    var new = entries.arrangement
    new[keyPath: part] = value
    if new != entries.arrangement { show(new) }
    keeper.settings.arrangement = new
  }

  /// Adds an action with a choice.
  private func addChoice<Value: RawRepresentable<String>>(
    _ name: String, _ value: Value, choose: @escaping (ViewerWindow, Value) -> Void
  ) {
    Action.addChoice(name, value: value, to: pointer) { [weak self] in if let self { choose(self, $0) } }
  }

  /// Shows the entries in another arrangement.
  func show(_ arrangement: Arrangement) {
    entries.show(arrangement)
    showTitle()
    showArrangementProgress()
  }

  /// Tells how far files were looked at for another order or filter.
  func showArrangementProgress() {
    progressNote.show(arranging: entries.facts.progress)
    pausePrecacheWhileReading()
  }

  private func addRowActions() {
    Action.add("toggle-read", to: pointer) { [weak self] in self?.toggle(.read) }
    Action.add("toggle-starred", to: pointer) { [weak self] in self?.toggle(.starred) }
    Action.add("mark-all-read", to: pointer) { [weak self] in
      guard let self else { return }
      self.editor.markAllRead(
        in: self.name(of: self.shownList), progress: { [weak self] in self?.progressNote.show(marking: $0) }
      ) { [weak self] title in self?.tell(title) }
    }
    Action.add("read-entry", to: pointer) { [weak self] in
      guard let self, let place = self.list.selectedRow else { return }
      self.activate(place)
    }
    Action.add("copy-rows", to: pointer) { [weak self] in self?.copySelectedRows() }
    Action.add("copy-link", to: pointer) { [weak self] in
      guard let self, let link = self.selectedEntry?.link else { return }
      gdk_clipboard_set_text(gtk_widget_get_clipboard(self.pointer.cast()), link)
    }
    Action.add("open-feed", to: pointer) { [weak self] in
      if let self, let place = self.list.selectedRow { self.openFeed(at: place) }
    }
    Action.add("copy-feed-address", to: pointer) { [weak self] in
      guard let self, let address = self.selectedEntry?.feedAddress else { return }
      gdk_clipboard_set_text(gtk_widget_get_clipboard(self.pointer.cast()), address)
    }
    Action.add("open-link", to: pointer) { [weak self] in self?.openPages() }
  }

  /// Sets a mark of the article that is read, or of the selected rows, or removes it if the row has it.
  private func toggle(_ mark: EntryMarks) {
    guard let row = entryInFocus else { return }
    if mark == .read { pace.stopReading() }
    // In the list, the name of the row changes.
    if isReading { announcement.say(Self.words(of: mark, isSet: !row.marks.contains(mark))) }
    let selection =
      isReading ? EntrySelection(rows: [row]) : entries.selection(of: list.selection.rows)
    editor.set(
      mark, !row.marks.contains(mark), of: selection,
      progress: { [weak self] in self?.progressNote.show(marking: $0) }
    ) { [weak self] title in
      // What is seen at once needs no message.
      if !selection.others.isEmpty { self?.tell(title) }
    }
  }

  /// What assistive tools say of an entry that gets or loses a mark.
  private static func words(of mark: EntryMarks, isSet: Bool) -> String {
    switch (mark, isSet) {
    case (.starred, true): localized("starred", context: "state of an entry")
    case (.starred, false): localized("not starred", context: "state of an entry")
    case (_, true): localized("read", context: "state of an entry")
    case (_, false): localized("unread", context: "state of an entry")
    }
  }

  /// The entry that is read, or else the selected one.
  var entryInFocus: FeedRow? { isReading ? article.row : selectedEntry }

  /// Copies the selected rows, after those were read that the list has not shown yet.
  private func copySelectedRows() {
    copying?.cancel()
    let places = list.selection.rows
    let known = entries.knownRows(at: places)
    guard known.count < places.count else {
      return EntryContent(rows: known).copied.copy(from: pointer.cast())
    }
    let limit = EntryContent.readLimit
    copying = Task { [weak self] in
      guard let rows = await self?.entries.readRows(at: places, limit: limit), let self, !Task.isCancelled
      else { return }
      EntryContent(rows: rows).copied.copy(from: self.pointer.cast())
      guard places.count > limit else { return }
      self.toast.show(
        localized("Copied the first \(grouped: limit) of \(grouped: places.count) entries"),
        hasUndo: false)
    }
  }

  /// Activates a row: opens its article, or the feed that an outline stands for.
  ///
  /// - Parameter movesFocus: Whether the keyboard focus goes to the article. It does so anyway if the article takes the
  ///   place of the list.
  func activate(_ place: RowIndexPath, movesFocus: Bool = true) {
    guard let row = entries.row(at: place) else {
      opensSelectedWhenRead = place == list.selectedRow
      return entries.need([place])
    }
    opensSelectedWhenRead = false
    guard row.feedAddress == nil else { return openFeed(at: place) }
    pace.stop()
    markOpened(row)
    show(row)
    guard movesFocus || !panes.arrangement.isSplit else { return }
    panes.front = .article
    article.focusPage()
    updateActions()
  }

  /// Marks the entry of a row that is being opened.
  func markOpened(_ row: FeedRow) {
    if keeper.settings[ViewerSetting.marksReadOnOpen] { entries.set(.read, true, of: [row]) }
  }

  /// Opens the feed that an outline stands for if it is a local file, or offers to open its address in the browser.
  func openFeed(at place: RowIndexPath) {
    guard let row = entries.row(at: place) else { return }
    if let path = row.feedFile {
      markOpened(row)
      return open([FilePath(path)])
    }
    guard let address = row.feedAddress else { return }
    let name = UntrustedText.line(row.title)
    guard LocalReference.isRemote(address) else {
      LinkDialog.showRefusal(
        localized("File not found."), about: UntrustedText.revealed(address), over: pointer)
      return
    }
    LinkDialog.offer(
      name: name, address: LinkPreview(text: nil, address: address).address, over: pointer,
      copy: { [weak self] in self?.article.copy(address) },
      open: WebAddress.isOpened(address)
        ? { [weak self] in
          self?.markOpened(row)
          self?.article.links.open(address, of: row.path.text)
        } : nil)
  }

  private var selectedEntry: FeedRow? {
    list.selectedRow.flatMap { entries.row(at: $0) }
  }

  /// The filters of dialogs in which feeds are chosen.
  var fileFilters: [FileChooser.Filter] {
    let feeds = FileChooser.Filter(
      name: localized("Feeds"),
      patterns: [
        "*.xml", "*.rss", "*.atom", "*.rdf", "*.json", "*.jsonfeed", "*.opml", "*.gz", "*.xz", "*.zst",
      ],
      mimeTypes: [
        "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json",
        "text/x-opml",
      ])
    return [feeds, FileChooser.Filter(name: localized("All Files"), patterns: ["*"])]
  }

  private func chooseFiles() {
    FileChooser.open(title: localized("Open Feeds"), parent: pointer, filters: fileFilters) { [weak self] in
      self?.open($0)
    }
  }
}
