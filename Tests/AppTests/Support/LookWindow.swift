import CGtk
import WidgetTesting

/// A window in which the contrast of texts is measured: in a look of the desktop, with the program's style sheet and
/// without animations.
final class LookWindow {
  /// The contrast that WCAG 2.1 requires for text (success criterion 1.4.3).
  static let leastContrast = 4.5
  /// Light and dark, in a theme of usual and one of high contrast.
  nonisolated static let looks = ["Default", "HighContrast"].flatMap { theme in
    [false, true].map { Look(theme: theme, isDark: $0) }
  }

  let window: UnsafeMutablePointer<GtkWindow>
  private let style: TestStyleSheet
  private let settings: DisplaySettings

  init(_ look: Look) throws {
    // Begins with initialising GTK.
    style = try TestStyleSheet()
    settings = DisplaySettings()
    settings.setAnimations(false)
    look.apply(to: settings)
    window = gtk_window_new().cast()
  }

  /// The window as it was drawn last, when nothing more changes.
  func picture() async throws -> PixelImage {
    let window = window
    // A window without the focus is fainter in all its parts.
    return try await .atRest(
      window.cast(), prepare: { gtk_widget_unset_state_flags(window.cast(), GTK_STATE_FLAG_BACKDROP) },
      until: { $0.pixels.contains { $0 != 0 } })
  }

  /// Destroys the window and restores the settings. Call it at the end of a test.
  func close() {
    gtk_window_destroy(window)
    settings.restore()
    style.remove()
  }
}
