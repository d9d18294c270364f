import CGtk
import FeedViewerBase
import GtkInterop
import VirtualList

/// The page of a window without files: what the program opens, and the recent files.
final class StartPage {
  /// How many recent files it lists.
  private static let recentLimit = 5
  /// The width of the names and that of the folders, in characters, where the window has room for them.
  private static let columnWidth: Int32 = 24
  /// The longest lines, in average characters.
  private static let width: Int32 = 50

  let widget = AccessibleContainer.makeScrolledWindow()
  private let page: StatusPage
  private let recent: RecentDocuments?
  private let recentBox: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3)
  private let recentList: WidgetPointer = gtk_list_box_new()
  private var shownPaths: [FilePath] = []

  /// - Parameters:
  ///   - offersSamples: Whether there are samples to open, with the command `openSamples`.
  ///   - recent: The recent files, which `openRecent` opens; nil lists none.
  init(offersSamples: Bool, recent: RecentDocuments?) {
    self.recent = recent
    page = StatusPage(width: Self.width)
    page.show(
      StatusPage.Content(
        icon: "application-rss+xml-symbolic", title: localized("Open a Feed File"),
        description: """
          \(localized("Open RSS, Atom, JSON Feed or OPML files stored on this computer, or drop them here."))
          \(ApplicationInfo.promise)
          """,
        buttons: [ActionButton(localized("_Open…"), .open)]
          + (offersSamples ? [ActionButton(localized("View _Samples"), .openSamples)] : [])))
    gtk_scrolled_window_set_policy(widget.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_widget_add_css_class(widget, "start-page")
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)!
    gtk_widget_set_valign(box, GTK_ALIGN_CENTER)
    gtk_widget_set_halign(box, GTK_ALIGN_CENTER)
    gtk_box_append(box.cast(), page.widget)
    gtk_box_append(box.cast(), recentBox)
    gtk_scrolled_window_set_child(widget.opaque, box)
    makeRecentList()
  }

  private func makeRecentList() {
    let heading = gtk_label_new(localized("Recent"))!
    gtk_label_set_xalign(heading.opaque, 0)
    gtk_widget_add_css_class(heading, "recent-heading")
    gtk_widget_add_css_class(recentBox, "recent-files")
    gtk_widget_add_css_class(recentList, "recent")
    gtk_list_box_set_selection_mode(recentList.opaque, GTK_SELECTION_NONE)
    Accessible.setLabel(localized("Recent Files"), of: recentList)
    for child in [heading, recentList] { gtk_box_append(recentBox.cast(), child) }
    gtk_widget_set_visible(recentBox, 0)
  }

  /// Lists the files that are recent now.
  ///
  /// - Returns: Whether others are listed than before.
  @discardableResult func update() -> Bool {
    let paths = recent?.paths(limit: Self.recentLimit) ?? []
    guard paths != shownPaths else { return false }
    shownPaths = paths
    while let row = gtk_widget_get_first_child(recentList) { gtk_list_box_remove(recentList.opaque, row) }
    for path in paths { gtk_list_box_append(recentList.opaque, row(of: path)) }
    gtk_widget_set_visible(recentBox, paths.isEmpty ? 0 : 1)
    return true
  }

  private func row(of path: FilePath) -> WidgetPointer {
    let (name, folder) = (
      UntrustedText.line(FileName.of(path)), UntrustedText.line(FileName.folder(of: path))
    )
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
    for (text, side, mode) in [(name, Float(0), PANGO_ELLIPSIZE_MIDDLE), (folder, 1, PANGO_ELLIPSIZE_START)] {
      let label = gtk_label_new(text)!
      gtk_label_set_ellipsize(label.opaque, mode)
      gtk_label_set_xalign(label.opaque, side)
      gtk_label_set_width_chars(label.opaque, 4)
      gtk_label_set_max_width_chars(label.opaque, Self.columnWidth)
      gtk_widget_set_hexpand(label, side == 0 ? 1 : 0)
      if side == 1 { gtk_widget_add_css_class(label, "dim-label") }
      gtk_box_append(box.cast(), label)
    }
    let row = gtk_list_box_row_new()!
    gtk_list_box_row_set_child(row.cast(), box)
    WindowCommand.openRecent.connect(row, target: path.text)
    gtk_widget_set_tooltip_text(row, UntrustedText.line(path.display))
    Accessible.setLabel(ListText.joined([name, folder]), of: row)
    return row
  }
}
