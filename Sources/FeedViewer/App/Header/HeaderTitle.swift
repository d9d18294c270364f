import CGtk
import GtkInterop

/// A title and a subtitle in the middle of a header bar. The longest subtitle is seen that has room.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
final class HeaderTitle {
  private static let widgetClass = CustomWidgetClass(
    name: "FeedViewerTitle", cssName: "windowtitle", role: GTK_ACCESSIBLE_ROLE_GROUP)

  private let reference = HeaderTitle.widgetClass.make()
  private let lines = TitleLines()
  private let leastWidth: Int

  /// - Parameter leastWidth: A title that is longer than the room for it is not shown in less room than this, in logical
  ///   pixels: it would be an ellipsis after a few letters.
  init(leastWidth: Int) {
    self.leastWidth = leastWidth
    gtk_widget_set_parent(lines.widget, widget)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    CustomWidgetClass.setDelegate(self, of: widget)
  }

  isolated deinit { dispose() }

  var widget: WidgetPointer { reference.pointer }

  /// Whether the first subtitle is left out if there are shorter ones, because the window is narrow.
  var isShort = false {
    didSet { if isShort != oldValue { gtk_widget_queue_resize(widget) } }
  }

  func show(_ text: TitleText) {
    lines.show(text)
    // Other texts have other widths.
    gtk_widget_queue_allocate(widget)
  }

  /// What is shown where there is room.
  var text: TitleText { lines.text }

  /// The title, as far as it can be seen.
  var shownTitle: String? { isShown ? text.title : nil }

  /// The subtitle, as far as it can be seen.
  var shownSubtitle: String? { isShown ? lines.shownSubtitle : nil }

  private var isShown: Bool {
    gtk_widget_get_child_visible(lines.widget) != 0 && !text.title.isEmpty
  }
}

extension HeaderTitle: @MainActor CustomWidgetDelegate {
  func measure(_ orientation: GtkOrientation, forSize: Int) -> (minimum: Int, natural: Int) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(lines.widget, orientation, -1, &minimum, &natural, nil, nil)
    return orientation == GTK_ORIENTATION_VERTICAL ? (Int(minimum), Int(natural)) : (0, Int(natural))
  }

  func allocate(width: Int, height: Int) {
    let isShown = !lines.text.title.isEmpty && width >= min(lines.titleWidth, leastWidth)
    ChildVisibility.set(isShown, of: lines.widget)
    Accessible.setHidden(!isShown, of: lines.widget)
    guard isShown else { return }
    lines.fit(width, isShort: isShort)
    // A title alone is in the middle.
    let y = lines.shownSubtitle.isEmpty ? lines.subtitleHeight / 2 : 0
    var frame = GtkAllocation(x: 0, y: Int32(y), width: Int32(width), height: Int32(height))
    gtk_widget_size_allocate(lines.widget, &frame, -1)
  }

  func snapshot(_ snapshot: OpaquePointer) {
    if gtk_widget_get_child_visible(lines.widget) != 0 {
      gtk_widget_snapshot_child(widget, lines.widget, snapshot)
    }
  }

  func environmentChanged() { gtk_widget_queue_resize(widget) }

  func dispose() {
    if gtk_widget_get_parent(lines.widget) == widget { gtk_widget_unparent(lines.widget) }
  }
}

/// A title and the subtitles below it, of which one is seen.
private final class TitleLines {
  let widget: WidgetPointer = gtk_grid_new()
  private(set) var text = TitleText(title: "", subtitle: "")
  private let title: WidgetPointer
  /// The subtitle and the shorter ones, in one place. Which of them is seen changes while the header bar is laid out, when
  /// labels can't be given other texts.
  private let subtitles: [WidgetPointer]
  /// The number of the subtitle that is seen.
  private var shown = 0

  init() {
    title = Self.line("title")
    subtitles = (0...TitleText.shorterCount).map { _ in Self.line("subtitle") }
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    gtk_grid_attach(widget.cast(), title, 0, 0, 1, 1)
    for label in subtitles { gtk_grid_attach(widget.cast(), label, 0, 1, 1, 1) }
  }

  /// The width of the whole title, in logical pixels.
  var titleWidth: Int { Self.naturalWidth(of: title) }

  /// The height of the place of the subtitle, in logical pixels; 0 if there is none in any room.
  var subtitleHeight: Int {
    let heights = subtitles.filter { gtk_widget_get_visible($0) != 0 }.map { label in
      var natural: Int32 = 0
      gtk_widget_measure(label, GTK_ORIENTATION_VERTICAL, -1, nil, &natural, nil, nil)
      return Int(natural)
    }
    return heights.max() ?? 0
  }

  /// The subtitle as it is seen.
  var shownSubtitle: String { text.subtitles[shown] }

  func show(_ text: TitleText) {
    guard text != self.text else { return }
    self.text = text
    shown = 0
    gtk_label_set_text(title.opaque, text.title)
    for (number, label) in subtitles.enumerated() {
      let line = number < text.subtitles.count ? text.subtitles[number] : ""
      gtk_label_set_text(label.opaque, line)
      gtk_widget_set_visible(label, line.isEmpty ? 0 : 1)
    }
  }

  /// Shows the longest subtitle that has room, or else the shortest one.
  ///
  /// - Parameter isShort: Whether the first one is left out if there is a shorter one that is not empty.
  func fit(_ width: Int, isShort: Bool) {
    let last = text.subtitles.count - 1
    shown =
      ((isShort && last > 1 ? 1 : 0)..<last).first { Self.naturalWidth(of: subtitles[$0]) <= width } ?? last
    for (number, label) in subtitles.enumerated() {
      ChildVisibility.set(number == shown, of: label)
      Accessible.setHidden(number != shown, of: label)
    }
  }

  private static func naturalWidth(of widget: WidgetPointer) -> Int {
    var natural: Int32 = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
    return Int(natural)
  }

  private static func line(_ name: String) -> WidgetPointer {
    let label = gtk_label_new(nil)!
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_set_hexpand(label, 1)
    gtk_widget_add_css_class(label, name)
    return label
  }
}
