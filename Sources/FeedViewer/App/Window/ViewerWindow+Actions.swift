import CGtk
import EntryRows
import VirtualList
import GtkInterop
import LayoutCore

/// The window's actions, which menus and shortcuts refer to as `win.*`.
extension ViewerWindow {
  func addActions(to application: UnsafeMutablePointer<GtkApplication>, options: ViewerOptions) {
    addFileActions()
    addEdits()
    addRowActions()
    addArticleActions()
    Action.addChoice("cache-mode", value: list.cacheMode.rawValue, to: pointer) { [weak self] value in
      guard let mode = HeightCacheMode(rawValue: value) else {
        preconditionFailure("There is no cache mode \(value).")
      }
      self?.list.cacheMode = mode
    }
    Action.addToggle("debug-log", isOn: false, to: pointer) { [weak self] isOn in
      self?.list.log = isOn ? HeightLog(write: StandardError.write) : nil
    }
    setDebugLog(options.writesDebugLog)
    Action.addToggle("section-index", isOn: false, to: pointer) { [weak self] isOn in
      self?.list.showsSectionIndex = isOn
    }
    Action.addToggle("statistics", isOn: false, to: pointer) { [weak self] in self?.showStatistics($0) }
    Action.add("shortcuts", to: pointer) { [weak self] in
      if let self { Shortcut.present(over: self.pointer) }
    }
    Action.add("about", to: pointer) { [weak self] in
      if let self { AboutDialog.present(over: self.pointer) }
    }
    Action.add("close", to: pointer) { [weak self] in self?.close() }
  }

  /// Enables the actions that apply to the open files and the selection.
  func updateActions() {
    let selected = list.selectedRow.flatMap { place in library.row(at: place).map { (place, $0) } }
    // The list is not edited while it is hidden.
    let isReading = article.isShown
    let count = selected.map { library.sections[$0.0.section].rows.count } ?? 0
    Action.setEnabled(!library.files.isEmpty, "reload", in: pointer)
    Action.setEnabled(selected != nil && !isReading, "delete-row", in: pointer)
    Action.setEnabled(!library.sections.isEmpty && !isReading, "delete-section", in: pointer)
    Action.setEnabled((selected?.0.row ?? 0) > 0 && !isReading, "move-up", in: pointer)
    Action.setEnabled((selected?.0.row ?? 0) + 1 < count && !isReading, "move-down", in: pointer)
    Action.setEnabled(selected != nil, "toggle-read", in: pointer)
    Action.setEnabled(!isReading, "insert-row", in: pointer)
    Action.setEnabled(!isReading, "insert-section", in: pointer)
    Action.setEnabled(selected != nil && !isReading, "read-entry", in: pointer)
    // On an article page, its shortcut copies the selected text.
    Action.setEnabled(selected?.1.content.link != nil && !isReading, "copy-link", in: pointer)
    Action.setEnabled((article.row ?? selected?.1.content)?.webLink != nil, "open-link", in: pointer)
    updateArticleActions()
    // The article page shows the targets of its own links.
    rowLink.show(isReading ? nil : selected?.1.content.webLink, of: selected?.0, in: list)
    Action.setEnabled(selected?.1.content.feedFile != nil, "open-feed", in: pointer)
    Action.setEnabled(selected?.1.content.entry.feedAddress != nil, "copy-feed-address", in: pointer)
  }

  private func addFileActions() {
    Action.add("open", to: pointer) { [weak self] in self?.chooseFiles() }
    Action.add("open-recent", to: pointer) { [weak self] (path: String) in self?.open([path]) }
    Action.add("clear-recent", to: pointer) { [weak self] in self?.recent.clear() }
    Action.add("reload", to: pointer) { [weak self] in self?.library.reload() }
  }

  private func addEdits() {
    Action.add("insert-row", to: pointer) { [weak self] in
      guard let self else { return }
      let place = self.library.insertRow(above: self.list.selectedRow)
      self.list.scroll(to: .row(place))
    }
    Action.add("insert-section", to: pointer) { [weak self] in
      guard let self else { return }
      let place = self.library.insertSection(before: self.list.selectedRow)
      self.list.scroll(to: .header(place))
    }
    Action.add("delete-row", to: pointer) { [weak self] in
      guard let self else { return }
      self.library.deleteRows(self.list.selection.rows)
    }
    Action.add("delete-section", to: pointer) { [weak self] in
      guard let self else { return }
      self.library.deleteSection(of: self.list.selectedRow)
    }
    Action.add("move-up", to: pointer) { [weak self] in self?.moveSelectedRow(by: -1) }
    Action.add("move-down", to: pointer) { [weak self] in self?.moveSelectedRow(by: 1) }
  }

  private func addRowActions() {
    Action.add("toggle-read", to: pointer) { [weak self] in
      guard let self, let place = self.list.selectedRow, let row = self.library.row(at: place) else { return }
      self.library.setRead(!row.isRead, at: self.list.selection.rows)
    }
    Action.add("read-entry", to: pointer) { [weak self] in
      guard let self, let place = self.list.selectedRow else { return }
      self.activate(place)
    }
    Action.add("copy-link", to: pointer) { [weak self] in
      guard let self, let link = self.selectedEntry?.link else { return }
      gdk_clipboard_set_text(gtk_widget_get_clipboard(self.pointer.cast()), link)
    }
    Action.add("open-feed", to: pointer) { [weak self] in
      if let self, let place = self.list.selectedRow { self.openFeed(at: place) }
    }
    Action.add("copy-feed-address", to: pointer) { [weak self] in
      guard let self, let address = self.selectedEntry?.entry.feedAddress else { return }
      gdk_clipboard_set_text(gtk_widget_get_clipboard(self.pointer.cast()), address)
    }
    Action.add("open-link", to: pointer) { [weak self] in
      guard let self, let row = self.article.row ?? self.selectedEntry, let link = row.webLink else { return }
      self.article.links.open(link, of: row.path)
    }
  }

  /// Activates a row: opens its article, or the feed that an outline stands for.
  func activate(_ place: RowIndexPath) {
    guard let row = library.row(at: place)?.content else { return }
    library.setRead(true, at: [place])
    if row.entry.feedAddress == nil { article.show(row) } else { openFeed(at: place) }
  }

  /// Opens the feed that an outline stands for, if it is a local file.
  func openFeed(at place: RowIndexPath) {
    if let path = library.row(at: place)?.content.feedFile { open([path]) }
  }

  private var selectedEntry: FeedRow? {
    list.selectedRow.flatMap { library.row(at: $0)?.content }
  }

  private func moveSelectedRow(by distance: Int) {
    library.moveRow(list.selectedRow, by: distance)
    if let row = list.selectedRow { list.scroll(to: .row(row)) }
    updateActions()
  }

  private func chooseFiles() {
    let feeds = FileChooser.Filter(
      name: "Feeds",
      patterns: ["*.xml", "*.rss", "*.atom", "*.rdf", "*.json", "*.jsonfeed", "*.opml", "*.gz"],
      mimeTypes: [
        "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json",
        "text/x-opml",
      ])
    let all = FileChooser.Filter(name: "All Files", patterns: ["*"])
    FileChooser.open(title: "Open Feeds", parent: pointer, filters: [feeds, all]) { [weak self] in
      self?.open($0)
    }
  }
}
