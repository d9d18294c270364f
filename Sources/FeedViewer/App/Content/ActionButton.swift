import CGtk
import FeedViewerBase
import GtkInterop

/// The button of a page, a banner or a toast, as a value: its words, and the action that it activates.
struct ActionButton: Equatable {
  /// With a mnemonic.
  let label: String
  let action: String
  /// The parameter of the action.
  let target: String?

  init(_ label: String, _ action: String, target: String? = nil) {
    self.label = label
    self.action = action
    self.target = target
  }

  /// Takes back what was done last.
  static var undo: ActionButton { ActionButton(localized("_Undo"), "win.undo-edit") }

  /// Makes a new button of GTK this one.
  func fill(_ button: WidgetPointer) {
    gtk_button_set_label(button.cast(), label)
    gtk_button_set_use_underline(button.cast(), 1)
    Accessible.removeMnemonicName(of: button)
    gtk_actionable_set_action_target_value(button.opaque, target.flatMap { g_variant_new_string($0) })
    gtk_actionable_set_action_name(button.opaque, action)
  }
}
