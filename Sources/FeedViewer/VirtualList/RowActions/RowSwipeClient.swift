import GtkInterop
import LayoutCore

/// The list whose rows are swiped.
protocol RowSwipeClient: AnyObject {
  /// The list's widget.
  var widgetPointer: WidgetPointer { get }
  /// Whether the desktop's animations are on.
  var wantsAnimations: Bool { get }
  /// Whether an edit is being animated.
  var isShowingEdit: Bool { get }
  /// The row at a point of the widget, in logical pixels; nil if there is none.
  func row(atY y: Double) -> RowIndexPath?
  /// The action that a swipe over a row performs; nil for none.
  func swipeAction(of row: RowIndexPath) -> RowAction?
  func perform(_ action: RowAction, on row: RowIndexPath)
  /// The widget that shows a row; nil if the row is not on screen.
  func view(of row: RowIndexPath) -> RowView?
  /// Whether the list was scrolled in the last milliseconds.
  func wasScrolled(withinMilliseconds time: Int) -> Bool
  /// Ends kinetic scrolling.
  func stopScrolling()
}
