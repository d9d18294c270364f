import ArticleRows
import CGtk
import Feeds
import GtkInterop
import LayoutCore
import VirtualList

/// The page on which one entry is read: title, author, date, text and attachments.
///
/// A sibling of the list in a stack, so that the list keeps its scroll position while an entry is read.
final class ArticlePage {
  /// The widest that pictures are decoded for before the page has a width, in logical pixels.
  private static let columnWidth = 720
  /// A stack with the list and the page.
  let widget: WidgetPointer = gtk_stack_new()
  /// Called when the page is shown or closed.
  var onChange: () -> Void = {}
  /// The text of the entry.
  let view: ArticleView
  /// The actions of the text's context menu.
  let actions = GObjectReference(adopting: g_simple_action_group_new()!)
  /// Opens links.
  private(set) lazy var links = LinkOpener(over: widget)
  /// Shows the targets of links.
  let statusBar = LinkStatusBar()
  private(set) var menu: ContextMenu?
  private let list: WidgetPointer
  /// The page and its overlays.
  private let overlay: WidgetPointer = gtk_overlay_new()
  private var loading: Task<Void, Never>?
  /// The row whose entry is shown.
  private(set) var row: FeedRow?

  /// - Parameters:
  ///   - list: The widget shown while no entry is read.
  ///   - pictureDecoder: Decodes the pictures; nil shows placeholders.
  init(beside list: WidgetPointer, pictureDecoder: PictureDecoder?) {
    self.list = list
    view = ArticleView(pictureDecoder: pictureDecoder)
    gtk_stack_set_transition_type(widget.opaque, GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT_RIGHT)
    gtk_stack_set_transition_duration(widget.opaque, 180)
    gtk_stack_add_child(widget.opaque, list)
    gtk_overlay_set_child(overlay.opaque, view.scroller)
    gtk_overlay_add_overlay(overlay.opaque, statusBar.widget)
    gtk_stack_add_child(widget.opaque, overlay)
    gtk_widget_set_vexpand(widget, 1)
    menu = ContextMenu(parent: overlay)
    addActions()
    connectKeys()
    view.selection.onOpen = { [weak self] in self?.open($0) }
    view.selection.onMenu = { [weak self] link, point in self?.popUpMenu(of: link, at: point) }
    view.links.onChange = { [weak self] in self?.showLinkTarget() }
    view.links.onActivate = { [weak self] in self?.open($0.address) }
    view.links.describe = { LinkPreview(text: $0.words, address: $0.address).description }
    let click = gtk_gesture_click_new()!
    // The mouse button for going back.
    gtk_gesture_single_set_button(click.opaque, 8)
    Signal.connect(click, "pressed") { [weak self] in self?.close() }
    gtk_widget_add_controller(view.scroller, click.opaque)
  }

  var isShown: Bool { row != nil }

  /// Whether the page is completely loaded and drawn.
  var isComplete: Bool { loading == nil && view.isComplete }

  /// Shows the entry of a row.
  func show(_ row: FeedRow) {
    loading?.cancel()
    self.row = row
    view.show(ArticleDocument())
    // Assistive tools tell the name of what has got the focus.
    Accessible.setLabel(row.entry.title.map(UntrustedText.line) ?? "Entry", of: view.list.widget.pointer)
    gtk_stack_set_visible_child(widget.opaque, overlay)
    gtk_widget_grab_focus(view.list.widget.pointer)
    let width = Self.columnWidth * Int(gtk_widget_get_scale_factor(widget))
    loading = Task { [weak self] in
      let source = await ArticleLoader.source(of: row)
      let beginning = await ArticleContent.prepared(row, source, columnWidth: width)
      guard !Task.isCancelled else { return }
      self?.view.show(beginning.document)
      if beginning.document.article.isPartial {
        let whole = await ArticleContent.prepared(row, source, after: beginning, columnWidth: width)
        guard !Task.isCancelled else { return }
        self?.view.extend(to: whole.document)
      }
      self?.loading = nil
    }
    onChange()
  }

  /// Returns to the list.
  func close() {
    guard isShown else { return }
    row = nil
    loading?.cancel()
    loading = nil
    statusBar.show(nil)
    gtk_stack_set_visible_child(widget.opaque, list)
    onChange()
  }

  /// Follows a link in the text.
  func open(_ address: String) {
    if let anchor = view.document.article.target(of: address) { return view.scroll(to: anchor) }
    // A place that the article does not have.
    if let row, !address.hasPrefix("#") { links.open(address, of: row.path) }
  }

  /// Shows where the link under the pointer, or else the focused one, leads.
  private func showLinkTarget() {
    guard let link = view.links.current else { return statusBar.show(nil) }
    statusBar.show(
      LinkPreview(text: link.words, address: link.address),
      bottom: view.links.rectangles(of: link).map(\.maxY).max() ?? 0,
      viewHeight: Double(gtk_widget_get_height(view.scroller)))
  }
}

extension ArticleContent {
  /// The rows of a beginning of the text, or of all of it. Off the main thread, because it looks for pictures on the
  /// disk.
  ///
  /// - Parameter beginning: What was prepared of the beginning; nil prepares that.
  @concurrent
  nonisolated static func prepared(
    _ row: FeedRow, _ source: ArticleSource, after beginning: ArticleContent? = nil, columnWidth: Int
  ) async -> ArticleContent {
    let article = await ArticleLoader.article(from: source, isBeginning: beginning == nil)
    return ArticleContent(of: row, article: article, beginning: beginning, columnWidth: columnWidth)
  }
}
