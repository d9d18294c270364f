import CGtk
import GtkInterop

/// The adjustments of a list, and the scrolled window that owns them.
final class ScrollPort {
  /// Called when the vertical adjustment's value has changed, except by `configure`.
  var onValueChange: () -> Void = {}
  /// Whether the vertical adjustment is being configured; handlers of its signals must not edit the list meanwhile.
  private(set) var isConfiguring = false

  private let widget: WidgetPointer
  private var verticalReference: GObjectReference<UnsafeMutablePointer<GtkAdjustment>>?
  private var horizontalReference: GObjectReference<UnsafeMutablePointer<GtkAdjustment>>?
  private var valueConnection: gulong = 0

  /// - Parameter widget: The list's; it must outlive this object.
  init(widget: WidgetPointer) { self.widget = widget }

  var vertical: UnsafeMutablePointer<GtkAdjustment>? { verticalReference?.pointer }

  /// The vertical adjustment's value, in logical pixels; nil without an adjustment.
  var value: Double? { vertical.map { gtk_adjustment_get_value($0) } }

  func adjustment(for orientation: GtkOrientation) -> UnsafeMutablePointer<GtkAdjustment>? {
    orientation == GTK_ORIENTATION_VERTICAL ? vertical : horizontalReference?.pointer
  }

  func setAdjustment(
    _ adjustment: UnsafeMutablePointer<GtkAdjustment>?, for orientation: GtkOrientation
  ) {
    let reference = adjustment.map { GObjectReference(retaining: $0) }
    guard orientation == GTK_ORIENTATION_VERTICAL else {
      horizontalReference = reference
      return
    }
    if valueConnection != 0, let old = vertical {
      Signal.disconnect(old, valueConnection)
      valueConnection = 0
    }
    verticalReference = reference
    guard let adjustment else { return }
    valueConnection = Signal.connect(adjustment, "value-changed") { [weak self] in
      guard let self, !isConfiguring else { return }
      onValueChange()
    }
  }

  /// Scrolls to a value in logical pixels, as far as the adjustment's bounds allow.
  func scroll(to value: Double) {
    if let vertical { gtk_adjustment_set_value(vertical, value) }
  }

  /// Sets the vertical adjustment's bounds and value in logical pixels, only if something changed.
  ///
  /// - Parameter willChange: Called before something changes.
  func configure(
    value: Double, lower: Double, upper: Double, page: Double, willChange: () -> Void
  ) {
    guard let vertical else { return }
    guard
      gtk_adjustment_get_lower(vertical) != lower || gtk_adjustment_get_upper(vertical) != upper
        || gtk_adjustment_get_page_size(vertical) != page || gtk_adjustment_get_value(vertical) != value
    else { return }
    willChange()
    let wasConfiguring = isConfiguring
    isConfiguring = true
    gtk_adjustment_configure(vertical, value, lower, upper, page * 0.1, page * 0.9, page)
    isConfiguring = wasConfiguring
  }

  /// Ends kinetic scrolling, which would write absolute values.
  func stopMotion() {
    guard let scroller else { return }
    let isKinetic = gtk_scrolled_window_get_kinetic_scrolling(scroller)
    gtk_scrolled_window_set_kinetic_scrolling(scroller, 0)
    gtk_scrolled_window_set_kinetic_scrolling(scroller, isKinetic)
  }

  /// Whether the pointer holds the scroll bar's thumb or trough.
  var isThumbDragged: Bool {
    guard let scroller, let bar = gtk_scrolled_window_get_vscrollbar(scroller),
      let range = gtk_widget_get_first_child(bar)
    else { return false }
    return gtk_widget_has_css_class(range, "dragging") != 0
  }

  private var scroller: OpaquePointer? {
    gtk_widget_get_ancestor(widget, gtk_scrolled_window_get_type())?.opaque
  }
}
