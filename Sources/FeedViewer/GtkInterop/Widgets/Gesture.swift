import CGtk

/// Gestures that GTK has no constructor for.
public enum Gesture {
  /// A gesture with a number of fingers, which is fixed when it is made.
  ///
  /// - Parameter type: The type of the gesture, which does not fix the number itself.
  public static func make(_ type: GType, fingers: UInt32) -> OpaquePointer {
    var value = GValue()
    g_value_init(&value, cgtk_type_unsigned())
    g_value_set_uint(&value, fingers)
    defer { g_value_unset(&value) }
    return "n-points".withCString { name in
      var names: [UnsafePointer<CChar>?] = [name]
      return g_object_new_with_properties(type, 1, &names, &value)!.opaque
    }
  }
}
