import CGtk
import FeedViewerBase
import GtkInterop

/// One message with a button that dismisses it and, where there is more to say, one that tells it.
final class MessageBar {
  let widget = AccessibleContainer.make(gtk_info_bar_get_type())
  let label: WidgetPointer
  /// Called when the bar is dismissed.
  var onDismiss: () -> Void = {}
  /// Called when the button for details is pressed.
  var onDetails: () -> Void {
    get { content.onPress }
    set { content.onPress = newValue }
  }
  private let content: MessageBarContent

  /// - Parameter detailsLabel: The label of the button for details, with a mnemonic; nil if there are none.
  init(_ message: String, type: GtkMessageType, detailsLabel: String? = nil) {
    label = WrappingLabel.make(message, isSelectable: true)
    content = MessageBarContent(label, buttonLabel: detailsLabel)
    gtk_info_bar_set_message_type(widget.opaque, type)
    gtk_info_bar_set_show_close_button(widget.opaque, 1)
    Accessible.nameCloseButton(localized("Dismiss"), inside: widget)
    gtk_info_bar_add_child(widget.opaque, content.widget)
    Signal.connect(widget, "response") { [weak self] _ in
      self?.onDismiss()
      return .handled
    }
  }

  /// Arranges the message and its button for a width in logical pixels; 0 before it is known.
  func fit(width: Int32) { content.fit(width: width) }
}
