import CGtk
import FeedViewerBase
import FeedViewerRows
import GtkInterop

/// The widgets of one item of the sidebar. GtkListView makes as many as fit, and uses them again for other items.
final class SidebarRow {
  /// Shorter waits have no spinner; in milliseconds.
  private static let spinnerDelay: UInt32 = 300
  /// Items in more others are no further from the start.
  private static let levelLimit = 3

  let widget: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
  /// Nil while the row is not in use.
  private(set) var item: SidebarItem?
  private weak var sidebar: Sidebar?
  private let icon: WidgetPointer = gtk_image_new()
  private let name = SidebarRow.label("name")
  private let detail = SidebarRow.label("second")
  private let sign: WidgetPointer = gtk_image_new()
  private let count: WidgetPointer = gtk_label_new(nil)
  private var spinner: WidgetPointer?
  private var spinnerTimer: TimeoutSource?
  private let source: OpaquePointer = gtk_drag_source_new()

  init(of sidebar: Sidebar) {
    self.sidebar = sidebar
    gtk_widget_add_css_class(widget, "feed-row")
    gtk_widget_add_css_class(icon, "kind")
    gtk_widget_add_css_class(sign, "problem")
    gtk_widget_add_css_class(count, "count")
    let names: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_widget_set_hexpand(names, 1)
    gtk_widget_set_valign(names, GTK_ALIGN_CENTER)
    for label in [name, detail] { gtk_box_append(names.cast(), label) }
    for child in [icon, names, sign, count] { gtk_box_append(widget.cast(), child) }
    // The row's name tells what they mean.
    for image in [icon, sign] { Accessible.setHidden(true, of: image) }
    addPointer()
    addDragging()
  }

  private static func label(_ name: String) -> WidgetPointer {
    let label = gtk_label_new(nil)!
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_widget_add_css_class(label, name)
    return label
  }

  func show(_ new: SidebarItem) {
    guard new != item else { return }
    let old = item
    item = new
    let isHeading = new.id == .heading
    let arrow = new.isExpanded.map { $0 ? "pan-down-symbolic" : "pan-end-symbolic" }
    gtk_image_set_from_icon_name(icon.opaque, arrow ?? new.icon)
    gtk_widget_set_visible(icon, new.icon == nil ? 0 : 1)
    for level in 1...Self.levelLimit {
      set("level-\(level)", level == min(new.level, Self.levelLimit), of: widget)
    }
    gtk_label_set_text(name.opaque, new.name)
    show(new.detail ?? "", in: detail)
    show(new.count, in: count)
    gtk_widget_set_tooltip_text(widget, new.tooltip)
    set("feed-heading", isHeading, of: name)
    set("failed", new.status == .failed, of: widget)
    set("closed", new.status == .closed, of: widget)
    if old?.id != new.id || old?.status != new.status { show(new.status) }
    if old?.path != new.path || old?.isMovable != new.isMovable {
      setDragContent(new.isMovable ? new.path : nil)
    }
    // Assistive tools and the style know the row by the widget that GtkListView puts around it.
    guard let row = gtk_widget_get_parent(widget) else { return }
    set("heading", isHeading, of: row)
    Accessible.setLabel(new.accessibleName, of: row)
    Accessible.setDescription(new.tooltip, of: row)
    Accessible.setBusy(new.status == .loading, of: row)
    Accessible.setExpanded(new.isExpanded, of: row)
  }

  /// The row is not in use any more.
  func clear() {
    item = nil
    endSpinner()
    showDropLine(nil)
  }

  /// Where a dragged item would be dropped.
  enum DropLine: String, CaseIterable {
    case above = "drop-above"
    case below = "drop-below"
  }

  func showDropLine(_ line: DropLine?) {
    guard let row = gtk_widget_get_parent(widget) else { return }
    for each in DropLine.allCases { set(each.rawValue, each == line, of: row) }
  }

  private func show(_ text: String, in label: WidgetPointer) {
    gtk_label_set_text(label.opaque, text)
    gtk_widget_set_visible(label, text.isEmpty ? 0 : 1)
  }

