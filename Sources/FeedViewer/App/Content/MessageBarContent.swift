import CGtk
import GtkInterop

/// What a message bar shows: a message and a button, which stands beside it, or under it in a narrow window.
final class MessageBarContent {
  /// The width below which the button stands under the message, in logical pixels: beside it, a long message would be left
  /// a column of a few words.
  private static let narrowWidth: Int32 = 500
  private static let spacing: Int32 = 6
  /// The margin that aligns messages with the list's texts, in logical pixels.
  private static let textInset: Int32 = 8

  let widget: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, spacing)
  /// Called when the button is pressed.
  var onPress: () -> Void = {}
  private let button: WidgetPointer?

  /// - Parameters:
  ///   - message: Takes all width that the button leaves.
  ///   - buttonLabel: The label of the button, with a mnemonic; nil if there is none.
  init(_ message: WidgetPointer, buttonLabel: String?) {
    button = buttonLabel.map { gtk_button_new_with_mnemonic($0) }
    gtk_widget_set_hexpand(message, 1)
    gtk_widget_set_margin_start(widget, Self.textInset)
    gtk_box_append(widget.cast(), message)
    if let button {
      Accessible.removeMnemonicName(of: button)
      Signal.connect(button, "clicked") { [weak self] in self?.onPress() }
      gtk_box_append(widget.cast(), button)
    }
    fit(width: 0)
  }

  /// Arranges message and button for a width of the bar in logical pixels; 0 before it is known.
  func fit(width: Int32) {
    let isNarrow = width > 0 && width < Self.narrowWidth
    gtk_orientable_set_orientation(
      widget.opaque, isNarrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
    guard let button else { return }
    gtk_widget_set_halign(button, isNarrow ? GTK_ALIGN_START : GTK_ALIGN_END)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
  }
}
