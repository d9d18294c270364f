import CGtk
import GtkInterop
import Search

/// The bar above the list in which one types what to search for. Made when it is first opened: its icons would take a
/// part of the time to the first frame.
final class SearchBar {
  /// Empty until the bar is opened.
  let widget: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  /// Called at each change of the text.
  var onSearch: (String) -> Void = { _ in }
  /// Called when the reader goes on to the results, with the keyboard.
  var onLeave: () -> Void = {}
  /// Called when the bar was closed.
  var onClose: () -> Void = {}
  /// The bar, once it was opened.
  private var bar: WidgetPointer?
  private lazy var entry: WidgetPointer = gtk_search_entry_new()
  private lazy var status: WidgetPointer = gtk_label_new(nil)
  /// What was not understood.
  private lazy var note: WidgetPointer = gtk_label_new(nil)

  private func make() -> WidgetPointer {
    let bar = gtk_search_bar_new()!
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3)!
    let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9)!
    gtk_widget_set_hexpand(entry, 1)
    gtk_search_entry_set_search_delay(entry.opaque, 0)
    gtk_widget_set_tooltip_text(
      entry,
      "Words, \"phrases\", title: author: tag: is:unread is:starred before:2024-05 after:2024, -without")
    ObjectProperty.set("placeholder-text", of: entry, to: "Search in titles, texts, authors and tags")
    Accessible.setLabel("Search Entries", of: entry)
    gtk_widget_add_css_class(status, "numeric")
    gtk_widget_add_css_class(status, "dim-label")
    for child in [entry, status] { gtk_box_append(row.cast(), child) }
    gtk_label_set_xalign(note.opaque, 0)
    gtk_label_set_wrap(note.opaque, 1)
    gtk_widget_add_css_class(note, "caption")
    gtk_widget_add_css_class(note, "dim-label")
    gtk_widget_set_visible(note, 0)
    for child in [row, note] { gtk_box_append(box.cast(), child) }
    gtk_widget_set_hexpand(box, 1)
    gtk_search_bar_set_child(bar.opaque, box)
    gtk_search_bar_set_show_close_button(bar.opaque, 1)
    gtk_search_bar_connect_entry(bar.opaque, entry.opaque)
    Accessible.nameCloseButton("Close the Search", inside: bar)
    gtk_box_append(widget.cast(), bar)
    connect(bar)
    return bar
  }

  private func connect(_ bar: WidgetPointer) {
    Signal.connect(entry, "search-changed") { [weak self] in
      guard let self, self.isOpen else { return }
      self.onSearch(self.text)
    }
    Signal.connect(entry, "activate") { [weak self] in self?.onLeave() }
    let keys = gtk_event_controller_key_new()!
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    Signal.connect(keys, "key-pressed") { [weak self] arguments in
      guard [GDK_KEY_Down, GDK_KEY_KP_Down, GDK_KEY_Page_Down].contains(Int32(arguments.uint(0))) else {
        return .unhandled
      }
      self?.onLeave()
      return .handled
    }
    gtk_widget_add_controller(entry, keys)
    Signal.connect(bar, "notify::search-mode-enabled") { [weak self] in
      if let self, !self.isOpen { self.onClose() }
    }
  }

  var isOpen: Bool { bar.map { gtk_search_bar_get_search_mode($0.opaque) != 0 } ?? false }

  /// What is typed.
  var text: String {
    get { String(cString: gtk_editable_get_text(entry.opaque)) }
    set { gtk_editable_set_text(entry.opaque, newValue) }
  }

  /// Opens the bar, if it is closed, and gives it the focus, its text selected.
  func open() {
    let bar = bar ?? make()
    self.bar = bar
    gtk_search_bar_set_search_mode(bar.opaque, 1)
    gtk_widget_grab_focus(entry)
    gtk_editable_select_region(entry.opaque, 0, -1)
  }

  func close() {
    if let bar { gtk_search_bar_set_search_mode(bar.opaque, 0) }
  }

  /// Shows how many entries were found, and what was not understood.
  func show(_ search: EntrySearch) {
    guard bar != nil else { return }
    let text = Self.status(of: search)
    gtk_label_set_text(status.opaque, text)
    let notes = search.query?.notes.map(\.description).joined(separator: "\n") ?? ""
    gtk_label_set_text(note.opaque, notes)
    gtk_widget_set_visible(note, notes.isEmpty ? 0 : 1)
    // What is seen beside the entry, for assistive tools.
    let description = [text, notes].filter { !$0.isEmpty }.joined(separator: ". ")
    Accessible.setDescription(description.isEmpty ? nil : description, of: entry)
  }

  /// "3 found".
  static func status(of search: EntrySearch) -> String {
    guard search.query != nil else { return "" }
    guard let count = search.foundCount else { return "Searching…" }
    return count == 0 ? "Nothing found" : "\(EntryCount.grouped(count)) found"
  }
}
