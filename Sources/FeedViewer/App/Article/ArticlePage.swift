import CGtk
import EntryRows
import VirtualList
import Feeds
import GtkInterop

/// The page on which one entry is read: title, author, date, text and attachments.
///
/// A sibling of the list in a stack, so that the list keeps its scroll position while an entry is read.
final class ArticlePage {
  /// Longer lines are tiring to read; in logical pixels.
  private static let columnWidth: Int32 = 680
  /// The padding at both sides of the column, as in the style sheet; in logical pixels.
  private static let columnPadding: Int32 = 28
  /// A stack with the list and the page.
  let widget: WidgetPointer = gtk_stack_new()
  /// Called when the page is shown or closed.
  var onChange: () -> Void = {}

  private let list: WidgetPointer
  let scroller: WidgetPointer = gtk_scrolled_window_new()
  private let column: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  /// Holds the keyboard focus until it moves to a link: if a container of the links had it, GTK would skip them.
  let beginning: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
  /// Handles text selection across the page.
  private(set) lazy var selector = ArticleSelector(below: column, in: scroller)
  /// The actions of the text's context menu.
  let actions = GObjectReference(adopting: g_simple_action_group_new()!)
  private let images: ImageLoader
  private(set) var menu: ContextMenu?
  /// The page and its overlays.
  private let overlay: WidgetPointer = gtk_overlay_new()
  /// Shows the targets of links.
  private(set) lazy var linkTracker = LinkTracker(view: scroller)
  /// Opens links.
  private(set) lazy var links = LinkOpener(over: widget)
  private var loading: Task<Void, Never>?
  private var blocks: ArticleBlockView?
  private var content: ArticleContent?
  private var filler: ArticleFiller?
  /// The first steps of all pages up to the current one.
  private var pageStarts: [Int] = []
  /// The current page.
  private var page: WidgetPointer?
  /// The footer, shown while part of the entry is not on the page.
  private let rest = ArticleFooter()
  /// The row whose entry is shown.
  private(set) var row: FeedRow?

  /// - Parameters:
  ///   - list: The widget shown while no entry is read.
  ///   - pictureDecoder: Decodes the pictures; nil shows placeholders.
  init(beside list: WidgetPointer, pictureDecoder: PictureDecoder?) {
    self.list = list
    images = ImageLoader(decoder: pictureDecoder)
    gtk_stack_set_transition_type(widget.opaque, GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT_RIGHT)
    gtk_stack_set_transition_duration(widget.opaque, 180)
    gtk_stack_add_child(widget.opaque, list)
    gtk_overlay_set_child(overlay.opaque, scroller)
    gtk_overlay_add_overlay(overlay.opaque, linkTracker.statusBar.widget)
    gtk_stack_add_child(widget.opaque, overlay)
    gtk_widget_set_vexpand(widget, 1)
    build()
  }

  var isShown: Bool { row != nil }

  /// Whether the page is completely loaded and drawn.
  var isComplete: Bool {
    guard loading == nil, blocks?.isDecoding != true, let filler, !filler.isFilling else { return false }
    // Widgets without an allocation can't receive keys.
    return page.flatMap { gtk_widget_get_last_child($0) }.map { gtk_widget_get_width($0) > 0 } ?? false
  }

  /// Shows the entry of a row.
  func show(_ row: FeedRow) {
    clear()
    self.row = row
    gtk_stack_set_visible_child(widget.opaque, overlay)
    gtk_widget_grab_focus(beginning)
    let scale = Int(gtk_widget_get_scale_factor(widget))
    let width = Int(Self.columnWidth) * scale
    loading = Task { [weak self] in
      let article = await ArticleLoader.article(of: row)
      let content = await ArticleContent.prepared(row, article, columnWidth: width)
      guard let self, !Task.isCancelled else { return }
      self.loading = nil
      self.fill(content)
    }
    onChange()
  }

