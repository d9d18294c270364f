import GtkInterop
import LayoutCore

/// What swipes need of the list over whose rows they go.
protocol RowSwipeClient: AnyObject {
  /// The list's widget.
  var widgetPointer: WidgetPointer { get }
  /// Whether motion is shown.
  var wantsAnimations: Bool { get }
  /// Whether an edit is being shown as motion.
  var isShowingEdit: Bool { get }
  /// The row at a point of the widget, in logical pixels; nil if there is none.
  func row(atY y: Double) -> RowIndexPath?
  /// The action that a swipe over a row performs; nil for none.
  func swipeAction(of row: RowIndexPath) -> RowAction?
  func perform(_ action: RowAction, on row: RowIndexPath)
  /// The widget that shows a row; nil if the row is not on screen.
  func view(of row: RowIndexPath) -> RowView?
  /// Ends kinetic scrolling.
  func stopScrolling()
}
