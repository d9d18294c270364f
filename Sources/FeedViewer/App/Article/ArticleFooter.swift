import CGtk
import GtkInterop

/// The footer of an article page, which shows that more text follows.
final class ArticleFooter {
  let widget: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  /// Called when the reader asks for the next page.
  var onContinue: () -> Void = {}
  private var shown = ArticleFiller.Remainder.nothing
  private var child: WidgetPointer?

  func show(_ rest: ArticleFiller.Remainder) {
    guard rest != shown else { return }
    shown = rest
    if let child { gtk_box_remove(widget.cast(), child) }
    child = makeChild(for: rest)
    if let child { gtk_box_append(widget.cast(), child) }
  }

  private func makeChild(for rest: ArticleFiller.Remainder) -> WidgetPointer? {
    switch rest {
    case .nothing: return nil
    case .moreOnThisPage:
      let label = gtk_label_new("More text follows…")!
      gtk_widget_add_css_class(label, "article-note")
      gtk_widget_add_css_class(label, "article-more")
      gtk_widget_set_halign(label, GTK_ALIGN_CENTER)
      return label
    case .anotherPage:
      let button = Self.button("_Continue Reading")
      Signal.connect(button, "clicked") { [weak self] in self?.onContinue() }
      return button
    }
  }

  /// A centred button.
  static func button(_ label: String) -> WidgetPointer {
    let button = gtk_button_new_with_mnemonic(label)!
    gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(button, "article-more")
    return button
  }
}
