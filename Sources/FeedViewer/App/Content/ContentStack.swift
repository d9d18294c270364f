import CGtk
import FeedViewerBase
import GtkInterop
import VirtualList

/// The content of the list's pane: the list, or a page shown in its place.
///
/// Pages are made when they are first shown, because a stack measures all its children and each page loads fonts.
final class ContentStack {
  /// Loading that takes less time, in milliseconds, shows no loading page.
  private static let loadingDelay: UInt32 = 300

  let widget: WidgetPointer = gtk_stack_new()
  private let list: ListView
  /// Scrolls the list.
  private let scroller: WidgetPointer
  private let startPage: StartPage
  private lazy var loadingPage = LoadingPage()
  private lazy var statusPage = StatusPage()
  private var loadingTimer: TimeoutSource?
  private var loadingNames: [String] = []

  private enum Page: String {
    case blank, start, loading, rows, status

    /// Empty for a page that has a name of its own.
    var accessibleName: String {
      switch self {
      case .blank, .status: ""
      case .start: localized("Welcome")
      case .loading: localized("Loading")
      case .rows: localized("Entries")
      }
    }
  }

  /// - Parameters:
  ///   - list: The list of the rows, in a scrolled window.
  ///   - startPage: The page that is shown while nothing is open.
  init(list: ListView, in scroller: WidgetPointer, startPage: StartPage) {
    self.list = list
    self.scroller = scroller
    self.startPage = startPage
    // Stays empty until the content is known, so that no page flashes.
    add(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), .blank)
    add(scroller, .rows)
    gtk_widget_set_vexpand(widget, 1)
    AccessibleContainer.hideOtherPages(of: widget)
  }

  func show(_ state: ContentState) {
    if case .loading(let names) = state { return showLoading(names) }
    loadingTimer = nil
    if has(.loading) { loadingPage.stop() }
    if let page = state.page {
      turn(to: .status) { statusPage.show(page) }
    } else if state == .nothingOpen {
      turn(to: .start) { startPage.update() }
    } else {
      turn(to: .rows)
    }
  }

  private func showLoading(_ names: [String]) {
    loadingNames = names
    if has(.loading) { loadingPage.show(names) }
    guard loadingTimer == nil else { return }
    loadingTimer = TimeoutSource(milliseconds: Self.loadingDelay) { [weak self] in
      guard let self else { return .done }
      self.turn(to: .loading) {
        self.loadingPage.show(self.loadingNames)
        return false
      }
      return .done
    }
  }

  private func has(_ page: Page) -> Bool { gtk_stack_get_child_by_name(widget.opaque, page.rawValue) != nil }

  private func add(_ child: WidgetPointer, _ page: Page) {
    let stackPage = gtk_stack_add_named(widget.opaque, child, page.rawValue)!
    Accessible.setLabel(page.accessibleName, of: stackPage.cast())
  }

  /// Shows a page.
  ///
  /// - Parameter fill: Fills it, and returns whether widgets of it were replaced.
  private func turn(to page: Page, fill: () -> Bool = { false }) {
    if !has(page) { add(make(page), page) }
    // Hiding or replacing the widget that has the focus would give it to whatever comes next in the window.
    let (shown, hadFocus) = (shownPage, hasFocus)
    let isReplaced = fill()
    gtk_stack_set_visible_child_name(widget.opaque, page.rawValue)
    guard hadFocus, isReplaced || shown != page else { return }
    takeFocus()
    // Buttons take the focus only when they are laid out.
    if page == .status {
      MainLoop.perform(priority: G_PRIORITY_LOW) { [weak self] in self?.focusFirstButton() }
    }
  }

  /// Gives the focus on, from what the buttons of the page are in.
  private func focusFirstButton() {
    guard shownPage == .status, let focused = FocusedWidget(inWindowOf: widget), focused.isInside(widget),
      !focused.isInside(statusPage.widget)
    else { return }
    gtk_widget_child_focus(statusPage.widget, GTK_DIR_TAB_FORWARD)
  }

  private var shownPage: Page? {
    gtk_stack_get_visible_child_name(widget.opaque).flatMap { Page(rawValue: String(cString: $0)) }
  }

  /// Whether the keyboard focus is on what is shown. A button of a page that has done its work is insensitive, and has lost the
  /// focus to nothing else.
  private var hasFocus: Bool {
    FocusedWidget(inWindowOf: widget)?.isInside(widget) ?? (shownPage == .status)
  }

  /// Gives the keyboard focus to what is shown.
  func takeFocus() {
    guard let page = gtk_stack_get_visible_child(widget.opaque) else { return }
    if page == scroller { return list.takeFocus() }
    // Screen readers read a page that has the focus. The scroller around it has no name.
    if shownPage == .status, gtk_widget_grab_focus(statusPage.widget) != 0 { return }
    if gtk_widget_grab_focus(page) == 0 { gtk_widget_child_focus(page, GTK_DIR_TAB_FORWARD) }
  }

  private func make(_ page: Page) -> WidgetPointer {
    switch page {
    case .blank, .rows: preconditionFailure("This page is there from the start.")
    case .loading: loadingPage.widget
    case .start: startPage.widget
    case .status: Self.scrolling(statusPage.widget)
    }
  }

  /// Lets a page scroll in a window that is not as high.
  private static func scrolling(_ page: WidgetPointer) -> WidgetPointer {
    let scroller = AccessibleContainer.makeScrolledWindow()
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scroller.opaque, page)
    return scroller
  }
}
