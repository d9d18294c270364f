import CGtk
import Glibc
import GtkInterop
import LayoutCore

/// Swipes over rows: one finger on a touch screen, two on a touchpad, towards the row's start.
///
/// A swipe begins only if its first movement is more horizontal than vertical, and then nothing scrolls until the fingers
/// let go; any other movement is left to GtkScrolledWindow. The mouse has no swipe: its drags select rows.
final class RowSwipeController {
  /// Milliseconds without events after which fingers on a touchpad begin something new: GtkScrolledWindow keeps the end of
  /// what it has scrolled to itself.
  private static let touchpadPause = 100
  /// How far a finger moves before it swipes, in logical pixels: as far as GtkScrolledWindow waits with a scroll.
  private static let touchSlop = 8.0

  let menu = RowActionMenu()
  /// nil unless a row is out of its place.
  private(set) var swipe: RowSwipe?
  private weak var list: ListView?
  private var view: RowActionView?
  private var ticks: TickCallback?
  /// The row that the action has taken away, as long as the edit is shown as motion.
  private weak var takenAway: RowPainter?
  private var touchpad = TouchpadPhase.waiting
  /// When the last scroll event came here, in milliseconds.
  private var lastScroll = 0

  private enum TouchpadPhase {
    /// The next movement decides who it is for.
    case waiting
    case swiping(distance: Double)
    case scrolling
  }

  func attach(to list: ListView) {
    self.list = list
    list.editMotion.drawRow = { [weak self] row, snapshot in
      self?.snapshot(row.view.widget.pointer, of: row.element, on: snapshot)
    }
    list.editMotion.drawInsteadOf = { [weak self] painter, snapshot in
      self?.snapshotInsteadOf(painter, on: snapshot) ?? false
    }
    connectTouch(to: list.widget.pointer)
    connectTouchpad(to: list.widget.pointer)
  }

  /// The list is going away.
  func end() {
    swipe = nil
    ticks = nil
    menu.close()
    view?.unparent()
    view = nil
  }

  // MARK: Input

  private func connectTouch(to widget: WidgetPointer) {
    let drag = gtk_gesture_drag_new()!
    gtk_gesture_single_set_touch_only(drag, 1)
    var isSwiping = false
    Signal.connect(drag, "drag-begin") { isSwiping = false }
    Signal.connect(drag, "drag-update") { [weak self] arguments in
      guard let self else { return .unhandled }
      let (x, y) = (arguments.double(0), arguments.double(1))
      let distance = towardsStart(x)
      if !isSwiping {
        guard max(abs(x), abs(y)) > Self.touchSlop else { return .unhandled }
        var start = Point.zero
        guard abs(x) > abs(y), distance > 0,
          gtk_gesture_drag_get_start_point(drag, &start.x, &start.y) != 0, begin(atY: start.y)
        else {
          gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
          return .unhandled
        }
        isSwiping = true
        gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
      }
      self.drag(to: distance - Self.touchSlop, at: Self.time(of: drag))
      return .unhandled
    }
    Signal.connect(drag, "drag-end") { [weak self] in
      if isSwiping { self?.release(at: Self.time(of: drag)) }
      isSwiping = false
    }
    Signal.connect(drag, "cancel") { [weak self] in
      if isSwiping { self?.cancel() }
      isSwiping = false
    }
    gtk_widget_add_controller(widget, drag)
  }

