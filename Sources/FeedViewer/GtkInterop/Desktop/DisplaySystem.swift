import CGtk

/// The window system behind a display.
public enum DisplaySystem {
  /// Its name: "X11" or "Wayland"; that of GTK's type for others.
  ///
  /// - Parameter display: The display; GTK's default one without it.
  public static func name(of display: OpaquePointer = gdk_display_get_default()) -> String {
    let type = g_type_name_from_instance(display.raw.assumingMemoryBound(to: GTypeInstance.self))!
    // After "Gdk".
    let name = String(cString: type + 3)
    return name == "X11Display" ? "X11" : name == "WaylandDisplay" ? "Wayland" : name
  }
}
