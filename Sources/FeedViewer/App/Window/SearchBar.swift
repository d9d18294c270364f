import CGtk
import FeedViewerBase
import FeedViewerSearch
import GtkInterop

/// The bar above the list in which one types what to search for.
final class SearchBar {
  private static let noteLineCount: Int32 = 3
  let field = FindField(name: localized("Search Entries"))
  /// Called when the reader goes on to the results, with the keyboard.
  var onLeave: () -> Void = {}
  /// What was not understood.
  private lazy var note: WidgetPointer = gtk_label_new(nil)

  init() {
    field.makeContent = { [unowned self] in makeContent() }
    field.onActivate = { [weak self] in self?.onLeave() }
    field.onKey = { [weak self] key, _ in
      guard [GDK_KEY_Down, GDK_KEY_KP_Down, GDK_KEY_Page_Down].contains(Int32(key)) else { return .unhandled }
      self?.onLeave()
      return .handled
    }
  }

  private func makeContent() -> WidgetPointer {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3)!
    let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9)!
    gtk_widget_set_tooltip_text(
      field.entry,
      localized(
        "Words, \"phrases\", title: author: tag: is:unread is:starred before:2024-05 after:2024, -without"))
    ObjectProperty.set(
      "placeholder-text", of: field.entry, to: localized("Search in titles, texts, authors and tags"))
    gtk_widget_add_css_class(field.status, "dim-label")
    for child in [field.entry, field.status] { gtk_box_append(row.cast(), child) }
    gtk_label_set_xalign(note.opaque, 0)
    gtk_label_set_wrap(note.opaque, 1)
    // A note may quote what was typed, however long that is.
    gtk_label_set_wrap_mode(note.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_lines(note.opaque, Self.noteLineCount)
    gtk_label_set_ellipsize(note.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_add_css_class(note, "caption")
    gtk_widget_add_css_class(note, "dim-label")
    gtk_widget_set_visible(note, 0)
    for child in [row, note] { gtk_box_append(box.cast(), child) }
    gtk_widget_set_hexpand(box, 1)
    return box
  }

  /// Shows how many entries were found, and what was not understood.
  func show(_ search: EntrySearch) {
    guard field.isMade else { return }
    let notes = Self.notes(of: search).joined(separator: "\n")
    field.show(status: Self.status(of: search), note: notes)
    gtk_label_set_text(note.opaque, notes)
    gtk_widget_set_visible(note, notes.isEmpty ? 0 : 1)
  }

  /// What was not understood, and what is not shown of what was found.
  private static func notes(of search: EntrySearch) -> [String] {
    var notes = search.notes.map(\.message.localized)
    if search.held.hasMore {
      notes.append(
        localized("Only the first \(grouped: HeldSearches.rowLimit) found entries of a file are shown."))
    }
    let hidden = search.hiddenCount
    if hidden > 0 { notes.append(localized("Hidden by the filter or in other feeds: \(grouped: hidden)")) }
    if let (done, all) = search.held.progress {
      notes.append(localized("Searched \(grouped: done) of \(grouped: all) entries so far."))
    }
    return notes
  }

  /// "3 found", "3 found so far".
  static func status(of search: EntrySearch) -> String {
    guard search.query != nil else { return "" }
    guard let count = search.foundCount, count > 0 || !search.isBusy else { return localized("Searching…") }
    if count == 0 { return localized("Nothing found") }
    if search.held.isBusy {
      return localized(
        "\(grouped: count) found so far", plural: "\(grouped: count) found so far", count: count)
    }
    return localized("\(grouped: count) found", plural: "\(grouped: count) found", count: count)
  }
}
