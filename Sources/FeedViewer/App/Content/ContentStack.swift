import CGtk
import FeedViewerBase
import GtkInterop

/// The content of the window: the list, or a page shown in its place.
///
/// Pages are made when they are first shown, because a stack measures all its children and each page loads fonts.
final class ContentStack {
  /// Loading that takes less time, in milliseconds, shows no loading page.
  private static let loadingDelay: UInt32 = 300

  let widget: WidgetPointer = gtk_stack_new()
  /// Called to give the keyboard focus to the list.
  var onListFocus: () -> Void = {}
  private let list: WidgetPointer
  private let offersSamples: Bool
  private lazy var loadingPage = LoadingPage()
  private lazy var errorPage = StatusPage(
    icon: "dialog-error-symbolic", title: "", description: "",
    buttons: [
      (localized("_Open Another…"), "win.open"), (localized("_Dismiss All"), "win.dismiss-problems"),
    ])
  private lazy var removedPage = StatusPage(
    icon: "edit-clear-all-symbolic", title: "", description: "",
    buttons: [(localized("_Undo"), "win.undo-edit")])
  private var loadingTimer: TimeoutSource?
  private var loadingNames: [String] = []

  private enum Page: String {
    case blank, nothingOpen, loading, rows, noEntries, removed, allRemoved, nothingMatches, failed

    var accessibleName: String {
      switch self {
      case .blank: localized("Nothing yet")
      case .nothingOpen: localized("Nothing open")
      case .loading: localized("Reading files")
      case .rows: localized("Entries")
      case .noEntries: localized("No entries")
      case .removed, .allRemoved: localized("Entries removed")
      case .nothingMatches: localized("No matching entries")
      case .failed: localized("Errors")
      }
    }
  }

  /// - Parameters:
  ///   - list: The widget that shows the rows.
  ///   - offersSamples: Whether there are samples to open, with the action `win.open-samples`.
  init(list: WidgetPointer, offersSamples: Bool) {
    self.list = list
    self.offersSamples = offersSamples
    // Stays empty until the content is known, so that no page flashes.
    add(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), .blank)
    add(list, .rows)
    gtk_widget_set_vexpand(widget, 1)
  }

  func show(_ state: ContentState) {
    if case .loading(let names) = state { return showLoading(names) }
    loadingTimer = nil
    if has(.loading) { loadingPage.stop() }
    switch state {
    case .nothingOpen: turn(to: .nothingOpen)
    case .rows: turn(to: .rows)
    case .noEntries: turn(to: .noEntries)
    case .removed(let edit):
      removedPage.setText(
        title: edit,
        description: localized(
          "Nothing is left in the list. The files are unchanged; Undo brings the entries back."))
      turn(to: .removed)
    case .allRemoved: turn(to: .allRemoved)
    case .nothingMatches: turn(to: .nothingMatches)
    case .failed(let count, let errors):
      let rest = count - errors.count
      let more =
        rest > 0
        ? [
          localized(
            "And \(grouped: rest) more file.", plural: "And \(grouped: rest) more files.", count: rest)
        ] : []
      errorPage.setText(
        title: count == 1 ? localized("This File Can’t Be Shown") : localized("These Files Can’t Be Shown"),
        description: (errors + more).joined(separator: "\n"), isList: count > 1)
      errorPage.setButton(1, isVisible: count > 1)
      turn(to: .failed)
    case .loading: break
    }
  }

  private func showLoading(_ names: [String]) {
    loadingNames = names
    if has(.loading) { loadingPage.show(names) }
    guard loadingTimer == nil else { return }
    loadingTimer = TimeoutSource(milliseconds: Self.loadingDelay) { [weak self] in
      guard let self else { return .done }
      self.loadingPage.show(self.loadingNames)
      self.turn(to: .loading)
      return .done
    }
  }

  private func has(_ page: Page) -> Bool { gtk_stack_get_child_by_name(widget.opaque, page.rawValue) != nil }

  private func add(_ child: WidgetPointer, _ page: Page) {
    let stackPage = gtk_stack_add_named(widget.opaque, child, page.rawValue)!
    Accessible.setLabel(page.accessibleName, of: stackPage.cast())
  }

  private func turn(to page: Page) {
    if !has(page) { add(make(page), page) }
    // Hiding the page that has the focus would give it to whatever comes next in the window.
    let hadFocus = FocusedWidget(inWindowOf: widget)?.isInside(widget) ?? isOfRemovedEntries
    gtk_stack_set_visible_child_name(widget.opaque, page.rawValue)
    if hadFocus { takeFocus() }
  }

  /// Whether what is shown has a button that brings entries back. Once it has, it is insensitive, and has lost the focus.
  private var isOfRemovedEntries: Bool {
    let page = gtk_stack_get_visible_child_name(widget.opaque).flatMap { Page(rawValue: String(cString: $0)) }
    return page == .removed || page == .allRemoved
  }

  /// Gives the keyboard focus to what is shown.
  func takeFocus() {
    guard let page = gtk_stack_get_visible_child(widget.opaque) else { return }
    if page == list {
      onListFocus()
    } else if gtk_widget_grab_focus(page) == 0 {
      gtk_widget_child_focus(page, GTK_DIR_TAB_FORWARD)
    }
  }

  private func make(_ page: Page) -> WidgetPointer {
    switch page {
    case .blank, .rows: preconditionFailure("This page is there from the start.")
    case .loading: return loadingPage.widget
    case .failed:
      // Many files have a long list.
      let scroller = AccessibleContainer.makeScrolledWindow()
      gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
      gtk_scrolled_window_set_child(scroller.opaque, errorPage.widget)
      return scroller
    case .removed: return removedPage.widget
    case .allRemoved:
      return StatusPage(
        icon: "edit-clear-all-symbolic", title: localized("No Entries Left"),
        description: localized("You removed every entry of this list. The file is unchanged."),
        buttons: [(localized("_Restore Entries"), "win.restore-all-removed")]
      ).widget
    case .nothingOpen:
      return StatusPage(
        icon: "application-rss+xml-symbolic", title: localized("Open a Feed"),
        description: ApplicationInfo.purpose,
        hint: Sentences.joined([localized("Files can also be dropped here."), ApplicationInfo.promise]),
        buttons: [(localized("_Open…"), "win.open")]
          + (offersSamples ? [(localized("_Samples"), "win.open-samples")] : [])
      ).widget
    case .nothingMatches:
      return StatusPage(
        icon: "edit-find-symbolic", title: localized("No Entries Match"),
        description: localized("No entry matches what you are looking for."),
        buttons: [(localized("_Show All Entries"), "win.show-all")]
      ).widget
    case .noEntries:
      return StatusPage(
        icon: "edit-find-symbolic", title: localized("No Entries"),
        description: localized("There is nothing in this feed yet.")
      ).widget
    }
  }
}
