import CGtk

/// Key presses that reach a widget or one inside it.
public enum KeyPresses {
  /// Calls `handler` for each key press.
  ///
  /// - Parameters:
  ///   - phase: `GTK_PHASE_CAPTURE` sees a key before the widgets inside, `GTK_PHASE_BUBBLE` what they have left.
  ///   - handler: Gets the key's value (`GDK_KEY_…`) and the modifiers (bits of `GdkModifierType`).
  public static func connect(
    to widget: WidgetPointer, phase: GtkPropagationPhase = GTK_PHASE_BUBBLE,
    _ handler: @escaping (_ key: UInt32, _ modifiers: UInt32) -> EventResult
  ) {
    let keys = gtk_event_controller_key_new()!
    gtk_event_controller_set_propagation_phase(keys, phase)
    Signal.connect(keys, "key-pressed") { handler($0.uint(0), $0.flags(2)) }
    gtk_widget_add_controller(widget, keys)
  }
}
