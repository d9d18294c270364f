import CGtk

/// The accessible properties of widgets.
package enum Accessible {
  package static func setLabel(_ label: String, of widget: WidgetPointer) {
    set(GTK_ACCESSIBLE_PROPERTY_LABEL, to: label, of: widget)
  }

  /// Names a button after its text alone. GTK 4.8 puts the label with the underscore of the mnemonic before it:
  /// "_Open Open".
  public static func removeMnemonicName(of button: WidgetPointer) {
    gtk_accessible_reset_property(button.opaque, GTK_ACCESSIBLE_PROPERTY_LABEL)
  }

  /// Sets the accessible description; nil removes it.
  package static func setDescription(_ description: String?, of widget: WidgetPointer) {
    if let description {
      set(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, to: description, of: widget)
    } else {
      gtk_accessible_reset_property(widget.opaque, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION)
    }
  }

  private static func set(_ property: GtkAccessibleProperty, to text: String, of widget: WidgetPointer) {
    var value = GValue()
    g_value_init(&value, cgtk_type_string())
    g_value_set_string(&value, text)
    var property = property
    gtk_accessible_update_property_value(widget.opaque, 1, &property, &value)
    g_value_unset(&value)
  }

  /// A hidden widget is not part of the accessibility tree.
  package static func setHidden(_ isHidden: Bool, of widget: WidgetPointer) {
    if isHidden {
      setState(GTK_ACCESSIBLE_STATE_HIDDEN, to: true, of: widget)
    } else {
      gtk_accessible_reset_state(widget.opaque, GTK_ACCESSIBLE_STATE_HIDDEN)
    }
  }

  package static func setSelected(_ isSelected: Bool, of widget: WidgetPointer) {
    setState(GTK_ACCESSIBLE_STATE_SELECTED, to: isSelected, of: widget)
  }

  /// Whether a widget is about to show something else.
  package static func setBusy(_ isBusy: Bool, of widget: WidgetPointer) {
    setState(GTK_ACCESSIBLE_STATE_BUSY, to: isBusy, of: widget)
  }

  private static func setState(_ state: GtkAccessibleState, to isOn: Bool, of widget: WidgetPointer) {
    var state = state
    var value = GValue()
    gtk_accessible_state_init_value(state, &value)
    if value.g_type == cgtk_type_boolean() {
      g_value_set_boolean(&value, isOn ? 1 : 0)
    } else {
      g_value_set_int(&value, isOn ? 1 : 0)
    }
    gtk_accessible_update_state_value(widget.opaque, 1, &state, &value)
    g_value_unset(&value)
  }
}
