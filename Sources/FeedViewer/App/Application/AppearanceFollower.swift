import CGtk
import GtkInterop

/// Makes windows light or dark as the user has chosen, and follows the desktop's preferences for that, high contrast and the
/// accent colour.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
final class AppearanceFollower {
  private static let prefersDark = "gtk-application-prefer-dark-theme"
  private static let themeName = "gtk-theme-name"
  /// GTK's own theme of high contrast, which is light or dark as the default theme is.
  private static let highContrastTheme = "HighContrast"

  /// What the user has chosen.
  var colorScheme: ColorScheme {
    didSet { if colorScheme != oldValue { applyColorScheme() } }
  }
  private var portal: AppearancePortal?
  private var followed = DesktopAppearance()
  private var accentSheet: GObjectReference<UnsafeMutablePointer<GtkCssProvider>>?

  /// - Parameters:
  ///   - colorScheme: What the user has chosen.
  ///   - connection: The session bus; nil to ignore the desktop.
  init(_ colorScheme: ColorScheme = .system, connection: OpaquePointer?) {
    self.colorScheme = colorScheme
    if colorScheme != .system { applyColorScheme() }
    if let connection {
      portal = AppearancePortal(connection: connection) { [weak self] in self?.follow($0) }
    }
  }

  isolated deinit { setAccent(nil) }

  private func follow(_ appearance: DesktopAppearance) {
    let before = followed
    followed = appearance
    guard let settings = gtk_settings_get_default() else { return }
    if appearance.colorScheme != before.colorScheme { applyColorScheme() }
    if appearance.isHighContrast != before.isHighContrast {
      if appearance.isHighContrast {
        ObjectProperty.set(Self.themeName, of: settings, to: Self.highContrastTheme)
      } else {
        gtk_settings_reset_property(settings, Self.themeName)
      }
    }
    // High contrast has colours of its own.
    setAccent(appearance.isHighContrast ? nil : appearance.accent)
  }

  private func applyColorScheme() {
    guard let settings = gtk_settings_get_default() else { return }
    switch (colorScheme, followed.colorScheme) {
    case (.dark, _), (.system, .dark): ObjectProperty.set(Self.prefersDark, of: settings, to: true)
    case (.light, _), (.system, .light): ObjectProperty.set(Self.prefersDark, of: settings, to: false)
    case (.system, .none): gtk_settings_reset_property(settings, Self.prefersDark)
    }
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
