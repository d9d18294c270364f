import CGtk
import GtkInterop

/// The motion in which one page of a narrow window takes the place of another, or the sidebar comes over the list.
final class PageSlide {
  /// In microseconds.
  private static let duration = 180_000.0

  private var start: Int64?
  private var time: Int64 = 0
  private var ticks: TickCallback?

  /// - Parameters:
  ///   - widget: The widget that shows what moves.
  ///   - moved: Called before every frame, until the motion is over.
  /// - Returns: nil if nothing can be seen of the motion, or the desktop asks for none.
  init?(of widget: WidgetPointer, moved: @escaping () -> Void) {
    guard gtk_widget_get_mapped(widget) != 0,
      ObjectProperty.isOn("gtk-enable-animations", of: gtk_widget_get_settings(widget)!)
    else { return nil }
    ticks = TickCallback(of: widget) { [weak self] time in
      guard let self else { return .done }
      self.start = self.start ?? time
      self.time = time
      moved()
      return self.isOver ? .done : .again
    }
  }

  /// From 0 to 1, slower towards the end.
  var progress: Double {
    guard let start else { return 0 }
    let part = min(max(Double(time - start) / Self.duration, 0), 1)
    return 1 - (1 - part) * (1 - part) * (1 - part)
  }

  var isOver: Bool { start.map { Double(time - $0) >= Self.duration } ?? false }
}
