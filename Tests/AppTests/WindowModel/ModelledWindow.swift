import CGtk
import Expectations
import FeedViewerBase
import FeedViewerFeeds
import FeedViewerRows
import GtkInterop
import LayoutCore
import ProgramRuns
import VirtualList

@testable import FeedViewer
@testable import VirtualList

/// A real window in which the steps of a model are done. All that it needs to know of the program is here.
final class ModelledWindow {
  private let folder: TemporaryFolder
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>
  private let window: ViewerWindow
  /// Called when a file has changed, by path.
  private let watches = FileWatches()
  private(set) var model: WindowModel

  /// Opens the feeds of a model.
  init(_ model: WindowModel) async throws {
    self.model = model
    folder = try TemporaryFolder()
    application = try TestDisplay.makeApplication()
    let keeper = StateKeeper()
    keeper.settings[ViewerSetting.marksReadOnOpen] = model.marksShown
    window = ViewerWindow(
      application: application.pointer,
      options: ViewerOptions(picture: "unused.png", size: WindowSize(width: 1_100, height: 700)),
      keeper: keeper, watch: { [watches] in watches.add($0, changed: $1) })
    window.pace.readingTime = 1
    window.pace.restTime = 1
    window.entries.clock = LocalClock(secondsFromUTC: 0)
    window.entries.now = { ModelEntry.now }
    for file in model.disk { try write(file) }
    window.open(model.shelf.map(path))
    try require(await agrees(within: .seconds(20)), "\(differences)")
  }

  func close() { gtk_window_destroy(window.pointer) }

  // MARK: Doing

  /// Does steps without letting the main loop run in between, and waits until the window is at rest.
  ///
  /// - Returns: Where it differs from the model then; nil if it does not.
  func play(_ steps: [WindowStep], within patience: Duration) async throws -> String? {
    for step in steps {
      try perform(step)
      model.apply(step)
    }
    model.settle()
    return try await agrees(within: patience) ? nil : differences
  }

  private func perform(_ step: WindowStep) throws {
    switch step {
    case .select(let entry): if let place = place(of: entry) { window.list.select(place) }
    case .turn(let name): activate(name)
    case .open: activate("read-entry")
    case .show(let list): activate("show-list", text(of: list))
    case .neighbourList(let distance): activate(distance > 0 ? "next-list" : "previous-list")
    case .search(let text):
      window.beginSearch()
      window.searchBar.field.text = text
    case .endSearch: window.searchBar.field.close()
    case .searchAll: activate("search-all")
    case .filter(let filter): choose(filter.rawValue, of: "filter")
    case .order(let order): choose(order.rawValue, of: "order")
    case .grouping(let grouping): choose(grouping.rawValue, of: "grouping")
    case .density(let density): choose(density, of: "density")
    case .reload: activate("reload")
    case .edit(let feed, _):
      var after = model
      after.apply(step)
      try write(after.disk[feed])
      watches.changed(path(of: feed))
    case .toggle(.read): activate("toggle-read")
    case .toggle(.starred): activate("toggle-starred")
    case .setShown(.read, let isRead): choose(!isRead, of: "entry-unread")
    case .setShown(.starred, let isStarred): choose(isStarred, of: "entry-starred")
    case .markAllRead: activate("mark-all-read")
    case .markListRead(let list): activate("mark-list-read", text(of: list))
    case .markAboveRead: activate("mark-above-read")
    case .markBelowRead: activate("mark-below-read")
    case .delete: activate("delete-row")
    case .restoreRemoved(let feed): activate("restore-removed", path(of: feed).text)
    case .undo: activate("undo")
    case .redo: activate("redo")
    case .closeFeed(let feed): activate("close-file", path(of: feed).text)
    case .openFeed(let feed): window.open([path(of: feed)])
    case .moveFeed(let feed, let distance):
      activate(distance < 0 ? "move-feed-up" : "move-feed-down", path(of: feed).text)
    case .cleanUp: activate("clean-up")
    case .showInFeed: activate("show-in-feed")
    case .showInList: activate("show-in-list")
    case .nextPane(let isForward): activate(isForward ? "next-pane" : "previous-pane")
    }
  }

  private func activate(_ action: String, _ target: String? = nil) {
    let value = target.map { g_variant_new_string($0) }
    // A command that can't be used does nothing.
    g_action_group_activate_action(window.pointer.opaque, action, value ?? nil)
  }

  private func choose(_ value: String, of action: String) {
    Action.setState(value, of: action, in: window.pointer)
  }

  private func choose(_ isOn: Bool, of action: String) {
    Action.setState(isOn, of: action, in: window.pointer)
  }

  private func path(of feed: Int) -> FilePath { FilePath("\(folder.path)/\(ModelFile.name(of: feed))") }

  private func write(_ file: ModelFile) throws {
    _ = try folder.write(file.rss, to: ModelFile.name(of: file.feed)) as String
  }

  private func text(of list: WindowModel.List) -> String {
    switch list {
    case .all: "all"
    case .unread: "unread"
    case .starred: "starred"
    case .today: "today"
    case .feed(let feed): "feed:\(path(of: feed).text)"
    }
  }

  private func place(of entry: ModelEntry) -> RowIndexPath? {
    for (section, content) in window.entries.sections.enumerated() {
      if let row = content.rows.firstIndex(where: { $0.title == entry.title }) {
        return RowIndexPath(section: section, row: row)
      }
    }
    return nil
  }

  // MARK: Seeing

