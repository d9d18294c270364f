import CGtk
import FeedViewerBase
import FeedViewerFeeds
import FeedViewerRows
import GtkInterop

/// A window with an entry as plain text, for assistive tools, which read all of it by character, word and line, and for copying.
///
/// A long entry is shown in parts: the text widget keeps what it shows several times.
final class PlainTextWindow {
  /// In bytes.
  private nonisolated static let partSize = 1_000_000
  private static let size = (width: 640, height: 640)
  private static let margin: Int32 = 18

  private let parts: [Substring]
  private var shown = 0
  private let view: WidgetPointer = gtk_text_view_new()
  /// Shown if there are several parts.
  private lazy var label: WidgetPointer = gtk_label_new(nil)
  private lazy var previous = makeButton("go-previous-symbolic", localized("Previous Part"), distance: -1)
  private lazy var next = makeButton("go-next-symbolic", localized("Next Part"), distance: 1)

  private init(_ parts: [Substring]) { self.parts = parts }

  /// Opens the window as soon as the text of the entry is read.
  static func open(_ row: FeedRow, over window: ViewerWindow) -> Task<Void, Never> {
    Task { [weak window] in
      let parts = await Self.parts(of: row)
      guard !Task.isCancelled, let window else { return }
      let dialog = PlainTextWindow(parts)
      let title = row.title.isEmpty ? localized("Entry") : UntrustedText.line(row.title)
      let presented = DialogWindow.present(
        dialog.makeContent(named: title), title: title, width: size.width, height: size.height,
        over: window.pointer)
      // The keys that have opened the window close it.
      DialogWindow.addClosing(Shortcut.keys(of: .readAsText), to: presented.cast())
      gtk_widget_grab_focus(dialog.view)
    }
  }

  /// The parts of the entry's text. Off the main thread, which a long text would hold up.
  @concurrent private nonisolated static func parts(of row: FeedRow) async -> [Substring] {
    let content = await ArticleContent.whole(row, await ArticleLoader.entry(of: row), columnWidth: 1)
    return parts(of: content.document.plainText, size: partSize)
  }

  /// Divides a text at line feeds.
  ///
  /// - Parameter size: The most bytes of a part.
  nonisolated static func parts(of text: String, size: Int) -> [Substring] {
    var parts: [Substring] = []
    var rest = text[...]
    while rest.utf8.count > size {
      let limit = rest.utf8.index(rest.startIndex, offsetBy: size)
      let feed = rest.utf8[..<limit].lastIndex(of: UInt8(ascii: "\n"))
      var end = feed.map { rest.utf8.index(after: $0) } ?? limit
      // Not within a character.
      while rest.utf8[end] & 0xC0 == 0x80 { rest.utf8.formIndex(before: &end) }
      parts.append(rest[..<end])
      rest = rest[end...]
    }
    return parts + [rest]
  }

  private func makeContent(named title: String) -> WidgetPointer {
    gtk_text_view_set_editable(view.cast(), 0)
    gtk_text_view_set_wrap_mode(view.cast(), GTK_WRAP_WORD_CHAR)
    for set in [
      gtk_text_view_set_left_margin, gtk_text_view_set_right_margin, gtk_text_view_set_top_margin,
      gtk_text_view_set_bottom_margin,
    ] { set(view.cast(), Self.margin) }
    Accessible.setLabel(title, of: view)
    let scroller = AccessibleContainer.makeScrolledWindow()
    gtk_scrolled_window_set_child(scroller.opaque, view)
    gtk_widget_set_vexpand(scroller, 1)
    let content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_box_append(content.cast(), scroller)
    if parts.count > 1 {
      let bar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
      gtk_widget_add_css_class(bar, "parts")
      gtk_widget_set_halign(bar, GTK_ALIGN_CENTER)
      gtk_widget_add_css_class(label, "numeric")
      for widget in [previous, label, next] { gtk_box_append(bar.cast(), widget) }
      gtk_box_append(content.cast(), bar)
    }
    show(0)
    return content
  }

  /// The button's signal keeps this object as long as the window lives.
  private func makeButton(_ icon: String, _ name: String, distance: Int) -> WidgetPointer {
    let button = gtk_button_new_from_icon_name(icon)!
    gtk_widget_set_tooltip_text(button, name)
    Accessible.setLabel(name, of: button)
    Signal.connect(button, "clicked") { self.show(self.shown + distance) }
    return button
  }

  private func show(_ part: Int) {
    shown = part
    let text = String(parts[part])
    let buffer = gtk_text_view_get_buffer(view.cast())
    gtk_text_buffer_set_text(buffer, text, gint(text.utf8.count))
    var start = GtkTextIter()
    gtk_text_buffer_get_start_iter(buffer, &start)
    gtk_text_buffer_place_cursor(buffer, &start)
    gtk_text_view_scroll_to_iter(view.cast(), &start, 0, 0, 0, 0)
    guard parts.count > 1 else { return }
    gtk_label_set_text(label.opaque, localized("Part \(grouped: part + 1) of \(grouped: parts.count)"))
    gtk_widget_set_sensitive(previous, part > 0 ? 1 : 0)
    gtk_widget_set_sensitive(next, part + 1 < parts.count ? 1 : 0)
  }
}
