import CGtk
import FeedList
import Feeds
import GtkInterop

/// The page on which one entry is read: title, author, date, text and what belongs to it.
///
/// It lies beside the list in a stack, so that the list keeps its place while an entry is read.
final class ArticlePage {
  /// Lines longer than this are tiring to read; in logical pixels.
  private static let columnWidth: Int32 = 680
  /// At either side of the column, as the style sheet says; in logical pixels.
  private static let columnPadding: Int32 = 28
  /// Widgets are made for so many blocks at once; the rest is asked for.
  private static let blocksAtOnce = 400

  /// The list and the page, of which one is shown.
  let widget: WidgetPointer = gtk_stack_new()
  /// Called when the page comes and when it goes.
  var onChange: () -> Void = {}

  private let list: WidgetPointer
  let scroller: WidgetPointer = gtk_scrolled_window_new()
  private let column: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  /// Has the keyboard until it goes to a link: from a widget around the links, GTK would go past them.
  let beginning: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
  /// Selects text of the whole page.
  private(set) lazy var selector = ArticleSelector(below: column, in: scroller)
  /// What the menu of the text does.
  let actions = GObjectReference(adopting: g_simple_action_group_new()!)
  private let images: ImageLoader
  private(set) var menu: ContextMenu?
  /// The page with what lies over it.
  private let overlay: WidgetPointer = gtk_overlay_new()
  /// Shows where the links lead.
  private(set) lazy var linkTracker = LinkTracker(view: scroller)
  /// Follows the links.
  private(set) lazy var links = LinkOpener(over: widget)
  private var loading: Task<Void, Never>?
  private var blocks: ArticleBlockView?
  private var content: ArticleContent?
  private var shown = 0
  private var moreButton: WidgetPointer?
  /// The row that is read.
  private(set) var row: FeedRow?

  /// - Parameters:
  ///   - list: What is shown while no entry is read.
  ///   - pictureDecoder: Decodes the pictures; without one none are shown.
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

