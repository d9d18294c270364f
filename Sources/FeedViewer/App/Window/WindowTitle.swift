import CGtk
import GtkInterop

/// The two lines in the header bar: the open files and the numbers of entries.
final class WindowTitle {
  let widget: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  private let title: WidgetPointer
  private let subtitle: WidgetPointer

  init() {
    title = Self.line("title")
    subtitle = Self.line("subtitle")
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    gtk_box_append(widget.cast(), title)
    gtk_box_append(widget.cast(), subtitle)
  }

  func show(_ text: TitleText) {
    gtk_label_set_text(title.opaque, text.title)
    gtk_label_set_text(subtitle.opaque, text.subtitle)
    gtk_widget_set_visible(subtitle, text.subtitle.isEmpty ? 0 : 1)
  }

  private static func line(_ name: String) -> WidgetPointer {
    let label = gtk_label_new(nil)!
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_single_line_mode(label.opaque, 1)
    gtk_widget_add_css_class(label, name)
    return label
  }
}

/// The title of a library in the header bar.
struct TitleText: Equatable {
  var title: String
  var subtitle: String

  init(title: String, subtitle: String) {
    self.title = title
    self.subtitle = subtitle
  }

  init(of library: FeedLibrary) {
    let files = library.files
    let count = files.count { $0.error == nil }
    switch count {
    case 0: title = ApplicationInfo.name
    case 1: title = files.first { $0.error == nil }.map { UntrustedText.line($0.title) } ?? ""
    default: title = "\(EntryCount.grouped(count)) feeds"
    }
    let unread = library.sections.reduce(0) { $0 + $1.unreadCount }
    subtitle = library.sections.isEmpty ? "" : EntryCount.text(library.entryCount, unread: unread)
  }
}
