import CGtk
import FeedViewerBase
import GtkInterop

/// The window that lists all keyboard shortcuts, and finds them by what they do and by their keys.
///
/// GTK's own shortcuts window is wider than a narrow screen, and newer versions of GTK advise against it.
final class ShortcutsDialog {
  private static let size = (width: 480, height: 620)
  private static let margin: Int32 = 12

  /// What is found, and the text that is searched for it.
  private struct Row {
    let widget: WidgetPointer
    let text: FoldedText
  }

  private struct Group {
    let widget: WidgetPointer
    let rows: [Row]
  }

  private let entry = gtk_search_entry_new()!
  private let notice = WrappingLabel.make(localized("No Results Found"))
  private var groups: [Group] = []

  static func present(over parent: UnsafeMutablePointer<GtkWindow>) {
    let dialog = ShortcutsDialog()
    let window = DialogWindow.present(
      dialog.makeContent(), title: Menu.plainTitle(localized("_Keyboard Shortcuts")), width: size.width,
      height: size.height, over: parent)
    dialog.addKeys(to: window)
  }

  private func makeContent() -> WidgetPointer {
    let content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    Self.setMargins(of: entry, Self.margin)
    let words = localized("Search shortcuts")
    ObjectProperty.set("placeholder-text", of: entry, to: words)
    Accessible.setLabel(words, of: entry)
    gtk_box_append(content.cast(), entry)

    gtk_widget_add_css_class(notice, "dim-label")
    gtk_label_set_xalign(notice.opaque, 0.5)
    Self.setMargins(of: notice, Self.margin)
    gtk_widget_set_visible(notice, 0)
    groups = Shortcut.groups.map { group in
      let rows = group.shortcuts.map { makeRow($0.title, KeyCaps.names(of: $0.shownKeys), of: group.title) }
      return Group(widget: BoxedList.makeGroup(group.title, rows.map(\.widget)), rows: rows)
    }
    gtk_box_append(content.cast(), BoxedList.makePage([notice] + groups.map(\.widget)))
    return content
  }

  /// - Parameter ways: The keys that are pressed together, for each of several ways.
  private func makeRow(_ title: String, _ ways: [[String]], of group: String) -> Row {
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
    let label = WrappingLabel.make(title)
    gtk_widget_set_hexpand(label, 1)
    gtk_box_append(box.cast(), label)
    let keys = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)!
    gtk_widget_set_halign(keys, GTK_ALIGN_END)
    gtk_widget_set_valign(keys, GTK_ALIGN_CENTER)
    for way in ways { gtk_box_append(keys.cast(), makeCaps(way)) }
    gtk_box_append(box.cast(), keys)

    let row = gtk_list_box_row_new()!
    let spoken = ways.map { $0.joined(separator: "+") }
    Accessible.setLabel(ListText.joined([title] + spoken), of: row)
    gtk_list_box_row_set_child(row.cast(), box)
    gtk_list_box_row_set_activatable(row.cast(), 0)
    return Row(widget: row, text: FoldedText(([title, group] + spoken).joined(separator: "\n")))
  }

  /// The keys side by side, from left to right in every language, as in menus.
  private func makeCaps(_ names: [String]) -> WidgetPointer {
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4)!
    gtk_widget_set_direction(box, GTK_TEXT_DIR_LTR)
    let isMirrored = gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL
    gtk_widget_set_halign(box, isMirrored ? GTK_ALIGN_START : GTK_ALIGN_END)
    for name in names {
      let label = gtk_label_new(name)!
      if name != KeyCaps.ellipsis { gtk_widget_add_css_class(label, "key") }
      gtk_box_append(box.cast(), label)
    }
    return box
  }

  private static func setMargins(of widget: WidgetPointer, _ margin: Int32) {
    gtk_widget_set_margin_start(widget, margin)
    gtk_widget_set_margin_end(widget, margin)
    gtk_widget_set_margin_top(widget, margin)
    gtk_widget_set_margin_bottom(widget, margin)
  }

  // MARK: Searching

  /// The window's signals keep this object as long as the window lives.
  private func addKeys(to window: UnsafeMutablePointer<GtkWindow>) {
    gtk_search_entry_set_search_delay(entry.opaque, 0)
    // Letters that are typed anywhere in the window are searched for.
    gtk_search_entry_set_key_capture_widget(entry.opaque, window.cast())
    Signal.connect(entry, "search-changed") { self.search() }
    Signal.connect(entry, "stop-search") {
      if String(cString: gtk_editable_get_text(self.entry.opaque)).isEmpty {
        gtk_window_close(window)
      } else {
        gtk_editable_set_text(self.entry.opaque, "")
      }
    }
    // The keys that have opened the window close it.
    DialogWindow.addClosing(Shortcut.keys(of: .shortcuts), to: window.cast())
    gtk_widget_grab_focus(entry)
  }

  private func search() {
    let words = String(cString: gtk_editable_get_text(entry.opaque)).split(whereSeparator: \.isWhitespace)
      .map { FoldedText(String($0)) }
    var hasFound = false
    for group in groups {
      let found = group.rows.filter { row in words.allSatisfy(row.text.contains) }
      let shown = Set(found.map(\.widget))
      for row in group.rows { gtk_widget_set_visible(row.widget, shown.contains(row.widget) ? 1 : 0) }
      gtk_widget_set_visible(group.widget, found.isEmpty ? 0 : 1)
      if !found.isEmpty { hasFound = true }
    }
    gtk_widget_set_visible(notice, hasFound ? 0 : 1)
  }
}
