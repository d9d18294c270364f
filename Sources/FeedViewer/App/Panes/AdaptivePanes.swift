import CGtk
import GtkInterop

/// The window's panes: the feeds, the list and the article, placed by the window's width.
///
/// Each pane is one widget for the life of the window. A pane without room is only hidden, so that it keeps its scroll
/// position, its selection and the widgets of its rows.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
final class AdaptivePanes {
  private static let widgetClass = CustomWidgetClass(
    name: "FeedViewerPanes", cssName: "panes", role: GTK_ACCESSIBLE_ROLE_GROUP)

  /// Called after other panes are shown, when the layout has ended; and when the reader goes to another pane.
  var onChange: () -> Void = {}
  /// Called when the reader has moved the division, or has shown or hidden the feeds at the side.
  var onSettingChange: () -> Void = {}
  /// The panes as they are placed.
  private(set) var arrangement = PaneArrangement(width: 0)

  /// The pane in which the reader is: a narrow window shows it alone.
  var front = ReadingPane.list {
    didSet { if front != oldValue { frontChanged(from: oldValue) } }
  }

  /// The width that the reader gave the list beside an article, in logical pixels; nil for the initial one.
  var listWidth: Int? {
    didSet { if listWidth != oldValue { settingChanged() } }
  }

  /// Whether the feeds are at the side of a window that has room for them.
  var showsFeeds = true {
    didSet { if showsFeeds != oldValue { settingChanged() } }
  }

  /// Whether nothing is open, so that there is nothing to show beside the page that says so.
  var isEmpty = false {
    didSet { if isEmpty != oldValue { place() } }
  }

  /// Whether a page moves in or out.
  var isMoving: Bool { slide != nil }

  let division = PaneDivision()
  private let reference = AdaptivePanes.widgetClass.make()
  private let feeds: WidgetPointer
  private let list: WidgetPointer
  private let article: WidgetPointer
  private var showsFeedsOver = false
  private var width = 0
  private var height = 0
  private var slide: PageSlide?
  private var notice: IdleSource?

  init(feeds: WidgetPointer, list: WidgetPointer, article: WidgetPointer) {
    self.feeds = feeds
    self.list = list
    self.article = article
    for child in [list, article, division.widget, feeds] { gtk_widget_set_parent(child, widget) }
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    gtk_widget_set_vexpand(widget, 1)
    CustomWidgetClass.setDelegate(self, of: widget)
    for (pane, child) in [(ReadingPane.list, list), (.article, article)] {
      let focus = gtk_event_controller_focus_new()!
      // In a narrow window, the focus follows the page.
      Signal.connect(focus, "enter") { [weak self] in
        if let self, self.arrangement.isSplit { self.front = pane }
      }
      gtk_widget_add_controller(child, focus)
    }
    let focus = gtk_event_controller_focus_new()!
    Signal.connect(focus, "leave") { [weak self] in
      // When the whole window loses the focus, as during a drag under Wayland, it stays where it is in the window.
      if FocusedWidget(inWindowOf: feeds)?.isInside(feeds) != true { self?.hideFeedsOver() }
    }
    gtk_widget_add_controller(feeds, focus)
    division.onDrag = { [weak self] in self?.moveDivision(to: $0) }
    division.position = { [weak self] in self?.arrangement.list?.width ?? 0 }
    place()
  }

  isolated deinit { dispose() }

  var widget: WidgetPointer { reference.pointer }

  /// Whether the feeds are shown, at the side or over the other panes.
  var showsFeedsNow: Bool { arrangement.feeds != nil }

  /// Shows or hides the feeds: at the side if there is room, else over the other panes.
  func setFeedsVisible(_ isVisible: Bool) {
    if arrangement.hasRoomForFeeds {
      showsFeeds = isVisible
    } else if showsFeedsOver != isVisible {
      showsFeedsOver = isVisible
      place()
    }
  }

  /// Hides the feeds if they lie over the other panes.
  func hideFeedsOver() {
    guard showsFeedsOver else { return }
    showsFeedsOver = false
    place()
  }

  // MARK: Changes

  private func moveDivision(to width: Int) {
    let moved = arranged(listWidth: max(width, 1), in: self.width)
    // What is remembered is a width that the list can have.
    if moved.isSplit, let shown = moved.list?.width { listWidth = shown }
  }

  /// The panes in a window of some width, in logical pixels.
  func arranged(in width: Int) -> PaneArrangement { arranged(listWidth: listWidth, in: width) }

  private func arranged(listWidth: Int?, in width: Int) -> PaneArrangement {
    PaneArrangement(
      width: width, textScale: textScale, front: front, listWidth: listWidth, showsFeeds: showsFeeds,
      showsFeedsOver: showsFeedsOver, isEmpty: isEmpty)
  }

  private func settingChanged() {
    place()
    onSettingChange()
  }

  private func frontChanged(from old: ReadingPane) {
    if !arrangement.isSplit {
      if let window = gtk_widget_get_root(widget) { MenuPopover.closeMenus(inside: window.cast()) }
      slide = PageSlide(of: widget, from: old) { [weak self] in self?.slideMoved() }
    }
    place()
    tellLater()
  }

