import CGtk
import FeedViewerBase
import GtkInterop

/// Pull to refresh: refreshes a list when it is pulled down at its top, on a touch screen or a touchpad.
///
/// The pull must begin at the list's top and reach GTK's maximum overshoot; a fling that ends at the top does not refresh.
/// A list that is not higher than its viewport can't be pulled. Call `beginRefreshing` from a key (F5 or Ctrl+R) and from
/// a button or menu, too: not everybody can pull.
///
/// During a refresh no heights are measured ahead, and the list's accessible state is `busy`.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
public final class RefreshControl {
  private static let margin: Int32 = 8

  /// A spinner, visible only during a refresh; put it above the scrolled window.
  public let indicator: WidgetPointer
  /// Whether a refresh is under way.
  public private(set) var isRefreshing = false

  private weak var list: ListView?
  private let scroller: GObjectReference<WidgetPointer>
  private let spinner: WidgetPointer
  private let onRefresh: () -> Void
  private var beganAtTop = false
  private var precacheWasPaused = false

  /// Creates the control of a list.
  ///
  /// - Parameters:
  ///   - list: Must be in a scrolled window.
  ///   - onRefresh: Called when a refresh begins. Call `endRefreshing` when the list shows the new content.
  public init(for list: ListView, onRefresh: @escaping () -> Void) {
    guard let parent = gtk_widget_get_ancestor(list.widget.pointer, gtk_scrolled_window_get_type()) else {
      preconditionFailure("A list that is refreshed by pulling it must be in a scrolled window.")
    }
    self.list = list
    self.onRefresh = onRefresh
    scroller = GObjectReference(retaining: parent)
    indicator = AccessibleContainer.make(gtk_revealer_get_type())
    spinner = gtk_spinner_new()!
    Accessible.setLabel(localized("Refreshing"), of: spinner)
    gtk_widget_set_margin_top(spinner, Self.margin)
    gtk_widget_set_margin_bottom(spinner, Self.margin)
    gtk_revealer_set_child(indicator.opaque, spinner)
    connect()
  }

  private func connect() {
    let drag = gtk_gesture_drag_new()!
    gtk_gesture_single_set_touch_only(drag, 1)
    Signal.connect(drag, "drag-begin") { [weak self] in self?.motionBegan() }
    let scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL)!
    Signal.connect(scroll, "scroll-begin") { [weak self] in self?.motionBegan() }
    for controller in [drag, scroll] {
      // GtkScrolledWindow claims the events, so they are observed in the capture phase.
      gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
      gtk_widget_add_controller(scroller.pointer, controller)
    }
    Signal.connect(scroller.pointer, "edge-overshot") { [weak self] arguments in
      if let self, beganAtTop, arguments.enumeration(0) == GTK_POS_TOP.rawValue { beginRefreshing() }
      return .unhandled
    }
  }

  private func motionBegan() { beganAtTop = list.map { $0.contentOffset <= 0 } ?? false }

  /// Begins a refresh, unless one is under way.
  public func beginRefreshing() {
    guard !isRefreshing, let list else { return }
    isRefreshing = true
    precacheWasPaused = list.pausesPrecache
    list.pausesPrecache = true
    show()
    onRefresh()
  }

  /// Ends the refresh. Call it when the list shows the new content.
  public func endRefreshing() {
    guard isRefreshing else { return }
    isRefreshing = false
    list?.pausesPrecache = precacheWasPaused
    show()
  }

  private func show() {
    gtk_revealer_set_reveal_child(indicator.opaque, isRefreshing ? 1 : 0)
    gtk_spinner_set_spinning(spinner.opaque, isRefreshing ? 1 : 0)
    if let list { Accessible.setBusy(isRefreshing, of: list.widget.pointer) }
  }
}
