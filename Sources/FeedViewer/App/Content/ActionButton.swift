import CGtk
import FeedViewerBase
import GtkInterop

/// The button of a page, a banner or a toast, as a value: its words, and the command that it performs.
struct ActionButton: Equatable {
  /// With a mnemonic.
  let label: String
  let command: WindowCommand
  /// The parameter of the command.
  let target: String?

  init(_ label: String, _ command: WindowCommand, target: String? = nil) {
    self.label = label
    self.command = command
    self.target = target
  }

  /// Takes back what was done last.
  static var undo: ActionButton { ActionButton(localized("_Undo"), .undoEdit) }

  /// Makes a new button of GTK this one.
  func fill(_ button: WidgetPointer) {
    gtk_button_set_label(button.cast(), label)
    gtk_button_set_use_underline(button.cast(), 1)
    Accessible.removeMnemonicName(of: button)
    command.connect(button, target: target)
  }
}
