import CGtk
import FeedViewerBase
import GtkInterop

/// The widgets of one feed in the sidebar. GtkListView makes as many as fit, and uses them again for other feeds.
final class FeedSidebarRow {
  /// The space between the parts, in logical pixels.
  private static let spacing: Int32 = 6

  let widget: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, spacing)
  /// The file that it shows; nil for the row of all feeds.
  private(set) var path: FilePath?
  /// Called by the close button.
  var onClose: (FilePath) -> Void = { _ in }
  /// Called when the row was clicked.
  var onClick: () -> Void = {}
  /// Called when the menu is asked for, at a point of the widget.
  var onMenu: (_ path: FilePath, _ x: Double, _ y: Double) -> Void = { _, _, _ in }
  /// Called when the row begins to be dragged, and at the end with nil.
  var onDrag: (FilePath?) -> Void = { _ in }
  /// Called when something is dropped on the row's upper or lower half.
  ///
  /// - Returns: Whether it was a feed.
  var onDrop: (_ isBelow: Bool) -> Bool = { _ in false }
  private let title: WidgetPointer = gtk_label_new(nil)
  private let count: WidgetPointer = gtk_label_new(nil)
  private let button: WidgetPointer = gtk_button_new_from_icon_name("window-close-symbolic")
  private let source: OpaquePointer = gtk_drag_source_new()

  init() {
    gtk_widget_add_css_class(widget, "feed-row")
    gtk_label_set_ellipsize(title.opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_xalign(title.opaque, 0)
    gtk_widget_set_hexpand(title, 1)
    gtk_widget_add_css_class(count, "numeric")
    gtk_widget_add_css_class(count, "dim-label")
    gtk_widget_add_css_class(button, "flat")
    gtk_widget_add_css_class(button, "circular")
    gtk_widget_set_tooltip_text(button, localized("Close Feed"))
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    // Keys close the feed of the row; the button is not another stop of Tab.
    gtk_widget_set_focusable(button, 0)
    for child in [title, count, button] { gtk_box_append(widget.cast(), child) }
    Signal.connect(button, "clicked") { [weak self] in
      if let self, let path = self.path { self.onClose(path) }
    }
    addPointer()
    addDragging()
  }

  /// - Parameters:
  ///   - feed: What is shown; nil for all feeds.
  ///   - all: The unread entries of all feeds.
  func show(_ feed: FeedItem?, ofAll all: UnreadCount) {
    let isMoved = feed?.path != path
    path = feed?.path
    gtk_label_set_text(title.opaque, feed?.title ?? localized("All Feeds"))
    let unread = feed?.unread ?? all
    gtk_label_set_text(count.opaque, feed?.note ?? unread.label)
    // Rows of several files keep the room of the button, so that the counts are one below the other.
    let hasButton = feed.map { $0.kind != .missingFiles } ?? false
    gtk_widget_set_opacity(button, hasButton ? 1 : 0)
    gtk_widget_set_sensitive(button, hasButton ? 1 : 0)
    Accessible.setHidden(!hasButton, of: button)
    gtk_widget_set_tooltip_text(widget, feed?.tooltip)
    Accessible.setLabel(localized("Close “\(feed?.title ?? "")”"), of: button)
    for (name, isOn) in [("unread", unread.unread > 0), ("failed", feed?.isFailed == true)] {
      if isOn { gtk_widget_add_css_class(widget, name) } else { gtk_widget_remove_css_class(widget, name) }
    }
    if isMoved || feed == nil { setDragContent(feed) }
    // Assistive tools know the row by the widget that GtkListView puts around it.
    guard let row = gtk_widget_get_parent(widget) else { return }
    Accessible.setLabel(feed?.accessibleName ?? Self.accessibleName(ofAll: all), of: row)
  }

  private static func accessibleName(ofAll all: UnreadCount) -> String {
    guard all.unread > 0 else { return localized("All Feeds") }
    guard all.isExact else { return ListText.joined([localized("All Feeds"), all.text]) }
    return localized(
      "All Feeds, \(grouped: all.unread) unread", plural: "All Feeds, \(grouped: all.unread) unread",
      count: all.unread)
  }

  private func addPointer() {
    let click = gtk_gesture_click_new()!
    Signal.connect(click, "released") { [weak self] _ in
      self?.onClick()
      return .unhandled
    }
    gtk_widget_add_controller(widget, click)
    let secondary = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(secondary, guint(GDK_BUTTON_SECONDARY))
    Signal.connect(secondary, "pressed") { [weak self] arguments in
      if let self, let path = self.path { self.onMenu(path, arguments.double(1), arguments.double(2)) }
      return .unhandled
    }
    gtk_widget_add_controller(widget, secondary)
    let press = gtk_gesture_long_press_new()!
    gtk_gesture_single_set_touch_only(press, 1)
    Signal.connect(press, "pressed") { [weak self] arguments in
      if let self, let path = self.path { self.onMenu(path, arguments.double(0), arguments.double(1)) }
      return .unhandled
    }
    gtk_widget_add_controller(widget, press)
  }

  private func addDragging() {
    gtk_drag_source_set_actions(source, GDK_ACTION_COPY)
    Signal.connect(source, "drag-begin") { [weak self] _ in
      guard let self else { return .unhandled }
      self.onDrag(self.path)
      GObjectReference(adopting: gtk_widget_paintable_new(self.widget)!).use {
        gtk_drag_source_set_icon(self.source, $0, 0, 0)
      }
      return .unhandled
    }
    Signal.connect(source, "drag-end") { [weak self] _ in
      self?.onDrag(nil)
      return .unhandled
    }
    gtk_widget_add_controller(widget, source)
    let target = gtk_drop_target_new(cgtk_type_string(), GDK_ACTION_COPY)!
    Signal.connect(target, "drop") { [weak self] arguments in
      guard let self else { return .unhandled }
      let isBelow = arguments.double(2) > Double(gtk_widget_get_height(self.widget)) / 2
      return self.onDrop(isBelow) ? .handled : .unhandled
    }
    gtk_widget_add_controller(widget, target)
  }

  /// A row that is dragged out of the window gives the path of its file.
  private func setDragContent(_ feed: FeedItem?) {
    guard let path, feed?.kind != .missingFiles else { return gtk_drag_source_set_content(source, nil) }
    var value = GValue()
    g_value_init(&value, cgtk_type_string())
    g_value_set_string(&value, path.display)
    defer { g_value_unset(&value) }
    GObjectReference(adopting: gdk_content_provider_new_for_value(&value)!).use {
      gtk_drag_source_set_content(source, $0.cast())
    }
  }
}
