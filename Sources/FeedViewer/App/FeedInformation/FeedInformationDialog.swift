import CGtk
import FeedViewerBase
import FeedViewerFeeds
import GtkInterop

/// The window that tells all of a feed and its file, the repairs with their places, too.
enum FeedInformationDialog {
  private static let size = (width: 480, height: 560)
  /// The most repairs shown; the others are counted.
  private static let repairLimit = 200
  private static let columnSpacing: UInt32 = 18
  private static let rowSpacing: UInt32 = 6

  /// - Parameter openWebsite: Called when the link to the website is followed.
  @discardableResult
  static func present(
    _ information: FeedInformation, over parent: UnsafeMutablePointer<GtkWindow>,
    openWebsite: @escaping () -> Void
  ) -> UnsafeMutablePointer<GtkWindow> {
    let content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_widget_add_css_class(content, "feed-information")
    append(information.title, "title", to: content)
    if let summary = information.summary, !summary.isEmpty { append(summary, "description", to: content) }
    if let website = information.website {
      gtk_box_append(content.cast(), link(to: website, open: openWebsite))
    }
    gtk_box_append(content.cast(), table(information.facts))
    let remarks = information.remarks
    if !remarks.sentences.isEmpty {
      append(localized("Remarks"), "heading", to: content)
      for sentence in remarks.sentences { append(sentence, "remark", to: content) }
    }
    if let repairs = remarks.repairs {
      append(localized("Repairs"), "heading", to: content)
      append(repairs.description, "remark", to: content)
      gtk_box_append(content.cast(), list(of: repairs))
    }
    let scroller = AccessibleContainer.makeScrolledWindow()
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scroller.opaque, content)
    return DialogWindow.present(
      scroller, title: localized("Feed Information"), width: size.width, height: size.height,
      scrolled: content, over: parent)
  }

  private static func append(_ text: String, _ style: String, to box: WidgetPointer) {
    let label = WrappingLabel.make(text, isSelectable: true)
    gtk_widget_add_css_class(label, style)
    gtk_box_append(box.cast(), label)
  }

  private static func link(to address: String, open: @escaping () -> Void) -> WidgetPointer {
    let button = gtk_link_button_new_with_label(address, LinkPreview(text: nil, address: address).address)!
    gtk_widget_set_halign(button, GTK_ALIGN_START)
    // The whole address would be wider than a narrow screen.
    if let label = gtk_button_get_child(button.cast()) {
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    }
    Signal.connect(button, "activate-link") { _ in
      open()
      return .handled
    }
    return button
  }

  private static func table(_ facts: [(name: String, value: String)]) -> WidgetPointer {
    let grid = gtk_grid_new()!
    gtk_widget_add_css_class(grid, "facts")
    gtk_grid_set_column_spacing(grid.cast(), columnSpacing)
    gtk_grid_set_row_spacing(grid.cast(), rowSpacing)
    for (row, fact) in facts.enumerated() {
      let name = WrappingLabel.make(fact.name)
      gtk_widget_add_css_class(name, "dim-label")
      gtk_widget_set_valign(name, GTK_ALIGN_START)
      let value = WrappingLabel.make(fact.value, isSelectable: true)
      gtk_widget_set_hexpand(value, 1)
      gtk_grid_attach(grid.cast(), name, 0, Int32(row), 1, 1)
      gtk_grid_attach(grid.cast(), value, 1, Int32(row), 1, 1)
    }
    return grid
  }

  private static func list(of repairs: FeedRepairs) -> WidgetPointer {
    let list = gtk_list_box_new()!
    gtk_widget_add_css_class(list, "repairs")
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
    Accessible.setLabel(localized("Repairs"), of: list)
    for place in repairs.places.prefix(repairLimit) {
      let found = place.found.localized
      let title = "\(found.prefix(1).uppercased())\(found.dropFirst())"
      append(title, localized("Line \(place.line), column \(place.column): \(place.repair)"), toList: list)
    }
    let rest = repairs.count - min(repairs.places.count, repairLimit)
    if rest > 0 {
      append(
        localized("and \(grouped: rest) more", plural: "and \(grouped: rest) more", count: rest), nil,
        toList: list)
    }
    return list
  }

  private static func append(_ title: String, _ subtitle: String?, toList list: WidgetPointer) {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)!
    append(title, "found", to: box)
    if let subtitle {
      let line = WrappingLabel.make(subtitle, isSelectable: true)
      for style in ["dim-label", "caption"] { gtk_widget_add_css_class(line, style) }
      gtk_box_append(box.cast(), line)
    }
    let row = gtk_list_box_row_new()!
    Accessible.setLabel([title, subtitle].compactMap(\.self).joined(separator: ". "), of: row)
    gtk_list_box_row_set_child(row.cast(), box)
    gtk_list_box_row_set_activatable(row.cast(), 0)
    gtk_list_box_append(list.opaque, row)
  }
}
