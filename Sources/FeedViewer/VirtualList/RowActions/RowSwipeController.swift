import CGtk
import GtkInterop
import LayoutCore

/// Swipes over rows: one finger on a touch screen, two on a touchpad, towards the row's start.
///
/// A swipe begins only if its first movement is more horizontal than vertical, and then nothing scrolls until the fingers
/// let go; any other movement is left to GtkScrolledWindow. The mouse has no swipe: its drags select rows.
final class RowSwipeController {
  let menu = RowActionMenu()
  /// nil unless a row is out of its place.
  private(set) var swipe: RowSwipe?
  private(set) weak var list: (any RowSwipeClient)?
  private var view: RowActionView?
  private var ticks: TickCallback?
  /// The row that the action has taken away, as long as the edit is shown as motion.
  private weak var takenAway: RowPainter?
  var touchpad = TouchpadPhase.waiting
  /// When the last scroll event came here, in milliseconds.
  var lastScroll = 0

  enum TouchpadPhase {
    /// The next movement decides who it is for.
    case waiting
    case swiping(distance: Double)
    case scrolling
  }

  /// Begins to take swipes over the rows of a list.
  func attach(to list: some RowSwipeClient) {
    self.list = list
    connectTouch(to: list.widgetPointer)
    connectTouchpad(to: list.widgetPointer)
  }

  /// The list is going away.
  func end() {
    swipe = nil
    ticks = nil
    menu.end()
    view?.unparent()
    view = nil
  }

  // MARK: The row

  /// - Parameter y: In the list's logical pixels.
  /// - Returns: Whether there is a row that can be swiped.
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
    // The view is given its size.
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

  /// Ends a motion that another swipe or a reload does not wait for.
  private func finish() {
    guard let phase = swipe?.phase else { return }
    if phase == .leaving {
      swipe?.arrive()
      perform()
    }
    drop()
  }

  /// The row is in its place.
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
    // The row was not deleted: the action does something else, or asks first.
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

  /// Follows an edit, before the list does.
  func apply(_ change: ChangeSet) {
    guard let swipe, let list else { return }
    if let row = change.newIndexPath(for: swipe.row), !change.isReloadData {
      self.swipe?.row = row
    } else {
      if swipe.phase == .gone { takenAway = list.view(of: swipe.row)?.painter }
      drop()
    }
  }

  /// The list is reloaded.
  func reloaded() {
    takenAway = nil
    if swipe != nil { drop() }
  }

  /// Called when rows have their places.
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

  /// Draws a row's widget where the swipe has moved it, and the action where the row was.
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

  /// Draws the action in place of the row that it has taken away.
  ///
  /// - Returns: Whether it has.
  func snapshotInsteadOf(_ painter: RowPainter, on snapshot: OpaquePointer) -> Bool {
    guard let takenAway, takenAway === painter else { return false }
    if swipe == nil, let view, let list {
      gtk_widget_snapshot_child(list.widgetPointer, view.widget.pointer, snapshot)
    }
    return true
  }
}
