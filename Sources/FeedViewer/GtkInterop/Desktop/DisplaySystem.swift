import CGtk

/// The window system behind a display.
public enum DisplaySystem {
  /// Its name: "X11", "Wayland", "Broadway".
  ///
  /// - Parameter display: The display; GTK's default one without it.
  public static func name(of display: OpaquePointer = gdk_display_get_default()) -> String {
    let type = g_type_name_from_instance(display.raw.assumingMemoryBound(to: GTypeInstance.self))!
    // The types are named GdkX11Display, GdkWaylandDisplay and so on.
    let name = String(cString: type).dropFirst("Gdk".count)
    return String(name.hasSuffix("Display") ? name.dropLast("Display".count) : name)
  }
}
