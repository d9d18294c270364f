import CGtk
import FeedViewerRows
import GtkInterop
import PangoText
import VirtualList

/// A page in the place of rows or of an article: icon, title, description, and optionally buttons.
final class StatusPage {
  /// What a page shows.
  struct Content: Equatable {
    /// The name of a symbolic icon.
    var icon: String
    var title: String
    var description = ""
    /// The first one is suggested.
    var buttons: [ActionButton] = []
  }

  /// The longest lines of a page in a pane, in average characters: two lines of a sentence are about as long as each other.
  private static let width: Int32 = 42

  let widget: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  private let icon: WidgetPointer = gtk_image_new()
  private let title: WidgetPointer
  private let description: WidgetPointer
  private let buttons: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
  private var content: Content

  /// - Parameters:
  ///   - width: The longest lines, in average characters.
  ///   - isQuiet: Whether the page must not compete with another one beside it.
  init(icon: String = "", title: String = "", width: Int32 = StatusPage.width, isQuiet: Bool = false) {
    content = Content(icon: icon, title: title)
    self.title = Self.label(class: "title", width: width)
    description = Self.label(class: "description", width: width)
    gtk_widget_add_css_class(widget, "status-page")
    if isQuiet { gtk_widget_add_css_class(widget, "quiet") }
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
    Accessible.setHidden(true, of: self.icon)
    gtk_widget_add_css_class(buttons, "buttons")
    gtk_widget_set_halign(buttons, GTK_ALIGN_CENTER)
    RowOrColumnLayout.use(in: buttons)
    for child in [self.icon, self.title, self.description, buttons] { gtk_box_append(widget.cast(), child) }
    fill()
  }

  /// - Returns: Whether the page shows something else now, with other buttons.
  @discardableResult func show(_ new: Content) -> Bool {
    guard new != content else { return false }
    content = new
    fill()
    return true
  }

  /// Changes what is told below the title.
  func setDescription(_ description: String) {
    var new = content
    new.description = description
    show(new)
  }

  private func fill() {
    gtk_image_set_from_icon_name(icon.opaque, content.icon)
    gtk_label_set_text(title.opaque, content.title)
    gtk_label_set_text(description.opaque, content.description)
    gtk_widget_set_visible(description, content.description.isEmpty ? 0 : 1)
    // The page takes the focus that the list has lost, unless it has something to press.
    gtk_widget_set_focusable(widget, content.buttons.isEmpty ? 1 : 0)
    let name = content.description.isEmpty ? content.title : "\(content.title). \(content.description)"
    Accessible.setLabel(name, of: widget)
    fillButtons()
  }

  private func fillButtons() {
    while let child = gtk_widget_get_first_child(buttons) { gtk_box_remove(buttons.cast(), child) }
    gtk_widget_set_visible(buttons, content.buttons.isEmpty ? 0 : 1)
    for (number, button) in content.buttons.enumerated() {
      let child = gtk_button_new()!
      button.fill(child)
      if number == 0 { gtk_widget_add_css_class(child, "suggested-action") }
      gtk_widget_add_css_class(child, "pill")
      gtk_box_append(buttons.cast(), child)
    }
  }

  private static func label(class name: String, width: Int32) -> WidgetPointer {
    let label = gtk_label_new(nil)!
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    GraphemeBreaks.remove(fromLabel: label.opaque)
    gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
    gtk_label_set_max_width_chars(label.opaque, width)
    gtk_widget_add_css_class(label, name)
    return label
  }
}
