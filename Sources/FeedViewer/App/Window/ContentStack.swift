import CGtk
import GtkInterop

/// The window's content: the list, or the page that stands for it.
final class ContentStack {
  /// Reading that takes less time than this is over before a page could be read.
  private static let loadingDelay: UInt32 = 300

  let widget: WidgetPointer = gtk_stack_new()
  private let loadingPage: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
  private let spinner: WidgetPointer = gtk_spinner_new()
  private let loadingLabel: WidgetPointer = gtk_label_new(nil)
  private let errorPage = StatusPage(
    icon: "dialog-error-symbolic", title: "", description: "", button: ("_Open Another…", "win.open"))
  private var loadingTimer: TimeoutSource?

  private enum Page: String { case blank, nothingOpen, loading, rows, noEntries, failed }

  /// - Parameter list: The widget that shows the rows.
  init(list: WidgetPointer) {
    let nothingOpen = StatusPage(
      icon: "application-rss+xml-symbolic", title: "Open a Feed",
      description: "Choose RSS, Atom, JSON Feed or OPML files, or drag and drop them here.",
      button: ("_Open…", "win.open"))
    let noEntries = StatusPage(
      icon: "edit-find-symbolic", title: "No Entries", description: "There is nothing in this feed yet.")
    buildLoadingPage()
    // Until it is known what there is to show, nothing is: no page flashes by.
    add(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), .blank)
    add(nothingOpen.widget, .nothingOpen)
    add(loadingPage, .loading)
    add(list, .rows)
    add(noEntries.widget, .noEntries)
    add(errorPage.widget, .failed)
    gtk_widget_set_vexpand(widget, 1)
  }

  func show(_ state: ContentState) {
    if case .loading(let names) = state { return showLoading(names) }
    loadingTimer = nil
    gtk_spinner_stop(spinner.opaque)
    switch state {
    case .nothingOpen: turn(to: .nothingOpen)
    case .rows: turn(to: .rows)
    case .noEntries: turn(to: .noEntries)
    case .failed(let errors):
      errorPage.setTitle(errors.count == 1 ? "This File Can't Be Shown" : "These Files Can't Be Shown")
      errorPage.setDescription(errors.joined(separator: "\n"))
      turn(to: .failed)
    case .loading: break
    }
  }

  private func showLoading(_ names: [String]) {
    gtk_label_set_text(
      loadingLabel.opaque, names.count == 1 ? "Reading \(names[0])…" : "Reading \(names.count) files…")
    guard loadingTimer == nil else { return }
    loadingTimer = TimeoutSource(milliseconds: Self.loadingDelay) { [weak self] in
      guard let self else { return .done }
      gtk_spinner_start(self.spinner.opaque)
      self.turn(to: .loading)
      return .done
    }
  }

  private func buildLoadingPage() {
    gtk_widget_set_halign(loadingPage, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(loadingPage, GTK_ALIGN_CENTER)
    gtk_widget_set_size_request(spinner, 32, 32)
    gtk_label_set_ellipsize(loadingLabel.opaque, PANGO_ELLIPSIZE_MIDDLE)
    gtk_widget_add_css_class(loadingLabel, "dim-label")
    gtk_box_append(loadingPage.cast(), spinner)
    gtk_box_append(loadingPage.cast(), loadingLabel)
  }

  private func add(_ child: WidgetPointer, _ page: Page) {
    gtk_stack_add_named(widget.opaque, child, page.rawValue)
  }

  private func turn(to page: Page) { gtk_stack_set_visible_child_name(widget.opaque, page.rawValue) }
}
