import CGtk

/// Key presses that reach a widget or one inside it.
public enum KeyPresses {
  /// Calls `handler` for each key press.
  ///
  /// - Parameters:
  ///   - phase: `GTK_PHASE_CAPTURE` sees a key before the widgets inside, `GTK_PHASE_BUBBLE` what they have left.
  ///   - handler: Gets the key's value (`GDK_KEY_…`) and the modifiers (bits of `GdkModifierType`). A key that writes a
  ///     letter of another script counts as the Latin one that it writes in another of the user's layouts, so that
  ///     commands that are letters work in all of them.
  public static func connect(
    to widget: WidgetPointer, phase: GtkPropagationPhase = GTK_PHASE_BUBBLE,
    _ handler: @escaping (_ key: UInt32, _ modifiers: UInt32) -> EventResult
  ) {
    let keys = gtk_event_controller_key_new()!
    gtk_event_controller_set_propagation_phase(keys, phase)
    Signal.connect(keys, "key-pressed") {
      handler(command($0.uint(0), ofKey: $0.uint(1), on: gtk_widget_get_display(widget)), $0.flags(2))
    }
    gtk_widget_add_controller(widget, keys)
  }

  private static func command(_ value: UInt32, ofKey code: UInt32, on display: OpaquePointer) -> UInt32 {
    guard gdk_keyval_to_unicode(value) >= 0x80 else { return value }
    var places: UnsafeMutablePointer<GdkKeymapKey>?
    var values: UnsafeMutablePointer<guint>?
    var count: gint = 0
    guard gdk_display_map_keycode(display, code, &places, &values, &count) != 0, let places, let values else {
      return value
    }
    defer {
      g_free(places)
      g_free(values)
    }
    return latinLetter(among: (0..<Int(count)).map { (places[$0].level, values[$0]) }) ?? value
  }

  /// The first small Latin letter that a key writes without Shift.
  ///
  /// - Parameter values: What the key writes in all layouts, each with its level.
  package static func latinLetter(among values: [(level: gint, value: UInt32)]) -> UInt32? {
    values.first { $0.level == 0 && (0x61...0x7A).contains($0.value) }?.value
  }
}
