import Testing
import WidgetTesting

/// A theme and a text direction.
nonisolated struct Look: Sendable, CustomTestStringConvertible {
  let theme: String
  let isDark: Bool
  var isRightToLeft = false

  var testDescription: String {
    "\(theme)\(isDark ? ", dark" : "")\(isRightToLeft ? ", from the right" : "")"
  }

  @MainActor func apply(to settings: DisplaySettings) {
    settings.setTheme(theme)
    settings.setDark(isDark)
    settings.setRightToLeft(isRightToLeft)
  }
}
