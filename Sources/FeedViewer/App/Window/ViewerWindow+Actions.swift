import CGtk
import FeedViewerBase
import FeedViewerFeeds
import FeedViewerRows
import GtkInterop
import LayoutCore
import VirtualList

/// What the commands on entries do.
extension ViewerWindow {
  func chooseFiles() {
    FileChooser.open(title: localized("Open Feeds"), parent: pointer, filters: fileFilters) { [weak self] in
      self?.open($0)
    }
  }

  /// Reads the files of the list again.
  func reload() {
    guard let own = library.files(of: shownList.feeds) else { return library.reload() }
    library.reload(library.files.map(\.path).filter(own.contains))
  }

  // MARK: Edits

  func deleteSelectedRows() {
    editor.delete(entries.selection(of: list.selection.rows)) { [weak self] done in
      self?.tell(done)
      self?.entriesEdited()
    }
  }

  func redo() {
    revealsInsertion = true
    tell(editor.history.redo()?.title)
    entriesEdited()
  }

  func undo() {
    toast.hide()
    // What is unread again stays so.
    pace.stopReading()
    revealsInsertion = true
    let edit = editor.history.undo()
    rowToSelect = edit?.returningRow()
    if let edit { announcement.say(localized("Undone: \(edit.title)")) }
    entriesEdited()
  }

  /// Shows what was done, with a button to undo it.
  func tell(_ title: String?) {
    if let title { toast.show(title) }
  }

  /// Changes a part of the arrangement, and stores it.
  func rearrange<Value>(_ part: WritableKeyPath<Arrangement, Value>, _ value: Value) {
    var new = entries.arrangement
    new[keyPath: part] = value
    if new != entries.arrangement { show(new) }
    keeper.settings.arrangement = new
  }

  /// Ends the filter, also in a list that is one itself, where the command can't be used.
  func endFilter() {
    Action.noteState(Arrangement.Filter.all.rawValue, of: WindowCommand.filter.name, in: pointer)
    rearrange(\.filter, .all)
  }

  /// Shows the entries in another arrangement.
  func show(_ arrangement: Arrangement) {
    entries.show(arrangement)
    changed(.title)
    showArrangementProgress()
  }

  /// Tells how far files were looked at for another order or filter.
  func showArrangementProgress() {
    progressNote.show(arranging: entries.facts.progress)
    pausePrecacheWhileReading()
  }

  func markAllRead() {
    editor.markAllRead(in: name(of: shownList)) { [weak self] in self?.tell($0) }
  }

  /// Sets a mark of the article that is read, or of the selected rows, or removes it if the row has it.
  func toggle(_ mark: EntryMarks) {
    guard let row = entryInFocus else { return }
    if mark == .read { pace.stopReading() }
    // In the list, the name of the row changes.
    if isReading { announcement.say(Self.words(of: mark, isSet: !row.marks.contains(mark))) }
    let selection =
      isReading || list.selectedRow == nil
      ? EntrySelection(rows: [row]) : entries.selection(of: list.selection.rows)
    editor.set(mark, !row.marks.contains(mark), of: selection) { [weak self] title in
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

  /// The entry that is read, or else the selected one; without one, that which has left the list while it is read beside it.
  var entryInFocus: FeedRow? {
    isReading || list.selectedRow == nil && hasArticle ? article.row : selectedEntry
  }

  /// Copies the selected rows, after those were read that the list has not shown yet.
  func copySelectedRows() {
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

  /// Activates a row: opens its article. Beside the article of an outline, opens the feed that this stands for.
  ///
  /// - Parameter movesFocus: Whether the keyboard focus goes to the article. It does so anyway if the article takes the
  ///   place of the list.
  func activate(_ place: RowIndexPath, movesFocus: Bool = true) {
    guard let row = entries.row(at: place) else {
      opensSelectedWhenRead = place == list.selectedRow
      return entries.need([place])
    }
    opensSelectedWhenRead = false
    if row.feedFile != nil, panes.arrangement.isSplit, movesFocus { return openFeed(row) }
    pace.stop()
    markOpened(row)
    show(row)
    guard movesFocus || !panes.arrangement.isSplit else { return }
    panes.front = .article
    article.focusPage()
    changed(.commands)
  }

  /// Marks the entry of a row that is being opened.
  func markOpened(_ row: FeedRow) {
    guard keeper.settings[ViewerSetting.marksReadOnOpen], !row.isOutline else { return }
    entries.set(.read, true, of: [row])
  }

  /// Opens the feed that an outline stands for, which is a local file.
  func openFeed(_ row: FeedRow) {
    if let path = row.feedFile { open([FilePath(path)]) }
  }

  var selectedEntry: FeedRow? {
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
}
