import CGtk
import FeedViewerBase
import FeedViewerSearch
import GtkInterop

/// The bar above the list in which one types what to search for, and the line that tells what was found.
final class SearchBar: FindFieldOwner {
  private static let noteLineCount: Int32 = 3
  private static let statusLineCount: Int32 = 2
  let field = FindField(name: localized("Search Entries"), hasCloseButton: false)
  weak var follower: (any WindowEventFollower)?
  /// What was not understood.
  private lazy var note: WidgetPointer = gtk_label_new(nil)
  private lazy var allButton: WidgetPointer = gtk_button_new_with_label(localized("Search All"))

  init() {
    field.owner = self
  }

  func textChanged(_ text: String) { follower?.follow(.searchTyped(text)) }

  func closed() { follower?.follow(.searchBarClosed) }

  func activated() { follower?.follow(.searchBarLeft) }

  func keyPressed(_ key: UInt32, modifiers: UInt32) -> EventResult {
    guard [GDK_KEY_Down, GDK_KEY_KP_Down, GDK_KEY_Page_Down].contains(Int32(key)) else { return .unhandled }
    activated()
    return .handled
  }

  func makeContent() -> WidgetPointer {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_widget_add_css_class(box, "search-area")
    let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)!
    ObjectProperty.set("placeholder-text", of: field.entry, to: localized("Search entries"))
    let examples = SearchExamples.makeButton { [weak self] in self?.field.insert($0) }
    for child in [field.entry, examples] { gtk_box_append(row.cast(), child) }
    let line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
    gtk_widget_add_css_class(line, "search-line")
    gtk_label_set_xalign(field.status.opaque, 0)
    // Beside the button, a narrow list has no room for it in one line.
    gtk_label_set_wrap(field.status.opaque, 1)
    gtk_label_set_lines(field.status.opaque, Self.statusLineCount)
    gtk_label_set_ellipsize(field.status.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_set_hexpand(field.status, 1)
    WindowCommand.searchAll.connect(allButton)
    gtk_widget_set_valign(allButton, GTK_ALIGN_CENTER)
    gtk_widget_set_visible(allButton, 0)
    for child in [field.status, allButton] { gtk_box_append(line.cast(), child) }
    gtk_label_set_xalign(note.opaque, 0)
    gtk_label_set_wrap(note.opaque, 1)
    // A note may quote what was typed, however long that is.
    gtk_label_set_wrap_mode(note.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_lines(note.opaque, Self.noteLineCount)
    gtk_label_set_ellipsize(note.opaque, PANGO_ELLIPSIZE_END)
    for style in ["search-note", "dim-label"] { gtk_widget_add_css_class(note, style) }
    gtk_widget_set_visible(note, 0)
    for child in [row, line, note] { gtk_box_append(box.cast(), child) }
    gtk_widget_set_hexpand(box, 1)
    return box
  }

  /// Shows how many entries were found, and what was not understood.
  func show(_ search: EntrySearch) {
    guard field.isMade else { return }
    let notes = Self.notes(of: search).joined(separator: "\n")
    field.show(status: Self.status(of: search), note: notes)
    gtk_widget_set_visible(allButton, search.othersCount > 0 ? 1 : 0)
    gtk_label_set_text(note.opaque, notes)
    gtk_widget_set_visible(note, notes.isEmpty ? 0 : 1)
  }

  /// What was not understood, and what is not shown of what was found.
  private static func notes(of search: EntrySearch) -> [String] {
    var notes = search.notes.map(\.message.localized)
    if search.archives.hasMore {
      notes.append(localized("Showing the first \(grouped: ArchiveSearches.rowLimit) results of each file"))
    }
    if let (done, all) = search.archives.progress {
      notes.append(localized("Searching… \(grouped: done) of \(grouped: all) entries"))
    }
    return notes
  }

  /// "3 results", "3 results so far", "3 here · 2 more in other feeds".
  static func status(of search: EntrySearch) -> String {
    guard search.query != nil else { return "" }
    guard let count = search.foundCount, count > 0 || !search.isBusy else { return localized("Searching…") }
    if count == 0 { return localized("No results") }
    if search.archives.isBusy {
      return localized(
        "\(grouped: count) result so far", plural: "\(grouped: count) results so far", count: count)
    }
    let hidden = search.hiddenCount
    guard hidden > 0 else {
      return localized("\(grouped: count) result", plural: "\(grouped: count) results", count: count)
    }
    let here = localized("\(grouped: count - hidden) here")
    let others = search.othersCount
    // A page tells what the filter hides in the feed.
    let more =
      others > 0
      ? localized("\(grouped: others) more in other feeds") : localized("\(grouped: hidden) more hidden")
    return "\(here) · \(more)"
  }
}
