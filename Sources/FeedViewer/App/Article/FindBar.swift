import CGtk
import FeedViewerBase
import FeedViewerRows
import GtkInterop

/// The bar above an article in which one types what to find.
final class FindBar: FindFieldOwner {
  let field = FindField(name: localized("Find in Article"))
  weak var page: ArticlePage?
  private var buttons: [WidgetPointer] = []

  init() {
    field.owner = self
  }

  func textChanged(_ text: String) { page?.view.finder.search(for: text) }

  func closed() { page?.findBarClosed() }

  func activated() { advance(forward: true) }

  func keyPressed(_ key: UInt32, modifiers: UInt32) -> EventResult {
    guard [GDK_KEY_Return, GDK_KEY_KP_Enter].contains(Int32(key)), modifiers & GDK_SHIFT_MASK.rawValue != 0
    else { return .unhandled }
    advance(forward: false)
    return .handled
  }

  private func advance(forward: Bool) { page?.view.finder.advance(forward: forward) }

  func makeContent() -> WidgetPointer {
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)!
    let linked = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
    gtk_widget_add_css_class(linked, "linked")
    buttons = [
      button("go-up-symbolic", localized("Previous Match"), localized("Ctrl+Shift+G"), forward: false),
      button("go-down-symbolic", localized("Next Match"), localized("Ctrl+G"), forward: true),
    ]
    for button in buttons {
      gtk_widget_set_sensitive(button, 0)
      gtk_box_append(linked.cast(), button)
    }
    for child in [field.entry, field.status, linked] { gtk_box_append(box.cast(), child) }
    Signal.connect(field.entry, "next-match") { [weak self] in self?.advance(forward: true) }
    Signal.connect(field.entry, "previous-match") { [weak self] in self?.advance(forward: false) }
    return box
  }

  private func button(_ icon: String, _ name: String, _ keys: String, forward: Bool) -> WidgetPointer {
    let button = gtk_button_new_from_icon_name(icon)!
    gtk_widget_set_tooltip_text(button, "\(name) (\(keys))")
    Accessible.setLabel(name, of: button)
    Signal.connect(button, "clicked") { [weak self] in self?.advance(forward: forward) }
    return button
  }

  /// Shows which of how many matches is the current one.
  func show(_ find: ArticleFind?) {
    guard field.isMade else { return }
    field.show(status: Self.status(of: find))
    let hasMatches = find?.matches.isEmpty == false
    for button in buttons { gtk_widget_set_sensitive(button, hasMatches ? 1 : 0) }
  }

  /// "3 of 17".
  static func status(of find: ArticleFind?) -> String {
    guard let find else { return "" }
    guard !find.matches.isEmpty else {
      return find.isComplete ? localized("No matches") : localized("Searching…")
    }
    let count = EntryCount.grouped(find.matches.count)
    let current = find.current.map { EntryCount.grouped($0 + 1) } ?? "–"
    if find.isCut { return localized("\(current) of \(count)+") }
    return find.isComplete ? localized("\(current) of \(count)") : localized("\(current) of \(count)…")
  }
}
