import CGtk
import GtkInterop

/// Says below the page of an article that there is more of it.
final class ArticleRest {
  let widget: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  /// Called when the reader wants to go on with the next page.
  var onContinue: () -> Void = {}
  private var shown = ArticleFiller.Rest.nothing
  private var child: WidgetPointer?

  func show(_ rest: ArticleFiller.Rest) {
    guard rest != shown else { return }
    shown = rest
    if let child { gtk_box_remove(widget.cast(), child) }
    child = makeChild(for: rest)
    if let child { gtk_box_append(widget.cast(), child) }
  }

  private func makeChild(for rest: ArticleFiller.Rest) -> WidgetPointer? {
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

  /// A button in the middle of the page's column.
  static func button(_ label: String) -> WidgetPointer {
    let button = gtk_button_new_with_mnemonic(label)!
    gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(button, "article-more")
    return button
  }
}