  private func set(_ name: String, _ isOn: Bool, of widget: WidgetPointer) {
    if isOn { gtk_widget_add_css_class(widget, name) } else { gtk_widget_remove_css_class(widget, name) }
  }

  private func show(_ status: SidebarItem.Status) {
    let icon: String? =
      switch status {
      case .ready, .loading, .closed: nil
      case .failed, .outdated: "dialog-warning-symbolic"
      case .remarked: "help-about-symbolic"
      }
    gtk_image_set_from_icon_name(sign.opaque, icon)
    gtk_widget_set_visible(sign, icon == nil ? 0 : 1)
    set("remark", status == .remarked, of: sign)
    endSpinner()
    guard status == .loading else { return }
    spinnerTimer = TimeoutSource(milliseconds: Self.spinnerDelay) { [weak self] in
      self?.beginSpinner()
      return .done
    }
  }

  private func beginSpinner() {
    let spinner: WidgetPointer = gtk_spinner_new()
    Accessible.setHidden(true, of: spinner)
    gtk_spinner_start(spinner.opaque)
    gtk_box_insert_child_after(widget.cast(), spinner, sign)
    self.spinner = spinner
  }

  private func endSpinner() {
    spinnerTimer = nil
    if let spinner { gtk_box_remove(widget.cast(), spinner) }
    spinner = nil
  }

  private func addPointer() {
    let click = gtk_gesture_click_new()!
    Signal.connect(click, "released") { [weak self] in
      if let item = self?.item, item.id != .heading { self?.sidebar?.clicked(item) }
    }
    gtk_widget_add_controller(widget, click)
    let arrow = gtk_gesture_click_new()!
    Signal.connect(arrow, "pressed") { [weak self] _ in
      guard let item = self?.item, item.isExpanded != nil else { return .unhandled }
      // The row is not selected by that.
      gtk_gesture_set_state(arrow, GTK_EVENT_SEQUENCE_CLAIMED)
      self?.sidebar?.toggleExpanded(item)
      return .unhandled
    }
    gtk_widget_add_controller(icon, arrow)
    let middle = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(middle, guint(GDK_BUTTON_MIDDLE))
    Signal.connect(middle, "released") { [weak self] in
      if let item = self?.item, item.path != nil { self?.sidebar?.act(.close(item.id)) }
    }
    gtk_widget_add_controller(widget, middle)
    let secondary = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(secondary, guint(GDK_BUTTON_SECONDARY))
    Signal.connect(secondary, "pressed") { [weak self] arguments in
      if let self { self.sidebar?.popUpMenu(of: self, x: arguments.double(1), y: arguments.double(2)) }
      return .unhandled
    }
    gtk_widget_add_controller(widget, secondary)
    let press = gtk_gesture_long_press_new()!
    gtk_gesture_single_set_touch_only(press, 1)
    Signal.connect(press, "pressed") { [weak self] arguments in
      if let self { self.sidebar?.popUpMenu(of: self, x: arguments.double(0), y: arguments.double(1)) }
      return .unhandled
    }
    gtk_widget_add_controller(widget, press)
  }

  private func addDragging() {
    gtk_drag_source_set_actions(source, GDK_ACTION_COPY)
    Signal.connect(source, "drag-begin") { [weak self] _ in
      guard let self else { return .unhandled }
      self.sidebar?.reordering.dragged = self.item?.path
      GObjectReference(adopting: gtk_widget_paintable_new(self.widget)!).use {
        gtk_drag_source_set_icon(self.source, $0, 0, 0)
      }
      return .unhandled
    }
    Signal.connect(source, "drag-end") { [weak self] in self?.sidebar?.dragEnded() }
    gtk_widget_add_controller(widget, source)
  }

  /// A row that is dragged out of the window gives its file, and its path as text.
  private func setDragContent(_ path: FilePath?) {
    guard let path, let uri = path.uri else { return gtk_drag_source_set_content(source, nil) }
    LazyContent(addresses: [uri], text: { path.display }, html: { ArticleHTML.escaped(path.display) })
      .makeProvider().use { gtk_drag_source_set_content(source, $0) }
  }
}
