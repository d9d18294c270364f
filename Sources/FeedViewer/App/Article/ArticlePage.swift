import CGtk
import FeedViewerBase
import FeedViewerFeeds
import FeedViewerRows
import FeedViewerSearch
import GtkInterop
import LayoutCore
import VirtualList

/// The page on which one entry is read: title, author, date, text and attachments.
///
/// Without an entry it is empty, or tells beside the list how to open one.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
final class ArticlePage {
  /// Another article that the reader goes on to.
  enum Turn { case next, previous, nextUnread, previousUnread }

  /// The widest that pictures are decoded for before the page has a width, in logical pixels.
  private static let columnWidth = 720
  /// A stack of the hint and the entry.
  let widget: WidgetPointer = gtk_stack_new()
  weak var follower: (any WindowEventFollower)?
  /// The text of the entry.
  let view: ArticleView
  /// The bar to find text in the article.
  let findBar = FindBar()
  /// The actions of the text's context menu.
  let actions = GObjectReference(adopting: g_simple_action_group_new()!)
  /// Opens links.
  private(set) lazy var links = LinkOpener(over: widget)
  /// Shows the targets of links.
  let statusBar = LinkStatusBar()
  let gestures: ArticleGestures
  private(set) var menu: ContextMenu?
  /// The row of the animated picture that the context menu is for.
  var menuAnimation: RowIndexPath?
  /// Shown without an entry.
  private let hint = StatusPage(
    icon: "x-office-document-symbolic", title: localized("No Entry Selected"), isQuiet: true)
  /// What the page tells without an entry of the feed that is shown.
  var feedFacts = "" {
    didSet { if feedFacts != oldValue { hint.setDescription(feedFacts) } }
  }
  /// Shown of an outline.
  private lazy var outline: StatusPage = {
    let page = StatusPage()
    add(page.widget)
    return page
  }()
  private let page: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  /// The article and its overlays.
  private let overlay: WidgetPointer = gtk_overlay_new()
  private var loading: Task<Void, Never>?
  /// Compares the article with its entry after its file was read again.
  private var comparing: Task<Void, Never>?
  /// Whether the file was read again since the comparison began.
  private var isOutdated = false
  /// Tells that the list does not have the entry, and why.
  let pinned: PinnedStrip
  /// The version of the library's rows that the article follows.
  var followedVersion = 0
  private let places: ArticlePlaces
  /// The row whose entry is shown.
  private(set) var row: FeedRow?
  private var headingChange: IdleSource?
  /// Whether the article's title is scrolled out of view.
  private(set) var isHeadingGone = false

  /// - Parameters:
  ///   - pictureDecoder: Decodes the pictures; nil shows placeholders.
  ///   - places: Where articles were left.
  init(pictureDecoder: PictureDecoder?, places: ArticlePlaces) {
    self.places = places
    view = ArticleView(pictureDecoder: pictureDecoder)
    pinned = PinnedStrip(over: view)
    gestures = ArticleGestures(on: view)
    add(hint.widget)
    gtk_overlay_set_child(overlay.opaque, view.scroller)
    gtk_overlay_add_overlay(overlay.opaque, statusBar.widget)
    gtk_widget_set_vexpand(overlay, 1)
    Accessible.setLabel("", of: overlay)
    gtk_box_append(page.cast(), pinned.widget)
    gtk_box_append(page.cast(), findBar.field.widget)
    gtk_box_append(page.cast(), overlay)
    add(page)
    gtk_widget_set_vexpand(widget, 1)
    AccessibleContainer.hideOtherPages(of: widget)
    menu = ContextMenu(parent: overlay)
    addActions()
    connectKeys()
    findBar.page = self
    view.owner = self
    let adjustment = gtk_scrolled_window_get_vadjustment(view.scroller.opaque)!
    Signal.connect(adjustment, "value-changed") { [weak self] in self?.scrolled() }
  }

  isolated deinit {
    loading?.cancel()
    comparing?.cancel()
  }

  /// Adds a page of the stack. GTK 4.8 would name it after its class, and assistive tools would say that.
  private func add(_ child: WidgetPointer) {
    Accessible.setLabel("", of: gtk_stack_add_child(widget.opaque, child).cast())
  }

  var isShown: Bool { row != nil }

  /// Whether the page is completely loaded and drawn.
  var isComplete: Bool { loading == nil && comparing == nil && view.isComplete }

