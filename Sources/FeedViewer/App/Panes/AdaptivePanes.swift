import CGtk
import FeedViewerBase
import GtkInterop

/// The window's panes: the sidebar, the list and the article, placed by the window's width.
///
/// Each pane is one widget for the life of the window. A pane without room is only hidden, so that it keeps its scroll
/// position, its selection and the widgets of its rows.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
final class AdaptivePanes {
  private static let widgetClass = CustomWidgetClass(
    name: "FeedViewerPanes", cssName: "panes", role: GTK_ACCESSIBLE_ROLE_GROUP)

  weak var follower: (any WindowEventFollower)?
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

  /// The width that the reader gave the sidebar, in logical pixels; nil for the initial one.
  var sidebarWidth: Int? {
    didSet { if sidebarWidth != oldValue { settingChanged() } }
  }

  /// Whether the sidebar is at the side of a window that has room for it.
  var showsSidebar: Bool {
    didSet { if showsSidebar != oldValue { settingChanged() } }
  }

  /// Whether nothing is open, so that there is nothing to show beside the page that says so.
  var isEmpty = false {
    didSet { if isEmpty != oldValue { place() } }
  }

  /// Whether a page moves in or out.
  var isMoving: Bool { slide != nil }

  /// Divides list and article.
  let division = PaneDivision(name: localized("Resize list and article"))
  /// Divides the sidebar from the list.
  private let sidebarDivision = PaneDivision(name: localized("Resize sidebar"))
  private let settings: Settings
  private let reference = AdaptivePanes.widgetClass.make()
  private let sidebar: WidgetPointer
  private let list: WidgetPointer
  private let article: WidgetPointer
  /// Dims what is under the sidebar.
  private let scrim = AccessibleContainer.make(gtk_box_get_type())
  private var showsSidebarOver = false
  private var width = 0
  private var height = 0
  private var slide: PageSlide?
  /// The motion in which the sidebar comes over the other panes.
  private var overlaySlide: PageSlide?
  private var notice: IdleSource?

