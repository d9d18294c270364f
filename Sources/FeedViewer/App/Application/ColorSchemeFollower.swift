import CGtk
import GtkInterop

/// Follows the desktop's preference for the dark style.
final class ColorSchemeFollower {
  private static let property = "gtk-application-prefer-dark-theme"
  private var portal: ColorSchemePortal?

  /// - Parameters:
  ///   - isDark: Whether to use the dark style whatever the desktop prefers.
  ///   - connection: The session bus; nil to ignore the desktop.
  init(isDark: Bool, connection: OpaquePointer?) {
    guard let settings = gtk_settings_get_default() else { return }
    if isDark {
      ObjectProperty.set(Self.property, of: settings, to: true)
    } else if let connection {
      portal = ColorSchemePortal(connection: connection) { preference in
        switch preference {
        case .dark: ObjectProperty.set(Self.property, of: settings, to: true)
        case .light: ObjectProperty.set(Self.property, of: settings, to: false)
        case .none: gtk_settings_reset_property(settings, Self.property)
        }
      }
    }
  }
}
