import CGtk
import FeedViewerBase
import GtkInterop

/// A button beside the search entry, with examples of what can be searched for; a click on one inserts it.
enum SearchExamples {
  /// What is inserted, and what it finds.
  private static var examples: [(text: String, meaning: String)] {
    [
      ("\"new words\"", localized("These words in this order")), ("title:", localized("In the title")),
      ("author:", localized("By this author")), ("tag:", localized("With this tag")),
      ("is:unread", localized("Unread entries")), ("is:starred", localized("Starred entries")),
      ("after:2024-05", localized("Since this day, month or year")),
      ("before:2024", localized("Before this day, month or year")),
      ("-", localized("Without the word after it")),
    ]
  }

  /// Makes the button.
  ///
  /// - Parameter insert: Called with the text of an example.
  static func makeButton(insert: @escaping (String) -> Void) -> WidgetPointer {
    let widget: WidgetPointer = gtk_menu_button_new()
    gtk_menu_button_set_icon_name(widget.opaque, "help-about-symbolic")
    gtk_widget_add_css_class(widget, "info")
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    gtk_widget_set_tooltip_text(widget, localized("Search Operators"))
    Accessible.setLabel(localized("Search Operators"), of: widget)
    MenuButton.onOpening(widget) { fill(widget, insert) }
    return widget
  }

  private static func fill(_ widget: WidgetPointer, _ insert: @escaping (String) -> Void) {
    guard gtk_menu_button_get_popover(widget.opaque) == nil else { return }
    let grid = gtk_grid_new()!
    gtk_grid_set_column_spacing(grid.cast(), 6)
    let popover: WidgetPointer = gtk_popover_new()
    for (number, example) in examples.enumerated() {
      let button: WidgetPointer = gtk_button_new_with_label(example.text)
      gtk_widget_add_css_class(button, "flat")
      Accessible.setDescription(example.meaning, of: button)
      Signal.connect(button, "clicked") {
        gtk_popover_popdown(popover.cast())
        insert(example.text)
      }
      let meaning: WidgetPointer = gtk_label_new(example.meaning)
      gtk_label_set_xalign(meaning.opaque, 0)
      gtk_widget_add_css_class(meaning, "dim-label")
      gtk_grid_attach(grid.cast(), button, 0, Int32(number), 1, 1)
      gtk_grid_attach(grid.cast(), meaning, 1, Int32(number), 1, 1)
    }
    gtk_popover_set_child(popover.cast(), grid)
    gtk_menu_button_set_popover(widget.opaque, popover)
  }
}
