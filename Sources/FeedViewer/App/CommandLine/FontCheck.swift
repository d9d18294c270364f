import CGtk
import FeedViewerBase
import GtkInterop
import PangoText

/// Without any font, as in a bare container, texts have no extents: nothing can be measured or shown.
enum FontCheck {
  /// Whether there is a font for the texts of widgets. If not, says so on standard error.
  static func holdsForWidgets() -> Bool {
    let widget = GObjectReference<WidgetPointer>(retaining: gtk_label_new(nil))
    return widget.use { holds(for: TextSystem(widget: $0, checksPangoLater: true)) }
  }

  /// Whether there is a font for texts. If not, says so on standard error.
  static func holds(for text: TextSystem) -> Bool {
    if text.hasFont { return true }
    StandardError.write(
      localized("No font is installed, so no text can be shown. Install one, such as fonts-dejavu-core."))
    return false
  }
}
