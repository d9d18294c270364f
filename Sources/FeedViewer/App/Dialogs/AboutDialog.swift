import CGtk
import FeedViewerBase
import GtkInterop

/// The About dialog. GTK's own is wider than a narrow screen.
enum AboutDialog {
  private static let width = 360
  private static let iconSize: Int32 = 96
  /// The longest lines, in average characters.
  private static let lineLength: Int32 = 42

  static func present(over parent: UnsafeMutablePointer<GtkWindow>) {
    let content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)!
    gtk_widget_add_css_class(content, "about")
    let icon = gtk_image_new_from_icon_name(ApplicationInfo.identifier)!
    gtk_image_set_pixel_size(icon.opaque, iconSize)
    Accessible.setHidden(true, of: icon)
    gtk_box_append(content.cast(), icon)
    append(ApplicationInfo.name, class: "title-1", to: content)
    append(ApplicationInfo.version, class: "numeric", to: content)
    append(ApplicationInfo.purpose, class: "beginning", to: content)
    append(ApplicationInfo.promise, class: nil, to: content)
    append(localized("The Feed Viewer authors"), class: "beginning", to: content)
    append(
      localized("No licence chosen yet. All rights reserved."), class: nil,
      to: content)
    append(systemInformation, class: "beginning", isFaint: true, to: content)
    DialogWindow.present(
      content, title: Menu.plainTitle(localized("A_bout Feed Viewer")), width: width, over: parent)
  }

  /// Texts can be selected, for reports of problems.
  private static func append(
    _ text: String, class name: String?, isFaint: Bool = false, to content: WidgetPointer
  ) {
    let label = WrappingLabel.make(text, isSelectable: true)
    gtk_label_set_xalign(label.opaque, 0.5)
    gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
    gtk_label_set_max_width_chars(label.opaque, lineLength)
    if let name { gtk_widget_add_css_class(label, name) }
    if isFaint { gtk_widget_add_css_class(label, "dim-label") }
    gtk_box_append(content.cast(), label)
  }

  private static var systemInformation: String {
    let gtk = "\(gtk_get_major_version()).\(gtk_get_minor_version()).\(gtk_get_micro_version())"
    return """
      GTK \(gtk) (\(DisplaySystem.name()))
      Pango \(String(cString: pango_version_string()))
      """
  }
}
