import CGtk
import GtkInterop

/// Where a list is in GTK's layout cycle, and what follows a layout in later turns of the loop.
final class LayoutCycle {
  /// How long the list must not have been laid out to be at rest, in milliseconds.
  private static let restTime: UInt32 = 150

  /// Whether the list is being laid out.
  private(set) var isAllocating = false
  /// The height that the list last asked for, in logical pixels.
  var requestedHeight = 0

  private var layoutRequest: IdleSource?
  private var resting: TimeoutSource?
  private var poolPreparation: IdleSource?
  private var preparedPageHeight = 0
  private var pangoCheck: IdleSource?
  private var hasCheckedPango = false

  /// Lays the list out.
  func allocating(_ body: () -> Void) {
    isAllocating = true
    body()
    isAllocating = false
  }

  /// Lays the list and all around it out again when the loop comes around.
  ///
  /// Requests made inside an allocation are lost. So is the scroll bar's own request when the adjustment's
  /// bounds change there: if an ancestor is being allocated, GTK 4.8 leaves the scrolled window marked as
  /// having a child in need, without a layout to come, and every later `queue_allocate` of the list stops at
  /// that mark. A resize is requested from all ancestors and is not lost.
  func requestLayout(of widget: WidgetPointer) {
    guard layoutRequest == nil else { return }
    layoutRequest = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
      self?.layoutRequest = nil
      gtk_widget_queue_resize(widget)
      return .done
    }
  }

  /// Calls `body` when the list has not been laid out for a while.
  func atRest(_ body: @escaping () -> Void) {
    resting = TimeoutSource(milliseconds: Self.restTime) { [weak self] in
      self?.resting = nil
      body()
      return .done
    }
  }

  /// Has row widgets made for a viewport of another height: inside an allocation a new child would queue another one.
  func prepareRowWidgets(pageHeight: Int, _ body: @escaping () -> Void) {
    guard poolPreparation == nil, pageHeight != preparedPageHeight else { return }
    preparedPageHeight = pageHeight
    poolPreparation = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
      self?.poolPreparation = nil
      body()
      return .done
    }
  }

  /// Has texts compared with Pango once, before heights are measured ahead.
  ///
  /// - Parameter check: Called until it answers that it is done.
  func checkPango(_ check: @escaping () -> Bool) {
    guard !hasCheckedPango, pangoCheck == nil else { return }
    pangoCheck = IdleSource(priority: G_PRIORITY_DEFAULT_IDLE) { [weak self] in
      guard let self else { return .done }
      hasCheckedPango = check()
      if hasCheckedPango { pangoCheck = nil }
      return hasCheckedPango ? .done : .again
    }
  }

  /// Does nothing any more.
  func stop() {
    layoutRequest = nil
    resting = nil
    poolPreparation = nil
    pangoCheck = nil
  }
}