  private func connectTouchpad(to widget: WidgetPointer) {
    let scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)!
    Signal.connect(scroll, "scroll-begin") { [weak self] in self?.touchpad = .waiting }
    Signal.connect(scroll, "scroll") { [weak self] arguments in
      self?.scrolled(scroll, x: arguments.double(0), y: arguments.double(1)) ?? .unhandled
    }
    Signal.connect(scroll, "scroll-end") { [weak self] in
      guard let self, case .swiping = touchpad else { return }
      touchpad = .waiting
      // GtkScrolledWindow has counted the same movements as those of a scroll, which it would let go on by itself.
      list?.scrollState.port.stopMotion()
      release(at: Self.time(of: scroll))
    }
    gtk_widget_add_controller(widget, scroll)
  }

  private func scrolled(_ controller: OpaquePointer, x: Double, y: Double) -> EventResult {
    let distance = towardsStart(-x) * pixelsInUnit(of: controller)
    let time = Self.time(of: controller)
    if case .scrolling = touchpad, time - lastScroll > Self.touchpadPause { touchpad = .waiting }
    lastScroll = time
    switch touchpad {
    case .scrolling: return .unhandled
    case .waiting:
      guard x != 0 || y != 0 else { return .unhandled }
      guard abs(x) > abs(y), distance > 0, Self.isTouchpad(controller, x: x),
        let pointer = pointerY(controller), begin(atY: pointer)
      else {
        touchpad = .scrolling
        return .unhandled
      }
      touchpad = .swiping(distance: distance)
      drag(to: distance, at: time)
    case .swiping(let before):
      touchpad = .swiping(distance: before + distance)
      drag(to: before + distance, at: time)
    }
    return .handled
  }

  /// A distance to the right as one towards the start of rows.
  private func towardsStart(_ x: Double) -> Double { isRightToLeft ? x : -x }

  private var isRightToLeft: Bool {
    list.map { gtk_widget_get_direction($0.widget.pointer) == GTK_TEXT_DIR_RTL } ?? false
  }

  /// X11 tells steps of a wheel, which are as long as GtkScrolledWindow's; Wayland tells pixels.
  private func pixelsInUnit(of controller: OpaquePointer) -> Double {
    guard gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_WHEEL, let list else {
      return 1
    }
    return pow(Double(gtk_widget_get_width(list.widget.pointer)), 2.0 / 3.0)
  }

  /// Whether a scroll event is one of a touchpad. X11 says nothing of the device that it comes from: there it is what no
  /// wheel sends, a part of a step.
  ///
  /// - Parameter x: How far it scrolls.
  private static func isTouchpad(_ controller: OpaquePointer, x: Double) -> Bool {
    guard let event = gtk_event_controller_get_current_event(controller),
      let device = gdk_event_get_device(event)
    else { return false }
    if gdk_device_get_source(device) == GDK_SOURCE_TOUCHPAD { return true }
    let display = gdk_device_get_display(device)!
    let type = g_type_name_from_instance(display.raw.assumingMemoryBound(to: GTypeInstance.self))!
    return String(cString: type) == "GdkX11Display"
      && gdk_scroll_event_get_direction(event) == GDK_SCROLL_SMOOTH && x != x.rounded()
  }

  private static func time(of controller: OpaquePointer) -> Int {
    Int(gtk_event_controller_get_current_event_time(controller))
  }

  /// Where the pointer is in the list, in logical pixels: scroll events do not tell.
  private func pointerY(_ controller: OpaquePointer) -> Double? {
    guard let list, let device = gtk_event_controller_get_current_event_device(controller),
      let native = gtk_widget_get_native(list.widget.pointer)
    else { return nil }
    var surface = Point.zero
    var inset = Point.zero
    var point = Point.zero
    gtk_native_get_surface_transform(native, &inset.x, &inset.y)
    guard
      gdk_surface_get_device_position(
        gtk_native_get_surface(native), device, &surface.x, &surface.y, nil) != 0,
      gtk_widget_translate_coordinates(
        native.cast(), list.widget.pointer, surface.x - inset.x, surface.y - inset.y, &point.x, &point.y) != 0
    else { return nil }
    return point.y
  }

  // MARK: The row

  /// - Parameter y: In the list's logical pixels.
  /// - Returns: Whether there is a row that can be swiped.
  func begin(atY y: Double) -> Bool {
    finish()
    guard let list, let row = list.row(atY: y),
      let action = list.delegate?.listView(list, swipeActionFor: row)
    else { return false }
    swipe = RowSwipe(of: row, action: action, width: Double(gtk_widget_get_width(list.widget.pointer)))
    takenAway = nil
    let view = view ?? RowActionView(parent: list.widget.pointer)
    self.view = view
    view.show(action)
    // The view is given its size.
    gtk_widget_queue_allocate(list.widget.pointer)
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
    guard list.wantsAnimations, gtk_widget_get_mapped(list.widget.pointer) != 0 else {
      swipe?.arrive()
      return arrived()
    }
    ticks = TickCallback(of: list.widget.pointer) { [weak self] time in
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
    // The row is still there: whoever performs the action has something else to do with it, or asks first.
    guard swipe != nil else { return }
    swipe?.cancel()
    if ticks == nil { drop() }
  }

  private func perform() {
    guard let swipe, let list else { return }
    list.delegate?.listView(list, perform: swipe.action, on: [swipe.row])
  }

  private func redraw() {
    view?.isArmed = swipe.map { $0.isArmed || $0.phase == .gone } ?? true
    if let list { gtk_widget_queue_draw(list.widget.pointer) }
  }

  // MARK: The list

  /// Follows an edit, before the list does.
  func apply(_ change: ChangeSet) {
    guard let swipe, let list else { return }
    if let row = change.newIndexPath(for: swipe.row), !change.isReloadData {
      self.swipe?.row = row
    } else {
      if swipe.phase == .gone { takenAway = list.pool.view(of: .row(swipe.row))?.painter }
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
      guard let row = list.pool.view(of: .row(swipe.row)) else { return drop() }
      view.allocate(
        rowWidth: gtk_widget_get_width(list.widget.pointer),
        rowHeight: gtk_widget_get_height(row.widget.pointer))
    } else if list.editMotion.animation == nil {
      takenAway = nil
      view.hide()
    }
  }

  /// Draws a row's widget where the swipe has moved it, and the action where the row was.
  func snapshot(_ row: WidgetPointer, of element: ListElement, on snapshot: OpaquePointer) {
    guard let list else { return }
    let parent = list.widget.pointer
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
      gtk_widget_snapshot_child(list.widget.pointer, view.widget.pointer, snapshot)
    }
    return true
  }
}
