import ArticleRows
import CGtk
import GtkInterop

/// The bar above an article in which one types what to find.
final class FindBar {
  let widget: WidgetPointer = gtk_search_bar_new()
  /// Called at each change of the text.
  var onSearch: (String) -> Void = { _ in }
  /// Called to go to the next or the previous match.
  var onAdvance: (_ forward: Bool) -> Void = { _ in }
  /// Called when the bar was closed.
  var onClose: () -> Void = {}
  private let entry: WidgetPointer = gtk_search_entry_new()
  private let status: WidgetPointer = gtk_label_new(nil)
  private var buttons: [WidgetPointer] = []

  init() {
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)!
    gtk_widget_set_hexpand(entry, 1)
    gtk_search_entry_set_search_delay(entry.opaque, 0)
    Accessible.setLabel("Find in Article", of: entry)
    gtk_widget_add_css_class(status, "numeric")
    let linked = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
    gtk_widget_add_css_class(linked, "linked")
    buttons = [
      button("go-up-symbolic", "Previous Match", "Ctrl+Shift+G", forward: false),
      button("go-down-symbolic", "Next Match", "Ctrl+G", forward: true),
    ]
    for button in buttons { gtk_box_append(linked.cast(), button) }
    for child in [entry, status, linked] { gtk_box_append(box.cast(), child) }
    gtk_search_bar_set_child(widget.opaque, box)
    gtk_search_bar_set_show_close_button(widget.opaque, 1)
    gtk_search_bar_connect_entry(widget.opaque, entry.opaque)
    Accessible.nameCloseButton("Close the Search", inside: widget)
    connect()
  }

  private func connect() {
    Signal.connect(entry, "search-changed") { [weak self] in
      guard let self, self.isOpen else { return }
      self.onSearch(self.query)
    }
    Signal.connect(entry, "activate") { [weak self] in self?.onAdvance(true) }
    Signal.connect(entry, "next-match") { [weak self] in self?.onAdvance(true) }
    Signal.connect(entry, "previous-match") { [weak self] in self?.onAdvance(false) }
    let keys = gtk_event_controller_key_new()!
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    Signal.connect(keys, "key-pressed") { [weak self] arguments in
      guard [GDK_KEY_Return, GDK_KEY_KP_Enter].contains(Int32(arguments.uint(0))),
        arguments.flags(2) & GDK_SHIFT_MASK.rawValue != 0
      else { return .unhandled }
      self?.onAdvance(false)
      return .handled
    }
    gtk_widget_add_controller(entry, keys)
    Signal.connect(widget, "notify::search-mode-enabled") { [weak self] in
      if let self, !self.isOpen { self.onClose() }
    }
  }

  private func button(_ icon: String, _ name: String, _ keys: String, forward: Bool) -> WidgetPointer {
    let button = gtk_button_new_from_icon_name(icon)!
    gtk_widget_set_tooltip_text(button, "\(name) (\(keys))")
    Accessible.setLabel(name, of: button)
    Signal.connect(button, "clicked") { [weak self] in self?.onAdvance(forward) }
    return button
  }

  var isOpen: Bool { gtk_search_bar_get_search_mode(widget.opaque) != 0 }

  /// The text to find.
  var query: String {
    get { String(cString: gtk_editable_get_text(entry.opaque)) }
    set { gtk_editable_set_text(entry.opaque, newValue) }
  }

  /// Opens the bar, if it is closed, and gives it the focus, its text selected.
  func open() {
    gtk_search_bar_set_search_mode(widget.opaque, 1)
    gtk_widget_grab_focus(entry)
    gtk_editable_select_region(entry.opaque, 0, -1)
  }

  func close() { gtk_search_bar_set_search_mode(widget.opaque, 0) }

  /// Shows which of how many matches is the current one.
  func show(_ find: ArticleFind?) {
    let text = Self.status(of: find)
    gtk_label_set_text(status.opaque, text)
    // What is seen beside the entry, for assistive tools.
    Accessible.setDescription(text.isEmpty ? nil : text, of: entry)
    let hasMatches = find?.matches.isEmpty == false
    for button in buttons { gtk_widget_set_sensitive(button, hasMatches ? 1 : 0) }
  }

  /// "3 of 17".
  static func status(of find: ArticleFind?) -> String {
    guard let find else { return "" }
    guard !find.matches.isEmpty else { return find.isComplete ? "No matches" : "Searching…" }
    let count = EntryCount.grouped(find.matches.count)
    let current = find.current.map { EntryCount.grouped($0 + 1) } ?? "–"
    if find.isCut { return "\(current) of more than \(count)" }
    return "\(current) of \(count)" + (find.isComplete ? "" : "…")
  }
}