  /// Whether all of the entry is on the screen.
  var isComplete: Bool {
    guard loading == nil, blocks?.isDecoding != true else { return false }
    // Keys go to nothing that has no place yet.
    return gtk_widget_get_last_child(column).map { gtk_widget_get_width($0) > 0 } ?? false
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
      self.fill(content, scale: scale)
    }
    onChange()
  }

  /// Goes back to the list.
  func close() {
    guard isShown else { return }
    linkTracker.reset()
    row = nil
    loading?.cancel()
    loading = nil
    gtk_stack_set_visible_child(widget.opaque, list)
    onChange()
  }

  private func build() {
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    let frame = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    SingleChildLayout.clamp(frame, maximumWidth: Int(Self.columnWidth + 2 * Self.columnPadding))
    gtk_box_append(frame.cast(), selector.widget)
    selector.onScroll = { [weak self] in self?.scroll(by: $0) }
    selector.onPress = { [weak self] in self?.takeKeys() }
    selector.onMenu = { [weak self] link, x, y in self?.popUpMenu(link: link, x: x, y: y) }
    menu = ContextMenu(parent: selector.widget)
    addActions()
    gtk_widget_set_focusable(beginning, 1)
    gtk_widget_add_css_class(beginning, "article-beginning")
    append(beginning)
    gtk_widget_add_css_class(column, "article-column")
    gtk_widget_add_css_class(scroller, "article")
    gtk_scrolled_window_set_child(scroller.opaque, frame)
    // Pictures could shrink to nothing; the page is as high as it wants to be.
    gtk_scrollable_set_vscroll_policy(
      gtk_scrolled_window_get_child(scroller.opaque)!.opaque, GTK_SCROLL_NATURAL)
    connectKeys()
    let click = gtk_gesture_click_new()!
    // The button of a mouse that goes back.
    gtk_gesture_single_set_button(click.opaque, 8)
    Signal.connect(click, "pressed") { [weak self] in self?.close() }
    gtk_widget_add_controller(scroller, click.opaque)
  }

  // MARK: Contents

  private func clear() {
    loading?.cancel()
    loading = nil
    linkTracker.reset()
    while let child = gtk_widget_get_next_sibling(beginning) { gtk_box_remove(column.cast(), child) }
    blocks = nil
    content = nil
    moreButton = nil
    shown = 0
    selector.reset()
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scroller.opaque), 0)
  }

  private func fill(_ content: ArticleContent, scale: Int) {
    let blocks = ArticleBlockView(
      content: content, images: images, columnWidth: Int(Self.columnWidth), scale: scale,
      selector: selector, linkTracker: linkTracker
    ) { [weak self] in self?.open($0) }
    self.blocks = blocks
    self.content = content
    Accessible.setLabel(content.title ?? "Entry", of: beginning)
    append(heading(content, blocks))
    if content.pictures.count < content.blocks.count(where: \.isPicture) {
      append(note("Pictures that are not on this computer are not loaded."))
    }
    if content.blocks.isEmpty && content.enclosures.isEmpty { append(note("This entry has no text.")) }
    showMore()
  }

  private func append(_ child: WidgetPointer) { gtk_box_append(column.cast(), child) }

  private func heading(_ content: ArticleContent, _ blocks: ArticleBlockView) -> WidgetPointer {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    let isRightToLeft =
      WritingDirection(of: content.title ?? content.blocks.first?.text ?? "") == .rightToLeft
    let direction = isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR
    func add(
      _ markup: String, _ style: String, hasLinks: Bool = false,
      _ separator: ArticleText.Separator = .blankLine
    ) {
      let label = blocks.label(markup: markup, style, hasLinks: hasLinks, separator)
      gtk_widget_set_direction(label, direction)
      gtk_box_append(box.cast(), label)
    }
    if let title = content.title { add(ArticleMarkup.escaped(title), "article-title") }
    if !content.byline.isEmpty { add(ArticleMarkup.escaped(content.byline), "article-byline") }
    var notes = content.notes.map(ArticleMarkup.escaped)
    if let (label, address) = content.commentsLink {
      notes.append("<a href=\"\(ArticleMarkup.escaped(address))\">\(ArticleMarkup.escaped(label))</a>")
    }
    if !content.tags.isEmpty { notes.append(ArticleMarkup.escaped(content.tags)) }
    if !notes.isEmpty {
      // Each keeps its own direction.
      let isolated = notes.map { "\u{2068}\($0)\u{2069}" }.joined(separator: " · ")
      add(isolated, "article-note", hasLinks: content.commentsLink != nil, .lineFeed)
    }
    if let link = content.link {
      let button = gtk_button_new_with_mnemonic("_Open in Browser")!
      gtk_actionable_set_action_name(button.opaque, "win.open-link")
      gtk_widget_set_halign(button, GTK_ALIGN_START)
      gtk_widget_set_direction(button, direction)
      gtk_widget_add_css_class(button, "article-open")
      linkTracker.follow(button: button, text: nil, address: link)
      gtk_box_append(box.cast(), button)
    }
    gtk_widget_set_direction(box, direction)
    gtk_widget_add_css_class(box, "article-header")
    return box
  }

  private func note(_ text: String) -> WidgetPointer {
    let label = gtk_label_new(text)!
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_widget_add_css_class(label, "article-note")
    gtk_widget_add_css_class(label, "article-aside")
    return label
  }

  /// Appends the next blocks, then the files or a button for more blocks.
  private func showMore() {
    guard let content, let blocks else { return }
    if let moreButton { gtk_box_remove(column.cast(), moreButton) }
    moreButton = nil
    let end = min(content.blocks.count, shown + Self.blocksAtOnce)
    while shown < end {
      blocks.append(at: shown, to: column)
      shown += 1
    }
    guard shown == content.blocks.count else {
      let button = gtk_button_new_with_label("Show More")!
      gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
      gtk_widget_add_css_class(button, "article-open")
      Signal.connect(button, "clicked") { [weak self] in self?.showMore() }
      append(button)
      moreButton = button
      return
    }
    if content.isCut { append(note("The rest of this text is too long to be shown.")) }
    for enclosure in content.enclosures { append(file(enclosure, blocks)) }
  }

  private func file(_ enclosure: ArticleEnclosure, _ blocks: ArticleBlockView) -> WidgetPointer {
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
    let symbol = gtk_image_new_from_icon_name("mail-attachment-symbolic")!
    gtk_widget_add_css_class(symbol, "dim-label")
    Accessible.setHidden(true, of: symbol)
    gtk_box_append(box.cast(), symbol)
    let name = ArticleMarkup.escaped(VisibleText.line(enclosure.name))
    let link = enclosure.address.map { "<a href=\"\(ArticleMarkup.escaped($0))\">\(name)</a>" }
    let description =
      enclosure.description.isEmpty
      ? "" : "  \(ArticleMarkup.escaped(VisibleText.line(enclosure.description)))"
    gtk_box_append(
      box.cast(),
      blocks.label(
        markup: (link ?? name) + description, "article-placeholder-text", hasLinks: link != nil))
    gtk_widget_add_css_class(box, "article-placeholder")
    return box
  }

  /// Follows a link of the text.
  func open(_ address: String) {
    if let row { links.open(address, of: row.path) }
  }
}

extension ArticleContent {
  /// Made away from the main thread, since it looks for pictures on the disk.
  @concurrent
  nonisolated static func prepared(
    _ row: FeedRow, _ article: Article, columnWidth: Int
  ) async -> ArticleContent {
    ArticleContent(of: row, article: article, columnWidth: columnWidth)
  }
}

extension ArticleBlock {
  fileprivate var isPicture: Bool {
    if case .image = kind { return true }
    return false
  }
}
