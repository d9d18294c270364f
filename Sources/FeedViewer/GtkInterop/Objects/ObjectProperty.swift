import CGtk

/// GObject properties that have no accessor function.
package enum ObjectProperty {
  package static func set(_ name: String, of object: some GObjectPointer, to isOn: Bool) {
    var value = GValue()
    g_value_init(&value, cgtk_type_boolean())
    g_value_set_boolean(&value, isOn ? 1 : 0)
    g_object_set_property(object.cast(), name, &value)
    g_value_unset(&value)
  }

  package static func set(_ name: String, of object: some GObjectPointer, to text: String) {
    var value = GValue()
    g_value_init(&value, cgtk_type_string())
    g_value_set_string(&value, text)
    g_object_set_property(object.cast(), name, &value)
    g_value_unset(&value)
  }

  package static func isOn(_ name: String, of object: some GObjectPointer) -> Bool {
    var value = GValue()
    g_value_init(&value, cgtk_type_boolean())
    defer { g_value_unset(&value) }
    g_object_get_property(object.cast(), name, &value)
    return g_value_get_boolean(&value) != 0
  }

  /// The value of a string property; nil if it is null.
  package static func string(_ name: String, of object: some GObjectPointer) -> String? {
    var value = GValue()
    g_value_init(&value, cgtk_type_string())
    defer { g_value_unset(&value) }
    g_object_get_property(object.cast(), name, &value)
    return g_value_get_string(&value).map { String(cString: $0) }
  }
}
