import CGtk
import GtkInterop

/// Follows the desktop's preferences for the dark style, high contrast and the accent colour.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
final class AppearanceFollower {
  private static let prefersDark = "gtk-application-prefer-dark-theme"
  private static let themeName = "gtk-theme-name"
  /// GTK's own theme of high contrast, which is light or dark as the default theme is.
  private static let highContrastTheme = "HighContrast"

  private let isDark: Bool
  private var portal: AppearancePortal?
  private var followed = DesktopAppearance()
  private var accentSheet: GObjectReference<UnsafeMutablePointer<GtkCssProvider>>?

  /// - Parameters:
  ///   - isDark: Whether to use the dark style whatever the desktop prefers.
  ///   - connection: The session bus; nil to ignore the desktop.
  init(isDark: Bool, connection: OpaquePointer?) {
    self.isDark = isDark
    if isDark, let settings = gtk_settings_get_default() {
      ObjectProperty.set(Self.prefersDark, of: settings, to: true)
    }
    if let connection {
      portal = AppearancePortal(connection: connection) { [weak self] in self?.follow($0) }
    }
  }

  isolated deinit { setAccent(nil) }

  private func follow(_ appearance: DesktopAppearance) {
    defer { followed = appearance }
    guard let settings = gtk_settings_get_default() else { return }
    if !isDark, appearance.colorScheme != followed.colorScheme {
      switch appearance.colorScheme {
      case .dark: ObjectProperty.set(Self.prefersDark, of: settings, to: true)
      case .light: ObjectProperty.set(Self.prefersDark, of: settings, to: false)
      case .none: gtk_settings_reset_property(settings, Self.prefersDark)
      }
    }
    if appearance.isHighContrast != followed.isHighContrast {
      if appearance.isHighContrast {
        ObjectProperty.set(Self.themeName, of: settings, to: Self.highContrastTheme)
      } else {
        gtk_settings_reset_property(settings, Self.themeName)
      }
    }
    // High contrast has colours of its own.
    setAccent(appearance.isHighContrast ? nil : appearance.accent)
  }

  private func setAccent(_ color: DesktopAppearance.Color?) {
    guard let display = gdk_display_get_default() else { return }
    if let color {
      let sheet = accentSheet ?? GObjectReference(adopting: gtk_css_provider_new()!)
      gtk_css_provider_load_from_data(sheet.pointer, AccentStyle(color).sheet, -1)
      if accentSheet == nil {
        // Its names of colours replace those of the application's style sheet.
        gtk_style_context_add_provider_for_display(
          display, sheet.pointer.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION) + 1)
      }
      accentSheet = sheet
    } else if let accentSheet {
      gtk_style_context_remove_provider_for_display(display, accentSheet.pointer.opaque)
      self.accentSheet = nil
    }
  }
}