  /// Whether the window comes to rest as the model is, and stays so for a few turns of the main loop.
  private func agrees(within patience: Duration) async throws -> Bool {
    let expected = model.facts
    return try await MainLoop.reaches(within: patience, lasting: .milliseconds(8)) {
      isAtRest && facts == expected
    }
  }

  private var differences: String { facts.differences(from: model.facts) + (isAtRest ? "" : "\nnot at rest") }

  private var isAtRest: Bool {
    window.isComplete && !window.entries.isBusy && !window.search.isBusy && !window.list.isRefreshing
  }

  private var facts: WindowFacts {
    var facts = WindowFacts()
    facts.add(
      "list",
      (Action.state(of: "show-list", in: window.pointer) ?? "").replacing("feed:\(folder.path)/", with: ""))
    facts.add("rows", rows)
    facts.add("page", page)
    facts.add("selected entry", window.list.selectedRow.flatMap { window.entries.row(at: $0)?.title } ?? "")
    facts.add("article", article)
    facts.add("strip of the article", articleStrip)
    facts.add(
      "sidebar",
      SidebarRows.texts(window.sidebar).map { $0.joined(separator: " ") }.joined(separator: ", "))
    facts.add("selected list", window.sidebar.selectedItem?.name ?? "")
    facts.add("focus", focus)
    facts.add("title of the list", window.bars.list.title.text.title)
    facts.add("subtitle of the list", window.bars.list.title.text.subtitle)
    facts.add("title of the window", String(cString: gtk_window_get_title(window.pointer)))
    facts.add("undo", isEnabled("undo") ? "yes" : "no")
    facts.add("redo", isEnabled("redo") ? "yes" : "no")
    let field = window.searchBar.field
    facts.add("search", field.isOpen ? labelText(field.status) : "")
    facts.add("strip of the filter", visibleTexts(below: window.filterStrip.widget).joined(separator: " "))
    return facts
  }

  private func isEnabled(_ action: String) -> Bool {
    g_action_group_get_action_enabled(window.pointer.opaque, action) != 0
  }

  private var rows: String {
    let (list, sections) = (window.list, window.entries.sections)
    guard (0..<list.geometry.sectionCount).map(list.geometry.rowCount) == sections.map(\.rows.count) else {
      return "The list has other rows than are shown."
    }
    return sections.enumerated().filter { !$0.element.rows.isEmpty }.map { section, content in
      var lines: [String] = []
      if list.geometry.hasHeader(inSection: section) {
        let header = rowContent(of: .header(section))
        lines.append("# \(header.title)\(header.metadata.isEmpty ? "" : " (\(header.metadata))")")
      }
      lines += content.rows.indices.map { row in
        let row = rowContent(of: .row(RowIndexPath(section: section, row: row)))
        return row.title + (row.readState == .unread ? " unread" : "") + (row.isStarred ? " starred" : "")
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// What is drawn, or would be.
  private func rowContent(of element: ListElement) -> RowContent {
    let list = window.list
    return list.pool.view(of: element)?.content as? RowContent
      ?? (list.dataSource as! any EntryListDataSource).listView(list, rowContentOf: element)
  }

  private var page: String {
    WidgetTree.widgets(below: window.content.widget).first {
      gtk_widget_has_css_class($0, "title") != 0 && gtk_widget_get_mapped($0) != 0
    }.map(labelText) ?? ""
  }

  private var article: String {
    guard let row = window.article.row else { return "" }
    let document = window.article.view.document
    let texts = (0..<document.count).map { document.row(at: $0).text }.filter { $0.hasPrefix("Text") }
    return document.title == row.title
      ? "\(row.title): \(texts.joined())" : "\(row.title), shown as \(document.title ?? "nothing")"
  }

  private var articleStrip: String {
    let texts = visibleTexts(below: window.article.pinned.widget)
    return texts.count == 2 ? "\(texts[0]) [\(texts[1])]" : texts.joined(separator: " ")
  }

  private var focus: String {
    guard let focused = FocusedWidget(inWindowOf: window.panes.widget) else { return "nothing" }
    if focused.isInside(window.sidebar.widget) { return WindowModel.Pane.sidebar.rawValue }
    if window.searchBar.field.isOpen, focused.isInside(window.searchBar.field.entry) {
      return WindowModel.Pane.field.rawValue
    }
    if focused.isInside(window.listPage) { return WindowModel.Pane.list.rawValue }
    return focused.isInside(window.article.widget) ? WindowModel.Pane.article.rawValue : "elsewhere"
  }

  private func labelText(_ label: WidgetPointer) -> String {
    String(cString: gtk_label_get_text(label.opaque))
  }

  /// The texts of the labels that are seen.
  private func visibleTexts(below widget: WidgetPointer) -> [String] {
    WidgetTree.widgets(below: widget).filter {
      g_type_check_instance_is_a($0.cast(), gtk_label_get_type()) != 0 && gtk_widget_get_mapped($0) != 0
    }.map(labelText).filter { !$0.isEmpty }
  }
}

/// Watches files as far as a test says that they have changed.
private final class FileWatches {
  private final class Watch {
    let path: FilePath
    let changed: () -> Void

    init(_ path: FilePath, _ changed: @escaping () -> Void) { (self.path, self.changed) = (path, changed) }
  }

  private struct WeakWatch { weak var watch: Watch? }

  private var watches: [WeakWatch] = []

  func add(_ path: FilePath, changed: @escaping () -> Void) -> AnyObject {
    let watch = Watch(path, changed)
    watches = watches.filter { $0.watch != nil } + [WeakWatch(watch: watch)]
    return watch
  }

  func changed(_ path: FilePath) {
    for watch in watches.compactMap(\.watch) where watch.path == path { watch.changed() }
  }
}
