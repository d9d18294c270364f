import CGtk
import FeedViewerRows
import GtkInterop
import PangoText
import VirtualList

/// A page for a window without rows: icon, title, description, and optionally buttons and a hint.
final class StatusPage {
  /// The longest lines, in average characters: two lines of a sentence are about as long as each other.
  private static let width: Int32 = 42
  private static let listWidth: Int32 = 72

  let widget: WidgetPointer
  private let title: OpaquePointer
  private let description: OpaquePointer
  private var buttons: [WidgetPointer] = []

  /// - Parameters:
  ///   - hint: A less important text below the buttons.
  ///   - buttons: Their labels and actions. The first one is suggested.
  ///   - isQuiet: Whether the page must not compete with another one beside it.
  init(
    icon: String?, title: String, description: String, hint: String? = nil,
    buttons: [(label: String, action: String)] = [], isQuiet: Bool = false
  ) {
    widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
    self.title = Self.label(title, class: "title")
    self.description = Self.label(description, class: "description")
    gtk_widget_add_css_class(widget, "status-page")
    if isQuiet { gtk_widget_add_css_class(widget, "quiet") }
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
    if let icon {
      let image = gtk_image_new_from_icon_name(icon)!
      Accessible.setHidden(true, of: image)
      gtk_box_append(widget.cast(), image)
    }
    gtk_box_append(widget.cast(), self.title.cast())
    gtk_box_append(widget.cast(), self.description.cast())
    gtk_widget_set_visible(self.description.cast(), description.isEmpty ? 0 : 1)
    // The page takes the focus that the list has lost, unless it has something to press.
    gtk_widget_set_focusable(widget, buttons.isEmpty ? 1 : 0)
    Accessible.setLabel(Self.accessibleName(title, description), of: widget)
    if !buttons.isEmpty { gtk_box_append(widget.cast(), makeRow(of: buttons)) }
    if let hint { gtk_box_append(widget.cast(), Self.label(hint, class: "hint").cast()) }
  }

  private func makeRow(of buttons: [(label: String, action: String)]) -> WidgetPointer {
    let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
    gtk_widget_add_css_class(row, "buttons")
    gtk_widget_set_halign(row, GTK_ALIGN_CENTER)
    for (number, button) in buttons.enumerated() {
      let child = gtk_button_new_with_mnemonic(button.label)!
      Accessible.removeMnemonicName(of: child)
      gtk_actionable_set_action_name(child.opaque, button.action)
      if number == 0 { gtk_widget_add_css_class(child, "suggested-action") }
      gtk_widget_add_css_class(child, "pill")
      gtk_box_append(row.cast(), child)
      self.buttons.append(child)
    }
    return row
  }

  /// Shows or hides one of the buttons.
  func setButton(_ number: Int, isVisible: Bool) {
    gtk_widget_set_visible(buttons[number], isVisible ? 1 : 0)
  }

  /// Changes the texts.
  ///
  /// - Parameter isList: Whether the description has several lines that belong together less than words do.
  func setText(title: String, description: String, isList: Bool = false) {
    gtk_label_set_justify(self.description, isList ? GTK_JUSTIFY_LEFT : GTK_JUSTIFY_CENTER)
    gtk_label_set_xalign(self.description, isList ? 0 : 0.5)
    gtk_label_set_max_width_chars(self.description, isList ? Self.listWidth : Self.width)
    gtk_label_set_text(self.title, title)
    gtk_label_set_text(self.description, description)
    gtk_widget_set_visible(self.description.cast(), description.isEmpty ? 0 : 1)
    Accessible.setLabel(Self.accessibleName(title, description), of: widget)
  }

  private static func accessibleName(_ title: String, _ description: String) -> String {
    description.isEmpty ? title : "\(title). \(description)"
  }

  private static func label(_ text: String, class name: String) -> OpaquePointer {
    let widget = gtk_label_new(text)!
    let label = widget.opaque
    gtk_label_set_wrap(label, 1)
    gtk_label_set_wrap_mode(label, PANGO_WRAP_WORD_CHAR)
    GraphemeBreaks.remove(fromLabel: label)
    gtk_label_set_justify(label, GTK_JUSTIFY_CENTER)
    gtk_label_set_max_width_chars(label, width)
    gtk_widget_add_css_class(widget, name)
    return label
  }
}
