import CGtk
import GtkInterop
import LayoutCore

/// Swipes over rows: one finger on a touch screen, two on a touchpad, towards the row's start.
///
/// A swipe begins only if its first movement is more horizontal than vertical, and then nothing scrolls until the fingers
/// let go. GtkScrolledWindow handles any other movement. The mouse does not swipe: its drags select rows.
final class RowSwipeController {
  let menu = RowActionMenu()
  /// The swipe under way; nil while every row is at its position.
  private(set) var swipe: RowSwipe?
  private(set) weak var list: (any RowSwipeClient)?
  private var view: RowActionView?
  private var ticks: TickCallback?
  /// The row that the action has deleted, while its edit is animated.
  private weak var takenAway: RowPainter?
  var touchpad = TouchpadPhase.waiting
  /// The time of the last scroll event in milliseconds.
  var lastScroll = 0

  enum TouchpadPhase {
    /// The next movement decides between swiping and scrolling.
    case waiting
    case swiping(distance: Double)
    case scrolling
  }

  /// Adds the gestures to a list.
  func attach(to list: some RowSwipeClient) {
    self.list = list
    connectTouch(to: list.widgetPointer)
    connectTouchpad(to: list.widgetPointer)
  }

  /// Ends the swipe for good. Call it when the list is deallocated.
  func end() {
    swipe = nil
    ticks = nil
    menu.end()
    view?.unparent()
    view = nil
  }

  // MARK: The row

  /// - Parameter y: The position in the list in logical pixels.
  /// - Returns: Whether a row with an action is there.
  func begin(atY y: Double) -> Bool {
    finish()
    guard let list, let row = list.row(atY: y),
      let action = list.swipeAction(of: row)
    else { return false }
    swipe = RowSwipe(of: row, action: action, width: Double(gtk_widget_get_width(list.widgetPointer)))
    takenAway = nil
    let view = view ?? RowActionView(parent: list.widgetPointer)
    self.view = view
    view.show(action)
    // Allocates the view.
    gtk_widget_queue_allocate(list.widgetPointer)
    return true
  }

  func drag(to distance: Double, at time: Int) {
    swipe?.drag(to: distance, at: time)
    redraw()
  }

  func release(at time: Int) {
    swipe?.release(at: time)
    moveByItself()
  }

  func cancel() {
    swipe?.cancel()
    moveByItself()
  }

  /// Completes the motion under way at once, because of another swipe or a reload.
  private func finish() {
    guard let phase = swipe?.phase else { return }
    if phase == .leaving {
      swipe?.arrive()
      perform()
    }
    drop()
  }

  /// Call when the row is back at its position.
  private func drop() {
    swipe = nil
    ticks = nil
    if takenAway == nil { view?.hide() }
    redraw()
  }

  private func moveByItself() {
    guard swipe != nil, let list else { return }
    guard list.wantsAnimations, gtk_widget_get_mapped(list.widgetPointer) != 0 else {
      swipe?.arrive()
      return arrived()
    }
    ticks = TickCallback(of: list.widgetPointer) { [weak self] time in
      guard let self, swipe != nil else { return .done }
      guard swipe?.advance(to: time) == true else {
        redraw()
        return .again
      }
      arrived()
      return swipe?.phase == .returning ? .again : .done
    }
  }

  private func arrived() {
    guard swipe?.phase == .gone else { return drop() }
    perform()
    // The row was not deleted: the action did something else, or shows a confirmation first.
    guard swipe != nil else { return }
    swipe?.cancel()
    if ticks == nil { drop() }
  }

  private func perform() {
    guard let swipe, let list else { return }
    list.perform(swipe.action, on: swipe.row)
  }

  private func redraw() {
    view?.isArmed = swipe.map { $0.isArmed || $0.phase == .gone } ?? true
    if let list { gtk_widget_queue_draw(list.widgetPointer) }
  }

  // MARK: The list

  /// Follows an edit; called before the list follows it.
  func apply(_ change: ChangeSet) {
    guard let swipe, let list else { return }
    if let row = change.newIndexPath(for: swipe.row), !change.isReloadData {
      self.swipe?.row = row
    } else {
      if swipe.phase == .gone { takenAway = list.view(of: swipe.row)?.painter }
      drop()
    }
  }

  /// Call when the list is reloaded.
  func reloaded() {
    takenAway = nil
    if swipe != nil { drop() }
  }

  /// Call in a layout, after the rows are placed.
  func allocate() {
    menu.allocate()
    guard let view, view.isShown, let list else { return }
    if let swipe {
      guard let row = list.view(of: swipe.row) else { return drop() }
      view.allocate(
        rowWidth: gtk_widget_get_width(list.widgetPointer),
        rowHeight: gtk_widget_get_height(row.widget.pointer))
    } else if !list.isShowingEdit {
      takenAway = nil
      view.hide()
    }
  }

  /// Draws a row's widget at its swiped position, and the action at the row's own position.
  func snapshot(_ row: WidgetPointer, of element: ListElement, on snapshot: OpaquePointer) {
    guard let list else { return }
    let parent = list.widgetPointer
    guard let swipe, swipe.offset > 0, element == .row(swipe.row), let view else {
      return gtk_widget_snapshot_child(parent, row, snapshot)
    }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(row, parent, &bounds) != 0 else { return }
    var origin = graphene_point_t(x: 0, y: bounds.origin.y)
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &origin)
    bounds.origin.y = 0
    let width = bounds.size.width
    bounds.size.width = Float(swipe.offset)
    bounds.origin.x = isRightToLeft ? 0 : width - bounds.size.width
    gtk_snapshot_push_clip(snapshot, &bounds)
    gtk_widget_snapshot_child(parent, view.widget.pointer, snapshot)
    gtk_snapshot_pop(snapshot)
    gtk_snapshot_restore(snapshot)
    var moved = graphene_point_t(x: Float(isRightToLeft ? swipe.offset : -swipe.offset), y: 0)
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &moved)
    gtk_widget_snapshot_child(parent, row, snapshot)
    gtk_snapshot_restore(snapshot)
  }

  /// Draws the action instead of the row that it has deleted.
  ///
  /// - Returns: Whether it did.
  func snapshotInsteadOf(_ painter: RowPainter, on snapshot: OpaquePointer) -> Bool {
    guard let takenAway, takenAway === painter else { return false }
    if swipe == nil, let view, let list {
      gtk_widget_snapshot_child(list.widgetPointer, view.widget.pointer, snapshot)
    }
    return true
  }
}
