import CGtk
import GtkInterop
import LayoutCore
import PangoText

/// The environment of a list's heights: fonts, scale and text direction.
final class ListEnvironment {
  let text: TextSystem
  /// Device pixels in a logical pixel, if it differs from the widget's scale factor, which is a whole number in GTK 4.8.
  var fractionalScale: Double?
  private let widget: WidgetPointer
  private var mayHaveChanged = true

  /// - Parameter widget: The list's; it must outlive this object.
  init(widget: WidgetPointer) {
    self.widget = widget
    text = TextSystem(widget: widget, checksPangoLater: true)
  }

  /// Call when the font or another setting that affects texts may have changed.
  func invalidate() { mayHaveChanged = true }

  /// The present environment; fonts are read again if anything may have changed them.
  func current() -> LayoutEnvironment {
    if mayHaveChanged {
      mayHaveChanged = false
      _ = text.refreshEnvironment()
    }
    return LayoutEnvironment(
      scale: fractionalScale ?? Double(gtk_widget_get_scale_factor(widget)),
      direction: gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL ? .rightToLeft : .leftToRight,
      generation: text.generation)
  }
}