  /// Returns to the list.
  func close() {
    guard isShown else { return }
    linkTracker.reset()
    row = nil
    loading?.cancel()
    loading = nil
    filler = nil
    gtk_stack_set_visible_child(widget.opaque, list)
    onChange()
  }

  private func build() {
    // Content that is too wide, such as a character of hundreds of pixels, must not widen the window.
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC)
    let frame = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    SingleChildLayout.clamp(frame, maximumWidth: Int(Self.columnWidth + 2 * Self.columnPadding))
    gtk_box_append(frame.cast(), selector.widget)
    selector.onScroll = { [weak self] in self?.scroll(by: $0) }
    selector.onPress = { [weak self] in self?.focusPage() }
    selector.onMenu = { [weak self] link, x, y in self?.popUpMenu(link: link, x: x, y: y) }
    menu = ContextMenu(parent: selector.widget)
    addActions()
    gtk_widget_set_focusable(beginning, 1)
    gtk_widget_add_css_class(beginning, "article-beginning")
    append(beginning)
    append(rest.widget)
    rest.onContinue = { [weak self] in self?.turnPage() }
    gtk_widget_add_css_class(column, "article-column")
    gtk_widget_add_css_class(scroller, "article")
    gtk_scrolled_window_set_child(scroller.opaque, frame)
    // Otherwise pictures would be shrunk; the page has its natural height.
    gtk_scrollable_set_vscroll_policy(
      gtk_scrolled_window_get_child(scroller.opaque)!.opaque, GTK_SCROLL_NATURAL)
    connectKeys()
    let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)!
    Signal.connect(adjustment, "value-changed") { [weak self] in
      self?.filler?.viewportChanged(isLaidOut: false)
      self?.selector.viewportMoved()
    }
    Signal.connect(adjustment, "changed") { [weak self] in self?.filler?.viewportChanged(isLaidOut: true) }
    let click = gtk_gesture_click_new()!
    // The mouse button for going back.
    gtk_gesture_single_set_button(click.opaque, 8)
    Signal.connect(click, "pressed") { [weak self] in self?.close() }
    gtk_widget_add_controller(scroller, click.opaque)
  }

  // MARK: Contents

  private func clear() {
    loading?.cancel()
    loading = nil
    removePage()
    content = nil
    pageStarts = []
  }

  private func removePage() {
    linkTracker.reset()
    filler = nil
    if let page { gtk_box_remove(column.cast(), page) }
    page = nil
    blocks = nil
    rest.show(.nothing)
    selector.reset()
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scroller.opaque), 0)
  }

  private func fill(_ content: ArticleContent) {
    self.content = content
    Accessible.setLabel(content.title.map(UntrustedText.line) ?? "Entry", of: beginning)
    beginPage(at: 0, of: content)
  }

  /// Shows the page that starts with a given step.
  private func beginPage(at first: Int, of content: ArticleContent) {
    removePage()
    pageStarts.append(first)
    let blocks = ArticleBlockView(
      content: content, images: images, columnWidth: Int(Self.columnWidth),
      scale: Int(gtk_widget_get_scale_factor(widget)), selector: selector, linkTracker: linkTracker
    ) { [weak self] in self?.open($0) }
    self.blocks = blocks
    let page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    self.page = page
    gtk_box_insert_child_after(column.cast(), page, beginning)
    if pageStarts.count > 1 { gtk_box_append(page.cast(), earlierButton()) }
    let heading = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_widget_set_direction(heading, content.isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    gtk_widget_add_css_class(heading, "article-header")
    let filler = ArticleFiller(
      content: content, from: first, adjustment: gtk_scrolled_window_get_vadjustment(scroller.opaque)
    ) { [weak self] step in
      let parent = step.isHeading ? heading : page
      if step.isHeading, gtk_widget_get_parent(heading) == nil { gtk_box_append(page.cast(), heading) }
      return self?.append(step, of: content, blocks, to: parent) ?? page
    }
    self.filler = filler
    filler.onFill = { [weak self, weak filler] in
      if let filler { self?.rest.show(filler.rest) }
    }
    selector.textsOutsidePage = { [weak filler] in
      let next = filler?.next ?? content.steps.count
      return (
        content.steps[..<first].flatMap(content.texts), content.steps[next...].flatMap(content.texts)
      )
    }
    filler.begin()
  }

  /// Shows the next page.
  private func turnPage() {
    guard let content, let filler, filler.rest == .anotherPage else { return }
    beginPage(at: filler.next, of: content)
    gtk_widget_grab_focus(beginning)
  }

  private func turnBack() {
    guard let content, pageStarts.count > 1 else { return }
    pageStarts.removeLast()
    beginPage(at: pageStarts.removeLast(), of: content)
    gtk_widget_grab_focus(beginning)
  }

  private func earlierButton() -> WidgetPointer {
    let button = ArticleFooter.button("_Earlier Text")
    Signal.connect(button, "clicked") { [weak self] in self?.turnBack() }
    return button
  }

  private func append(_ child: WidgetPointer) { gtk_box_append(column.cast(), child) }

  private func append(
    _ step: ArticleStep, of content: ArticleContent, _ blocks: ArticleBlockView, to parent: WidgetPointer
  ) -> WidgetPointer {
    let child: WidgetPointer
    switch step {
    case .heading(let piece): return blocks.appendHeading(piece, to: parent)
    case .block(let piece): return blocks.append(piece, to: parent)
    case .openButton: child = openButton(content)
    case .note(let text): child = note(text.rawValue)
    case .attachment(let number): child = file(content.enclosures[number], blocks)
    }
    gtk_box_append(parent.cast(), child)
    return child
  }

  private func openButton(_ content: ArticleContent) -> WidgetPointer {
    let button = gtk_button_new_with_mnemonic("_Open in Browser")!
    gtk_actionable_set_action_name(button.opaque, "win.open-link")
    gtk_widget_set_halign(button, GTK_ALIGN_START)
    gtk_widget_set_direction(button, content.isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    gtk_widget_add_css_class(button, "article-open")
    if let link = content.link { linkTracker.follow(button: button, text: nil, address: link) }
    return button
  }

  private func note(_ text: String) -> WidgetPointer {
    let label = gtk_label_new(text)!
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_widget_add_css_class(label, "article-note")
    gtk_widget_add_css_class(label, "article-aside")
    return label
  }

  private func file(_ enclosure: ArticleEnclosure, _ blocks: ArticleBlockView) -> WidgetPointer {
    let name = ArticleMarkup.escaped(UntrustedText.revealed(enclosure.name))
    let link = enclosure.address.map { "<a href=\"\(ArticleMarkup.escaped($0))\">\(name)</a>" }
    let description =
      enclosure.description.isEmpty
      ? "" : "  \(ArticleMarkup.escaped(UntrustedText.revealed(enclosure.description)))"
    let label = blocks.label(
      markup: (link ?? name) + description, ArticlePlaceholder.textClass, hasLinks: link != nil)
    return ArticlePlaceholder.make(icon: "mail-attachment-symbolic", label: label)
  }

  /// Follows a link in the text.
  func open(_ address: String) {
    if let row { links.open(address, of: row.path) }
  }
}

extension ArticleContent {
  /// Off the main thread, because it looks for pictures on the disk.
  @concurrent
  nonisolated static func prepared(
    _ row: FeedRow, _ article: Article, columnWidth: Int
  ) async -> ArticleContent {
    ArticleContent(of: row, article: article, columnWidth: columnWidth)
  }
}

extension ArticleStep {
  /// Whether the step belongs above the text.
  fileprivate var isHeading: Bool {
    switch self {
    case .heading, .openButton: true
    case .note, .block, .attachment: false
    }
  }
}
