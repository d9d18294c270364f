import CGtk
import FeedViewerBase
import GtkInterop

/// The titles in the header bar: what the list shows, and what the article beside it is, each over its pane.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
final class WindowTitle {
  private static let widgetClass = CustomWidgetClass(
    name: "FeedViewerTitle", cssName: "windowtitle", role: GTK_ACCESSIBLE_ROLE_GROUP)
  /// Takes all the room between the buttons of the header bar, which gives it no more than there is.
  private static let naturalWidth = 10_000
  /// The space at both ends of a title, in logical pixels.
  private static let margin = 6
  /// A title in less room than this would be an ellipsis after a few letters, and is not shown; in logical pixels.
  private static let leastWidth = 56

  /// The places of the list and the article in a window of some width, along the direction of the text. One of them is
  /// nil in a window that shows the other alone.
  var spans: (_ width: Int) -> (list: PaneArrangement.Span?, article: PaneArrangement.Span?) = { width in
    (PaneArrangement.Span(start: 0, width: width), nil)
  }

  private let reference = WindowTitle.widgetClass.make()
  private let list = TitleLines()
  private let article = TitleLines()

  init() {
    for lines in [list, article] { gtk_widget_set_parent(lines.widget, widget) }
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    CustomWidgetClass.setDelegate(self, of: widget)
  }

  isolated deinit { dispose() }

  var widget: WidgetPointer { reference.pointer }

  /// - Parameters:
  ///   - list: What the list shows.
  ///   - article: What the article is; empty if its page tells it.
  func show(list: TitleText, article: TitleText) {
    self.list.show(list)
    self.article.show(article)
    // Other texts have other widths.
    gtk_widget_queue_allocate(widget)
  }

  /// The panes have other places.
  func panesMoved() { gtk_widget_queue_allocate(widget) }

  /// The titles that are shown, that of the list first.
  var shownTexts: [TitleText] {
    [list, article].filter { gtk_widget_get_child_visible($0.widget) != 0 }.map(\.text)
  }

  /// The subtitles below them as they are seen.
  var shownSubtitles: [String] {
    [list, article].filter { gtk_widget_get_child_visible($0.widget) != 0 }.map(\.shownSubtitle)
  }

  /// Where the titles are, in the widget's logical pixels, that of the list first; nil for those that are not shown.
  var frames: [(x: Int, width: Int)?] {
    [list, article].map { lines in
      guard gtk_widget_get_child_visible(lines.widget) != 0 else { return nil }
      var x = 0.0
      gtk_widget_translate_coordinates(lines.widget, widget, 0, 0, &x, nil)
      return (Int(x.rounded()), Int(gtk_widget_get_width(lines.widget)))
    }
  }

  /// Places a title in the middle of its pane, as far as the buttons beside it let it.
  private func place(
    _ lines: TitleLines, in pane: PaneArrangement.Span?, room: PaneArrangement.Span, height: Int
  ) {
    let start = max(room.start, pane?.start ?? 0) + Self.margin
    let width = min(room.end, pane?.end ?? 0) - Self.margin - start
    let natural = lines.naturalWidth
    let isShown = pane != nil && !lines.text.title.isEmpty && width >= min(natural, Self.leastWidth)
    gtk_widget_set_child_visible(lines.widget, isShown ? 1 : 0)
    Accessible.setHidden(!isShown, of: lines.widget)
    guard isShown, let pane else { return }
    let own = min(natural, width)
    let centered = pane.start + (pane.width - own) / 2
    let x = min(max(centered, start), start + width - own) - room.start
    let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    var frame = GtkAllocation(
      x: Int32(isRightToLeft ? room.width - x - own : x), y: 0, width: Int32(own), height: Int32(height))
    lines.fit(own)
    gtk_widget_size_allocate(lines.widget, &frame, -1)
  }
}

extension WindowTitle: @MainActor CustomWidgetDelegate {
  func measure(_ orientation: GtkOrientation, forSize: Int) -> (minimum: Int, natural: Int) {
    guard orientation == GTK_ORIENTATION_VERTICAL else { return (0, Self.naturalWidth) }
    var result = (minimum: 0, natural: 0)
    for lines in [list, article] {
      var (minimum, natural): (Int32, Int32) = (0, 0)
      gtk_widget_measure(lines.widget, orientation, -1, &minimum, &natural, nil, nil)
      result = (max(result.minimum, Int(minimum)), max(result.natural, Int(natural)))
    }
    return result
  }

