import CGtk
import FeedViewerBase
import GtkInterop

/// A bar with a find field.
protocol FindFieldOwner: AnyObject {
  /// The content of the bar, with the field's entry and status in it. Asked for once.
  func makeContent() -> WidgetPointer
  /// Another text was typed while the bar is open.
  func textChanged(_ text: String)
  /// Return was pressed in the entry.
  func activated()
  /// A key was pressed in the entry, which has not taken it yet.
  func keyPressed(_ key: UInt32, modifiers: UInt32) -> EventResult
  func closed()
}

/// A bar in which one types what to look for, with a status beside it and a button to close it.
///
/// Its widgets are made when it is first opened: their icons would take a part of the time to the first frame.
final class FindField {
  /// Empty until the bar is opened.
  let widget: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  private(set) lazy var entry: WidgetPointer = gtk_search_entry_new()
  private(set) lazy var status: WidgetPointer = gtk_label_new(nil)
  weak var owner: (any FindFieldOwner)?
  private let name: String
  private var bar: WidgetPointer?
  /// GTK reports the empty text of a new entry as a change.
  private var knownText = ""

  private let hasCloseButton: Bool

  /// - Parameters:
  ///   - name: The name of the entry for assistive tools.
  ///   - hasCloseButton: False if another button closes the bar.
  init(name: String, hasCloseButton: Bool = true) {
    self.name = name
    self.hasCloseButton = hasCloseButton
  }

  private func make() -> WidgetPointer {
    let bar = gtk_search_bar_new()!
    gtk_widget_set_hexpand(entry, 1)
    gtk_search_entry_set_search_delay(entry.opaque, 0)
    Accessible.setLabel(name, of: entry)
    gtk_widget_add_css_class(status, "numeric")
    gtk_search_bar_set_child(bar.opaque, owner?.makeContent())
    gtk_search_bar_set_show_close_button(bar.opaque, hasCloseButton ? 1 : 0)
    gtk_search_bar_connect_entry(bar.opaque, entry.opaque)
    // At once, so that what is below it moves once. Without a transition, GTK keeps the room of a closed bar.
    if let revealer = gtk_widget_get_first_child(bar) {
      gtk_revealer_set_transition_duration(revealer.opaque, 0)
    }
    Accessible.nameCloseButton(localized("Close Search"), inside: bar)
    if let button = Self.closeButton(inside: bar) {
      // Beside the entry, also when there are notes below it.
      GObjectReference(adopting: gtk_size_group_new(GTK_SIZE_GROUP_VERTICAL)!).use { group in
        for widget in [entry, button] { gtk_size_group_add_widget(group, widget) }
      }
      gtk_widget_set_valign(button, GTK_ALIGN_START)
    }
    gtk_box_append(widget.cast(), bar)
    Signal.connect(entry, "search-changed") { [weak self] in
      guard let self else { return }
      // When a text is replaced by another one, GTK reports that it is empty in between.
      guard self.text.isEmpty else { return self.followText() }
      MainLoop.perform(priority: G_PRIORITY_HIGH_IDLE) { [weak self] in self?.followText() }
    }
    Signal.connect(entry, "activate") { [weak self] in self?.owner?.activated() }
    KeyPresses.connect(to: entry, phase: GTK_PHASE_CAPTURE) { [weak self] key, modifiers in
      self?.owner?.keyPressed(key, modifiers: modifiers) ?? .unhandled
    }
    Signal.connect(bar, "notify::search-mode-enabled") { [weak self] in
      guard let self else { return }
      // GTK 4.8 leaves a closed bar to assistive tools.
      Accessible.setHidden(!self.isOpen, of: bar)
      guard !self.isOpen else { return }
      // The same words are new when they are typed into the bar that is opened again.
      self.knownText = ""
      self.owner?.closed()
    }
    return bar
  }

  private static func closeButton(inside widget: WidgetPointer) -> WidgetPointer? {
    if gtk_widget_has_css_class(widget, "close") != 0 { return widget }
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if let button = closeButton(inside: current) { return button }
      child = gtk_widget_get_next_sibling(current)
    }
    return nil
  }

  private func followText() {
    guard text != knownText else { return }
    knownText = text
    if isOpen { owner?.textChanged(text) }
  }

  /// Whether the bar was ever opened.
  var isMade: Bool { bar != nil }

  var isOpen: Bool { bar.map { gtk_search_bar_get_search_mode($0.opaque) != 0 } ?? false }

  /// What is typed.
  var text: String {
    get { String(cString: gtk_editable_get_text(entry.opaque)) }
    set { gtk_editable_set_text(entry.opaque, newValue) }
  }

  /// Inserts a word at the cursor, and goes on typing after it.
  func insert(_ word: String) {
    var place = gtk_editable_get_position(entry.opaque)
    let before = text.unicodeScalars.prefix(Int(place)).last
    let inserted = (before.map { $0 == " " } ?? true ? "" : " ") + word
    gtk_editable_insert_text(entry.opaque, inserted, -1, &place)
    gtk_widget_grab_focus(entry)
    gtk_editable_set_position(entry.opaque, place)
  }

  /// Opens the bar, if it is closed, and gives it the focus, its text selected.
  func open() {
    let bar = bar ?? make()
    self.bar = bar
    gtk_search_bar_set_search_mode(bar.opaque, 1)
    // Selected before it gets the focus: GTK would let the cursor blink over the selection, and warn.
    if FocusedWidget(inWindowOf: entry)?.isInside(entry) == true {
      gtk_root_set_focus(gtk_widget_get_root(entry), nil)
    }
    gtk_editable_select_region(entry.opaque, 0, -1)
    gtk_widget_grab_focus(entry)
  }

  func close() {
    if let bar { gtk_search_bar_set_search_mode(bar.opaque, 0) }
  }

  /// Shows a status beside the entry.
  ///
  /// - Parameter note: What assistive tools tell after it.
  func show(status text: String, note: String = "") {
    gtk_label_set_text(status.opaque, text)
    let description = [text, note].filter { !$0.isEmpty }.joined(separator: ". ")
    Accessible.setDescription(description.isEmpty ? nil : description, of: entry)
  }
}