  private func slideMoved() {
    if slide?.isOver == true {
      slide = nil
      place()
      tellLater()
    }
    gtk_widget_queue_draw(widget)
  }

  /// Shows the panes that have room, and queues their layout.
  private func place() {
    arrange()
    gtk_widget_queue_allocate(widget)
  }

  private func arrange() {
    let old = arrangement
    let new = arranged(in: width)
    arrangement = new
    if new.isSplit { slide = nil }
    show(new.feeds != nil, feeds)
    show(new.list != nil || slide != nil, list)
    show(new.article != nil || slide != nil, article)
    // Both pages of a slide are in the same place, and only one is for the pointer.
    gtk_widget_set_can_target(list, new.list != nil ? 1 : 0)
    gtk_widget_set_can_target(article, new.article != nil ? 1 : 0)
    show(new.isSplit, division.widget)
    if new.isSplit != old.isSplit || new.feeds != old.feeds { tellLater() }
  }

  /// Most changes come about in a layout, in which widgets must not change.
  private func tellLater() {
    guard notice?.isAttached != true else { return }
    notice = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
      guard let self else { return .done }
      if self.arrangement.feedsAreOver {
        gtk_widget_add_css_class(self.feeds, "over")
      } else {
        gtk_widget_remove_css_class(self.feeds, "over")
      }
      self.onChange()
      return .done
    }
  }

  private func show(_ isShown: Bool, _ child: WidgetPointer) {
    guard (gtk_widget_get_child_visible(child) != 0) != isShown else { return }
    gtk_widget_set_child_visible(child, isShown ? 1 : 0)
    Accessible.setHidden(!isShown, of: child)
  }

  /// The size of the text, relative to the desktop's default of 11 points at 96 pixels an inch; at least 1.
  private var textScale: Double {
    guard let context = gtk_widget_get_pango_context(widget),
      let font = pango_context_get_font_description(context)
    else { return 1 }
    var size = Double(pango_font_description_get_size(font)) / Double(PANGO_SCALE)
    if pango_font_description_get_size_is_absolute(font) == 0 {
      let resolution = pango_cairo_context_get_resolution(context)
      size *= (resolution > 0 ? resolution : 96) / 72
    }
    return max(size / (11 * 96 / 72), 1)
  }
}

extension AdaptivePanes: @MainActor CustomWidgetDelegate {
  private var children: [WidgetPointer] { [list, article, division.widget, feeds] }

  func measure(_ orientation: GtkOrientation, forSize: Int) -> (minimum: Int, natural: Int) {
    var result = (minimum: 0, natural: 0)
    for child in children {
      var minimum: Int32 = 0
      var natural: Int32 = 0
      gtk_widget_measure(child, orientation, -1, &minimum, &natural, nil, nil)
      guard child != feeds, child != division.widget else { continue }
      result.minimum = max(result.minimum, Int(minimum))
      result.natural = max(result.natural, Int(natural))
    }
    return result
  }

  func allocate(width: Int, height: Int) {
    self.width = width
    self.height = height
    arrange()
    if slide != nil {
      // Pages move only as they are painted: GDK 4.8 fails to place a menu whose widget is on no monitor.
      for page in [list, article] { allocate(page, PaneArrangement.Span(start: 0, width: width)) }
    } else {
      if let span = arrangement.list { allocate(list, span) }
      if let span = arrangement.article { allocate(article, span) }
    }
    if arrangement.isSplit, let span = arrangement.article {
      let start = span.start - PaneDivision.widthBeforeLine
      allocate(division.widget, PaneArrangement.Span(start: start, width: PaneDivision.width))
    }
    if let span = arrangement.feeds { allocate(feeds, span) }
  }

  private func allocate(_ child: WidgetPointer, _ span: PaneArrangement.Span) {
    let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    let x = isRightToLeft ? width - span.end : span.start
    var least: Int32 = 0
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
    var place = GtkAllocation(
      x: Int32(x), y: 0, width: max(Int32(span.width), least), height: Int32(height))
    gtk_widget_size_allocate(child, &place, -1)
  }

  func snapshot(_ snapshot: OpaquePointer) {
    for child in children where gtk_widget_get_child_visible(child) != 0 {
      var origin = graphene_point_t(x: shift(of: child), y: 0)
      gtk_snapshot_save(snapshot)
      gtk_snapshot_translate(snapshot, &origin)
      gtk_widget_snapshot_child(widget, child, snapshot)
      gtk_snapshot_restore(snapshot)
    }
  }

  /// How far a pane is painted from its place, in logical pixels.
  private func shift(of child: WidgetPointer) -> Float {
    guard let slide, child == list || child == article else { return 0 }
    // The article is after the list: both move by the window's width.
    let part = front == .article ? 1 - slide.progress : slide.progress
    let shift = (Double(width) * (child == list ? part - 1 : part)).rounded()
    return Float(gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL ? -shift : shift)
  }

  func environmentChanged() { gtk_widget_queue_resize(widget) }

  func dispose() {
    for child in children where gtk_widget_get_parent(child) == widget { gtk_widget_unparent(child) }
  }
}