  func allocate(width: Int, height: Int) {
    guard let root = gtk_widget_get_root(widget) else { return }
    let window: WidgetPointer = root.raw.cast()
    let windowWidth = Int(gtk_widget_get_width(window))
    var left = 0.0
    gtk_widget_translate_coordinates(widget, window, 0, 0, &left, nil)
    let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    let start = isRightToLeft ? windowWidth - Int(left) - width : Int(left)
    let room = PaneArrangement.Span(start: start, width: width)
    let spans = spans(windowWidth)
    place(list, in: spans.list, room: room, height: height)
    place(article, in: spans.article, room: room, height: height)
  }

  func snapshot(_ snapshot: OpaquePointer) {
    for lines in [list, article] where gtk_widget_get_child_visible(lines.widget) != 0 {
      gtk_widget_snapshot_child(widget, lines.widget, snapshot)
    }
  }

  func environmentChanged() { gtk_widget_queue_resize(widget) }

  func dispose() {
    for lines in [list, article] where gtk_widget_get_parent(lines.widget) == widget {
      gtk_widget_unparent(lines.widget)
    }
  }
}

/// A title and a subtitle below it.
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

  var naturalWidth: Int { Self.naturalWidth(of: widget) }

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
  func fit(_ width: Int) {
    let last = text.subtitles.count - 1
    shown = (0..<last).first { Self.naturalWidth(of: subtitles[$0]) <= width } ?? last
    for (number, label) in subtitles.enumerated() {
      gtk_widget_set_child_visible(label, number == shown ? 1 : 0)
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

/// The title of a library in the header bar.
struct TitleText: Equatable {
  /// The most subtitles that are shorter than the first one.
  static let shorterCount = 2

  var title: String
  /// What is shown below the title, and shorter texts for less room, each shorter than the one before it; at least one.
  let subtitles: [String]

  var subtitle: String { subtitles[0] }

  init(title: String, subtitle: String, shorter: [String] = []) {
    precondition(shorter.count <= Self.shorterCount, "There are at most two shorter subtitles.")
    self.title = title
    subtitles = [subtitle] + shorter
  }

  /// - Parameter feed: The file that is shown alone; nil if all are.
  init(of library: FeedLibrary, feed: FilePath? = nil) {
    if let feed, let index = library.index(ofFile: feed) {
      title = UntrustedText.line(library.files[index].title)
      let own = library.sections.filter { $0.path == feed }
      let count = own.reduce(0) { $0 + $1.rows.count }
      let announced = library.files[index].announced
      subtitles = Self.counts(
        in: own, known: count, expected: max(announced?.count ?? 0, count),
        isGuess: announced?.isGuess == true)
      return
    }
    let files = library.files
    let count = files.count { $0.error == nil }
    switch count {
    case 0: title = ApplicationInfo.name
    case 1: title = files.first { $0.error == nil }.map { UntrustedText.line($0.title) } ?? ""
    default: title = localized("\(grouped: count) feed", plural: "\(grouped: count) feeds", count: count)
    }
    subtitles =
      library.sections.isEmpty
      ? [""]
      : Self.counts(
        in: library.sections, known: library.entryCount, expected: library.expectedEntryCount,
        isGuess: files.contains { $0.announced?.isGuess == true })
  }

  /// The number of entries, and how many of them are unread if that is known of all: in words, and in digits alone.
  private static func counts(
    in sections: [LibrarySection], known: Int, expected: Int, isGuess: Bool
  ) -> [String] {
    if isGuess || sections.contains(where: \.isCountGuessed) {
      return [EntryCount.text(about: expected), EntryCount.short(about: expected)]
    }
    let unread =
      expected > known
      ? nil
      : sections.reduce(UnreadCount() as UnreadCount?) { sum, section in
        sum.flatMap { sum in section.unread.map { sum + $0 } }
      }
    guard let unread else { return [EntryCount.text(expected), EntryCount.grouped(expected)] }
    return [unread.text] + unread.shorterTexts
  }
}