  /// - Parameter settings: How the reader has divided the window.
  init(sidebar: WidgetPointer, list: WidgetPointer, article: WidgetPointer, settings: Settings) {
    self.settings = settings
    let (listWidth, sidebarWidth) = (
      settings[ViewerSetting.panePosition], settings[ViewerSetting.sidebarWidth]
    )
    self.listWidth = listWidth > 0 ? listWidth : nil
    self.sidebarWidth = sidebarWidth > 0 ? sidebarWidth : nil
    showsSidebar = settings[ViewerSetting.sidebarVisible]
    self.sidebar = sidebar
    self.list = list
    self.article = article
    // In the order of reading. GTK looks for what is under the pointer from the last one to the first: the lines first.
    for child in children { gtk_widget_set_parent(child, widget) }
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
      if FocusedWidget(inWindowOf: sidebar)?.isInside(sidebar) != true { self?.hideSidebarOver() }
    }
    gtk_widget_add_controller(sidebar, focus)
    connectScrim()
    for division in [division, sidebarDivision] { division.panes = self }
    place()
  }

  isolated deinit { dispose() }

  var widget: WidgetPointer { reference.pointer }

  private func connectScrim() {
    gtk_widget_add_css_class(scrim, "scrim")
    Accessible.setHidden(true, of: scrim)
    let click = gtk_gesture_click_new()!
    Signal.connect(click, "pressed") { [weak self] _ in
      gtk_gesture_set_state(click, GTK_EVENT_SEQUENCE_CLAIMED)
      self?.hideSidebarOver()
      if let self { WindowCommand.focusContent.perform(from: self.widget) }
      return .unhandled
    }
    gtk_widget_add_controller(scrim, click)
  }

  /// Whether the sidebar is shown, at the side or over the other panes.
  var showsSidebarNow: Bool { arrangement.sidebar != nil }

  /// Shows or hides the sidebar: at the side if there is room, else over the other panes.
  func setSidebarVisible(_ isVisible: Bool) {
    if arrangement.hasRoomForSidebar {
      showsSidebar = isVisible
    } else if showsSidebarOver != isVisible {
      showsSidebarOver = isVisible
      overlaySlide =
        isVisible ? PageSlide(of: widget) { [weak self] in self?.overlayMoved() } : nil
      place()
    }
  }

  /// Hides the sidebar if it lies over the other panes.
  func hideSidebarOver() {
    guard showsSidebarOver else { return }
    showsSidebarOver = false
    overlaySlide = nil
    place()
  }

  // MARK: Changes

  /// The width of the pane before a division, in logical pixels.
  func position(of division: PaneDivision) -> Int {
    (division === sidebarDivision ? arrangement.sidebar : arrangement.list)?.width ?? 0
  }

  func move(_ division: PaneDivision, to width: Int) {
    if division === sidebarDivision { return moveSidebarDivision(to: width) }
    let moved = arranged(listWidth: max(width, 1), sidebarWidth: sidebarWidth)
    // What is remembered is a width that the list can have.
    if moved.isSplit, let shown = moved.list?.width { listWidth = shown }
  }

  private func moveSidebarDivision(to width: Int) {
    let moved = arranged(listWidth: listWidth, sidebarWidth: max(width, 1))
    if moved.hasSidebarAtSide, let shown = moved.sidebar?.width { sidebarWidth = shown }
  }

  private func arranged(listWidth: Int?, sidebarWidth: Int?) -> PaneArrangement {
    PaneArrangement(
      width: width, textScale: textScale, front: front, listWidth: listWidth, sidebarWidth: sidebarWidth,
      showsSidebar: showsSidebar, showsSidebarOver: showsSidebarOver, isEmpty: isEmpty)
  }

  private func settingChanged() {
    place()
    settings[ViewerSetting.panePosition] = listWidth ?? 0
    settings[ViewerSetting.sidebarWidth] = sidebarWidth ?? 0
    settings[ViewerSetting.sidebarVisible] = showsSidebar
  }

  private func frontChanged(from old: ReadingPane) {
    if !arrangement.isSplit {
      if let window = gtk_widget_get_root(widget) { MenuPopover.closeMenus(inside: window.cast()) }
      slide = PageSlide(of: widget) { [weak self] in self?.slideMoved() }
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

  private func overlayMoved() {
    if overlaySlide?.isOver == true { overlaySlide = nil }
    gtk_widget_queue_draw(widget)
  }

  /// Shows the panes that have room, and queues their layout.
  private func place() {
    arrange()
    gtk_widget_queue_allocate(widget)
  }

  private func arrange() {
    let old = arrangement
    let new = arranged(listWidth: listWidth, sidebarWidth: sidebarWidth)
    arrangement = new
    if new.isSplit { slide = nil }
    show(new.sidebar != nil, sidebar)
    show(new.list != nil || slide != nil, list)
    show(new.article != nil || slide != nil, article)
    show(new.isSplit, division.widget)
    show(new.hasSidebarAtSide, sidebarDivision.widget)
    ChildVisibility.set(new.sidebarIsOver, of: scrim)
    // Both pages of a slide are in the same place, and only one is for the pointer. What is under the scrim is out of its reach.
    for (child, span) in [(list, new.list), (article, new.article), (division.widget, new.article)] {
      gtk_widget_set_can_target(child, span == nil || new.sidebarIsOver ? 0 : 1)
    }
    if !new.looksLike(old) { tellLater() }
  }

  /// Most changes come about in a layout, in which widgets must not change.
  private func tellLater() {
    guard notice?.isAttached != true else { return }
    notice = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
      guard let self else { return .done }
      self.setClass("over", self.arrangement.sidebarIsOver, of: self.sidebar)
      self.setClass("narrow", self.arrangement.isNarrow, of: self.widget)
      self.setClass("empty", self.arrangement.isEmpty, of: self.widget)
      self.setClass("large-text", self.textScale >= Self.largeTextScale, of: self.widget)
      self.follower?.follow(.panesChanged)
      return .done
    }
  }

  private func setClass(_ name: String, _ isSet: Bool, of widget: WidgetPointer) {
    if isSet { gtk_widget_add_css_class(widget, name) } else { gtk_widget_remove_css_class(widget, name) }
  }

  private func show(_ isShown: Bool, _ child: WidgetPointer) {
    guard (gtk_widget_get_child_visible(child) != 0) != isShown else { return }
    ChildVisibility.set(isShown, of: child)
    Accessible.setHidden(!isShown, of: child)
  }

  /// From this size of the text, relative to the desktop's default, icons are larger.
  private static let largeTextScale = 1.5

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
  private var children: [WidgetPointer] {
    [scrim, sidebar, list, article, sidebarDivision.widget, division.widget]
  }

  func measure(_ orientation: GtkOrientation, forSize: Int) -> (minimum: Int, natural: Int) {
    var result = (minimum: 0, natural: 0)
    for child in children {
      var minimum: Int32 = 0
      var natural: Int32 = 0
      gtk_widget_measure(child, orientation, -1, &minimum, &natural, nil, nil)
      guard [list, article].contains(child) else { continue }
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
      // What moves does so only as it is painted: GDK 4.8 fails to place a menu whose widget is on no monitor.
      for page in [list, article] { allocate(page, PaneArrangement.Span(start: 0, width: width)) }
    } else {
      if let span = arrangement.list { allocate(list, span) }
      if let span = arrangement.article { allocate(article, span) }
    }
    if arrangement.isSplit, let span = arrangement.article { allocate(division, before: span.start) }
    guard let span = arrangement.sidebar else { return }
    allocate(sidebar, span)
    if arrangement.sidebarIsOver {
      allocate(scrim, PaneArrangement.Span(start: 0, width: width))
    } else {
      // Its line is the sidebar's: the selected row of the list begins with a bar of its own.
      allocate(sidebarDivision, before: span.end - 1)
    }
  }

  private func allocate(_ division: PaneDivision, before place: Int) {
    allocate(
      division.widget,
      PaneArrangement.Span(start: place - PaneDivision.widthBeforeLine, width: PaneDivision.width))
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
    // A sidebar at the side is under its line, and one over the other panes is over all.
    let lines = [sidebarDivision.widget, division.widget]
    let order =
      arrangement.sidebarIsOver
      ? [list, article] + lines + [scrim, sidebar] : [list, article, sidebar] + lines + [scrim]
    for child in order where gtk_widget_get_child_visible(child) != 0 {
      var origin = graphene_point_t(x: shift(of: child), y: 0)
      gtk_snapshot_save(snapshot)
      gtk_snapshot_translate(snapshot, &origin)
      let dims = child == scrim ? overlaySlide : nil
      if let dims { gtk_snapshot_push_opacity(snapshot, dims.progress) }
      gtk_widget_snapshot_child(widget, child, snapshot)
      if dims != nil { gtk_snapshot_pop(snapshot) }
      gtk_snapshot_restore(snapshot)
    }
  }

  /// How far a pane is painted from its place, in logical pixels.
  private func shift(of child: WidgetPointer) -> Float {
    var shift = 0.0
    if let slide, child == list || child == article {
      // The article is after the list: both move by the window's width.
      let part = front == .article ? 1 - slide.progress : slide.progress
      shift = Double(width) * (child == list ? part - 1 : part)
    } else if let overlaySlide, child == sidebar, let span = arrangement.sidebar {
      shift = Double(span.width) * (overlaySlide.progress - 1)
    }
    let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    return Float(isRightToLeft ? -shift.rounded() : shift.rounded())
  }

  func environmentChanged() { gtk_widget_queue_resize(widget) }

  func dispose() {
    for child in children where gtk_widget_get_parent(child) == widget { gtk_widget_unparent(child) }
  }
}
