import CGtk
import Glibc

/// Drawing without a graphics card, to which the tests and the figures refer.
public enum SoftwareDrawing {
  /// Variables of the environment with which the GTK that is loaded draws with cairo, and starts neither OpenGL nor Vulkan.
  ///
  /// Since GTK 4.16 a variable of its own says what is not to be used. The older one gets a warning there, which is a
  /// fault in a test.
  public static let environment: [String: String] =
    gtk_get_minor_version() >= 16
    ? ["GSK_RENDERER": "cairo", "GDK_DISABLE": "gl,vulkan"]
    : ["GSK_RENDERER": "cairo", "GDK_DEBUG": "gl-disable"]

  /// Selects it for this process, as far as its environment says nothing else. Call it before GTK is initialised.
  public static func select() {
    for (name, value) in environment { setenv(name, value, 0) }
  }
}
