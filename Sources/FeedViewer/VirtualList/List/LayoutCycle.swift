import CGtk
import GtkInterop

/// Tracks a list in GTK's layout cycle, and schedules the work that follows a layout in later iterations of the loop.
final class LayoutCycle {
  /// The time without a layout after which the list is at rest, in milliseconds.
  private static let restTime: UInt32 = 150

  /// Whether the list is being laid out.
  private(set) var isAllocating = false
  /// The height that the list last requested, in logical pixels.
  var requestedHeight = 0

  private var layoutRequest: IdleSource?
  private var resting: TimeoutSource?
  private var poolPreparation: IdleSource?
  private var preparedPageHeight = 0
  private var pangoCheck: IdleSource?
  private var hasCheckedPango = false

  /// Marks the list as being laid out while `body` runs.
  func allocating(_ body: () -> Void) {
    isAllocating = true
    body()
    isAllocating = false
  }

  /// Requests a layout of the list and its ancestors in the next iteration of the loop.
  ///
  /// Requests made inside an allocation are lost. So is the scroll bar's own request when the adjustment's
  /// bounds change there: if an ancestor is being allocated, GTK 4.8 leaves the scrolled window marked as
  /// having a child that needs a layout, but schedules none, and every later `queue_allocate` of the list stops at
  /// that mark. A resize is requested from all ancestors and is not lost.
  func requestLayout(of widget: WidgetPointer) {
    guard layoutRequest == nil else { return }
    layoutRequest = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
      self?.layoutRequest = nil
      gtk_widget_queue_resize(widget)
      return .done
    }
  }

  /// Calls `body` once the list is at rest.
  func atRest(_ body: @escaping () -> Void) {
    resting = TimeoutSource(milliseconds: Self.restTime) { [weak self] in
      self?.resting = nil
      body()
      return .done
    }
  }

  /// Calls `body` in the next iteration of the loop to make row widgets, if the viewport's height has changed. A widget
  /// made inside an allocation would queue another one.
  func prepareRowWidgets(pageHeight: Int, _ body: @escaping () -> Void) {
    guard poolPreparation == nil, pageHeight != preparedPageHeight else { return }
    preparedPageHeight = pageHeight
    poolPreparation = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
      self?.poolPreparation = nil
      body()
      return .done
    }
  }

  /// Has LayoutCore's text measurement compared with Pango's once, before heights are measured ahead.
  ///
  /// - Parameter check: Called in idle time until it returns true.
  func checkPango(_ check: @escaping () -> Bool) {
    guard !hasCheckedPango, pangoCheck == nil else { return }
    pangoCheck = IdleSource(priority: G_PRIORITY_DEFAULT_IDLE) { [weak self] in
      guard let self else { return .done }
      hasCheckedPango = check()
      if hasCheckedPango { pangoCheck = nil }
      return hasCheckedPango ? .done : .again
    }
  }

  /// Cancels all scheduled work.
  func stop() {
    layoutRequest = nil
    resting = nil
    poolPreparation = nil
    pangoCheck = nil
  }
}
