import CGtk
import Glibc
import GtkInterop

/// Changes GTK's settings of the display, as the desktop would; `restore` restores them.
package final class DisplaySettings {
  private let settings: UnsafeMutablePointer<GObject>
  private var before: [(name: String, value: GValue)] = []
  private var hasScale = false
  private let direction = gtk_widget_get_default_direction()

  /// - Precondition: GTK has been initialized, with a display.
  package init() {
    guard let found = gtk_settings_get_default() else {
      preconditionFailure("The settings of a display need a display.")
    }
    settings = found.cast()
  }

  /// A font's name and size in points, as Pango reads it.
  package func setFont(_ font: String) {
    set("gtk-font-name", cgtk_type_string()) { g_value_set_string(&$0, font) }
  }

  /// The desktop's text scale; 1 is 96 dots per inch.
  package func setTextScale(_ scale: Double) {
    set("gtk-xft-dpi", cgtk_type_int()) { g_value_set_int(&$0, Int32((scale * 96 * 1024).rounded())) }
  }

  package func setHintsMetrics(_ isOn: Bool) { set("gtk-hint-font-metrics", isOn) }

  /// Which buttons windows have at their start and, after a colon, at their end.
  package func setDecorationLayout(_ layout: String) {
    set("gtk-decoration-layout", cgtk_type_string()) { g_value_set_string(&$0, layout) }
  }

  package func setTheme(_ name: String) {
    set("gtk-theme-name", cgtk_type_string()) { g_value_set_string(&$0, name) }
  }

  package func setDark(_ isDark: Bool) { set("gtk-application-prefer-dark-theme", isDark) }

  package func setAnimations(_ isOn: Bool) { set("gtk-enable-animations", isOn) }

  package func setRightToLeft(_ isRightToLeft: Bool) {
    gtk_widget_set_default_direction(isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
  }

  /// Device pixels in a logical pixel, as a monitor of another resolution would have it. On X11 only.
  ///
  /// - Returns: Whether the display supports it.
  @discardableResult
  package func setScale(_ scale: Int) -> Bool {
    typealias SetScale = @convention(c) (OpaquePointer, Int32) -> Void
    guard let display = gdk_display_get_default(),
      String(cString: g_type_name_from_instance(display.raw.assumingMemoryBound(to: GTypeInstance.self)))
        == "GdkX11Display",
      let program = dlopen(nil, RTLD_NOW), let symbol = dlsym(program, "gdk_x11_display_set_surface_scale")
    else { return false }
    let setScale = unsafeBitCast(symbol, to: SetScale.self)
    // GDK 4.8 resizes windows too that were destroyed before.
    Self.ignoringErrors(of: display, in: program) { setScale(display, Int32(scale)) }
    hasScale = scale != 1
    return true
  }

  /// Calls `body`, and ignores what the X server refuses meanwhile.
  private static func ignoringErrors(
    of display: OpaquePointer, in program: UnsafeMutableRawPointer, _ body: () -> Void
  ) {
    typealias Trap = @convention(c) (OpaquePointer) -> Void
    func call(_ name: String) {
      if let symbol = dlsym(program, name) { unsafeBitCast(symbol, to: Trap.self)(display) }
    }
    call("gdk_x11_display_error_trap_push")
    body()
    call("gdk_x11_display_error_trap_pop_ignored")
  }

  /// Restores the settings from when this object was made.
  package func restore() {
    for (name, value) in before.reversed() {
      var value = value
      g_object_set_property(settings, name, &value)
      g_value_unset(&value)
    }
    before = []
    if hasScale { setScale(1) }
    gtk_widget_set_default_direction(direction)
  }

  private func set(_ name: String, _ isOn: Bool) {
    set(name, cgtk_type_boolean()) { g_value_set_boolean(&$0, isOn ? 1 : 0) }
  }

  private func set(_ name: String, _ type: GType, _ fill: (inout GValue) -> Void) {
    if !before.contains(where: { $0.name == name }) {
      var old = GValue()
      g_value_init(&old, type)
      g_object_get_property(settings, name, &old)
      before.append((name, old))
    }
    var value = GValue()
    g_value_init(&value, type)
    fill(&value)
    g_object_set_property(settings, name, &value)
    g_value_unset(&value)
  }
}