  /// Whether the file that was read again does not have the entry any more.
  private(set) var isGone = false

  /// Shows the entry of a row, where it was left.
  func show(_ row: FeedRow) {
    stopReading()
    leave()
    self.row = row
    // What is in the menu is in the article before.
    menu?.close()
    menuAnimation = nil
    view.show(ArticleDocument())
    nameView(after: row)
    isHeadingGone = false
    if row.isOutline { return showOutline(row) }
    gtk_stack_set_visible_child(widget.opaque, page)
    let width = pictureWidth
    loading = Task { [weak self] in
      let entry = await ArticleLoader.entry(of: row)
      // The page may be closed while its text is read.
      guard !Task.isCancelled, let view = self?.view, let places = self?.places else { return }
      await view.load(
        at: places.place(of: row), ArticleContent.documents(row, entry, columnWidth: width))
      guard !Task.isCancelled, let self else { return }
      self.loading = nil
      if self.isOutdated { self.compare() }
    }
    follower?.follow(.articleChanged)
  }

  private func showOutline(_ row: FeedRow) {
    outline.show(OutlinePage.content(of: row))
    gtk_stack_set_visible_child(widget.opaque, outline.widget)
    follower?.follow(.articleChanged)
  }

  /// The widest that pictures are decoded for before the page has a width, in device pixels.
  private var pictureWidth: Int { Self.columnWidth * Int(gtk_widget_get_scale_factor(widget)) }

  /// Assistive tools tell the name of what has got the focus.
  private func nameView(after row: FeedRow) {
    Accessible.setLabel(
      row.title.isEmpty ? localized("Entry") : UntrustedText.line(row.title), of: view.list.widget.pointer)
  }

  /// Nothing that is being read of the article is shown any more.
  private func stopReading() {
    loading?.cancel()
    loading = nil
    comparing?.cancel()
    comparing = nil
    isOutdated = false
    isGone = false
  }

  // MARK: The entry in its file

  /// The file of the entry was read again. The same text stays as it is; another one takes its place, and what is read stays
  /// where it is. An entry that has gone stays readable, and the page tells that.
  ///
  /// - Parameter row: The row of the entry now; nil if the file does not have it any more.
  func follow(_ row: FeedRow?) {
    guard let shown = self.row else { return }
    guard let row else {
      isGone = true
      return
    }
    isGone = false
    guard row != shown else { return }
    self.row = row
    if row.isOutline { return showOutline(row) }
    isOutdated = true
    if loading == nil, comparing == nil { compare() }
  }

  /// Compares the article with its entry until no newer state of that is known.
  private func compare() {
    comparing = Task { [weak self] in
      while let row = self?.nextRowToCompare() {
        // A file that has changed again meanwhile is read again.
        guard let entry = await ArticleLoader.presentEntry(of: row), !Task.isCancelled,
          let shown = self?.view.document, let width = self?.pictureWidth
        else { continue }
        let change = await ArticleContent.change(of: shown, row, entry, columnWidth: width)
        guard !Task.isCancelled else { return }
        if let change { self?.replace(by: change, row) }
      }
    }
  }

  /// The row with which the article is to be compared; nil if it has been, and nothing is left to do.
  private func nextRowToCompare() -> FeedRow? {
    guard !Task.isCancelled else { return nil }
    if isOutdated, let row {
      isOutdated = false
      return row
    }
    comparing = nil
    return nil
  }

  private func replace(by change: ArticleChange, _ row: FeedRow) {
    // Its row may be another one now.
    menuAnimation = nil
    view.replace(by: change)
    nameView(after: row)
    scrolled()
    follower?.follow(.articleTextChanged)
  }

  /// Marks what a search of the entries is looking for; nil marks nothing.
  func mark(_ query: SearchQuery?) {
    view.marks = query.map { query in { query.ranges(in: $0, field: .body) } }
  }

  /// Shows no entry any more. Its text stays on the page until `showHint`, so that it can be seen moving out.
  func close() {
    guard isShown else { return }
    stopReading()
    leave()
    row = nil
    statusBar.show(nil)
    follower?.follow(.articleChanged)
  }

  /// Tells how to open an entry, unless one is shown.
  func showHint() {
    if !isShown { gtk_stack_set_visible_child(widget.opaque, hint.widget) }
  }

