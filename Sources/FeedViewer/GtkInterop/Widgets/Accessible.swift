import CGtk

/// The accessible properties of widgets.
package enum Accessible {
  /// Makes a label that assistive tools take for something else: GTK fixes that when a widget is made. They read the
  /// text of labels by character, word and line.
  package static func makeLabel(_ role: GtkAccessibleRole) -> WidgetPointer {
    var value = GValue()
    g_value_init(&value, gtk_accessible_role_get_type())
    g_value_set_enum(&value, gint(role.rawValue))
    defer { g_value_unset(&value) }
    return CStringArray.withConstants(["accessible-role"]) {
      g_object_new_with_properties(gtk_label_get_type(), 1, $0, &value)!.cast()
    }
  }

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

  /// Says in words what the value of a slider means.
  package static func setValueText(_ text: String, of widget: WidgetPointer) {
    set(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, to: text, of: widget)
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

  /// Sets whether a widget is selected; nil if it can't be.
  package static func setSelected(_ isSelected: Bool?, of widget: WidgetPointer) {
    if let isSelected {
      setState(GTK_ACCESSIBLE_STATE_SELECTED, to: isSelected, of: widget)
    } else {
      gtk_accessible_reset_state(widget.opaque, GTK_ACCESSIBLE_STATE_SELECTED)
    }
  }

  /// Sets the level of a heading, from 1.
  package static func setLevel(_ level: Int, of widget: WidgetPointer) {
    var property = GTK_ACCESSIBLE_PROPERTY_LEVEL
    var value = GValue()
    g_value_init(&value, cgtk_type_int())
    g_value_set_int(&value, Int32(level))
    gtk_accessible_update_property_value(widget.opaque, 1, &property, &value)
    g_value_unset(&value)
  }

  /// Sets whether what a widget opens and closes is open; nil if there is nothing.
  package static func setExpanded(_ isExpanded: Bool?, of widget: WidgetPointer) {
    if let isExpanded {
      setState(GTK_ACCESSIBLE_STATE_EXPANDED, to: isExpanded, of: widget)
    } else {
      gtk_accessible_reset_state(widget.opaque, GTK_ACCESSIBLE_STATE_EXPANDED)
    }
  }

  /// Whether a widget is about to show something else.
  package static func setBusy(_ isBusy: Bool, of widget: WidgetPointer) {
    setState(GTK_ACCESSIBLE_STATE_BUSY, to: isBusy, of: widget)
  }

  /// Tells assistive tools that a widget is related to others, such as to those of which it decides what they show; without
  /// others, that it is not.
  package static func setRelation(
    _ relation: GtkAccessibleRelation, to others: [WidgetPointer], of widget: WidgetPointer
  ) {
    guard !others.isEmpty else { return gtk_accessible_reset_relation(widget.opaque, relation) }
    var relation = relation
    var value = GValue()
    gtk_accessible_relation_init_value(relation, &value)
    // GTK takes over the list.
    g_value_set_pointer(&value, others.reduce(nil) { g_list_append($0, $1) })
    gtk_accessible_update_relation_value(widget.opaque, 1, &relation, &value)
    g_value_unset(&value)
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

  /// Names the close button inside a widget, which GtkInfoBar and GtkSearchBar make of a picture alone.
  public static func nameCloseButton(_ name: String, inside widget: WidgetPointer) {
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if gtk_widget_has_css_class(current, "close") != 0 { setLabel(name, of: current) }
      nameCloseButton(name, inside: current)
      child = gtk_widget_get_next_sibling(current)
    }
  }
}
