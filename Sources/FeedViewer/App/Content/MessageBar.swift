import CGtk
import GtkInterop
import Localization

/// One message with a button that dismisses it and, where there is more to say, one that tells it.
final class MessageBar {
  /// The width below which the button for details stands under the message, in logical pixels: beside it, a long message
  /// would be left a column of a few words.
  private static let narrowWidth: Int32 = 500
  private static let spacing: Int32 = 6
  /// The margin that aligns the messages with the list's texts, in logical pixels.
  private static let textInset: Int32 = 8

  let widget = AccessibleContainer.make(gtk_info_bar_get_type())
  let label: WidgetPointer
  /// Called when the bar is dismissed.
  var onDismiss: () -> Void = {}
  /// Called when the button for details is pressed.
  var onDetails: () -> Void = {}
  private let details: WidgetPointer?
  private let content: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, spacing)

  /// - Parameter detailsLabel: The label of the button for details, with a mnemonic; nil if there are none.
  init(_ message: String, type: GtkMessageType, detailsLabel: String? = nil) {
    label = WrappingLabel.make(message, isSelectable: true)
    details = detailsLabel.map { gtk_button_new_with_mnemonic($0) }
    gtk_info_bar_set_message_type(widget.opaque, type)
    gtk_info_bar_set_show_close_button(widget.opaque, 1)
    Accessible.nameCloseButton(localized("Dismiss This Message"), inside: widget)
    gtk_widget_set_hexpand(label, 1)
    // Aligned with the texts of the list.
    gtk_widget_set_margin_start(content, Self.textInset)
    gtk_box_append(content.cast(), label)
    if let details {
      Accessible.removeMnemonicName(of: details)
      Signal.connect(details, "clicked") { [weak self] in self?.onDetails() }
      gtk_box_append(content.cast(), details)
    }
    gtk_info_bar_add_child(widget.opaque, content)
    fit(width: 0)
    Signal.connect(widget, "response") { [weak self] _ in
      self?.onDismiss()
      return .handled
    }
  }

  /// Arranges the message and its button for a width in logical pixels; 0 before it is known.
  func fit(width: Int32) {
    let isNarrow = width > 0 && width < Self.narrowWidth
    gtk_orientable_set_orientation(
      content.opaque, isNarrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
    guard let details else { return }
    gtk_widget_set_halign(details, isNarrow ? GTK_ALIGN_START : GTK_ALIGN_END)
    gtk_widget_set_valign(details, GTK_ALIGN_CENTER)
  }
}