  /// Gives the page the keyboard focus.
  func focusPage() {
    if row?.isOutline == true {
      gtk_widget_child_focus(outline.widget, GTK_DIR_TAB_FORWARD)
    } else {
      gtk_widget_grab_focus(view.list.widget.pointer)
    }
  }

  private func leave() {
    rememberPlace()
    findBar.field.close()
  }

  /// Remembers where the article is read, if it is there at all.
  func rememberPlace() {
    if let row, view.document.count > 0 { places.remember(view.place, of: row) }
  }

  /// Follows a link in the text.
  func open(_ address: String) {
    if let anchor = view.document.article.target(of: address) {
      view.scroll(to: anchor)
      return
    }
    // A place that the article does not have.
    if let row, !address.hasPrefix("#") { links.open(address, of: row.path.text) }
  }

  /// Turns a page; at the end of the article goes on to the next one that is unread.
  func turnPage() {
    if loading == nil, isAtEnd { return WindowCommand.nextUnread.perform(from: widget) }
    view.list.scrollByPage(forward: true)
  }

  /// Turns a page back.
  func turnPageBack() { view.list.scrollByPage(forward: false) }

  private var isAtEnd: Bool {
    let adjustment = gtk_scrolled_window_get_vadjustment(view.scroller.opaque)!
    let end = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
    return gtk_adjustment_get_value(adjustment) >= end - 1
  }

  private func scrolled() {
    let isGone = isShown && view.isTitleAboveViewport
    guard isGone != isHeadingGone else { return }
    isHeadingGone = isGone
    guard headingChange == nil else { return }
    // A layout scrolls too, and can't change the size of the header bar, which is laid out by then.
    headingChange = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
      self?.headingChange = nil
      self?.follower?.follow(.articleHeadingMoved)
      return .done
    }
  }

  /// Shows where the link under the pointer, or else the focused one, leads.
  func linkChanged() {
    guard let link = view.links.current else { return statusBar.show(nil) }
    statusBar.show(
      LinkPreview(text: link.words, address: link.address),
      bottom: view.links.rectangles(of: link).map(\.maxY).max() ?? 0,
      viewHeight: Double(gtk_widget_get_height(view.scroller)))
  }
}

extension ArticlePage: ArticleViewOwner {
  func description(of link: ArticleLink) -> String {
    LinkPreview(text: link.words, address: link.address).description
  }

  func matchesChanged() { findBar.show(view.finder.find) }

  func zoomChanged() { follower?.follow(.zoomChanged) }

  func typographyChanged() { pinned.columnChanged() }
}

extension ArticleContent {
  /// The rows of the beginning of a long text while the rest is read, and those of all of it. Off the main thread, because it
  /// looks for pictures on the disk.
  nonisolated static func documents(
    _ row: FeedRow, _ entry: ArticleEntry, columnWidth: Int
  ) -> AsyncStream<ArticleDocument> {
    // A beginning that nobody has taken before the whole is read is of no use.
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let reading = Task {
        let whole = await whole(row, entry, columnWidth: columnWidth) {
          continuation.yield($0.document)
        }
        continuation.yield(whole.document)
        continuation.finish()
      }
      continuation.onTermination = { _ in reading.cancel() }
    }
  }

  /// What has become of an article that was prepared before; nil if its text is the same.
  @concurrent
  nonisolated static func change(
    of document: ArticleDocument, _ row: FeedRow, _ entry: ArticleEntry, columnWidth: Int
  ) async -> ArticleChange? {
    ArticleChange(from: document, to: await whole(row, entry, columnWidth: columnWidth).document)
  }

  /// The rows of all of the text, of which some are where they were in the beginning. If the task is cancelled by then, the rest
  /// is not read.
  @concurrent
  nonisolated static func whole(
    _ row: FeedRow, _ entry: ArticleEntry, columnWidth: Int,
    showBeginning: @escaping @Sendable (ArticleContent) -> Void = { _ in }
  ) async -> ArticleContent {
    var beginning: ArticleContent?
    let article = entry.source.article {
      let content = ArticleContent(of: row, entry, article: $0, columnWidth: columnWidth)
      beginning = content
      showBeginning(content)
      return !Task.isCancelled
    }
    return ArticleContent(of: row, entry, article: article, beginning: beginning, columnWidth: columnWidth)
  }
}
