import CGtk
import FeedViewerBase
import FeedViewerRows
import GtkInterop

/// The strip above an article whose entry is not in the list, which tells why.
final class PinnedStrip {
  /// Why the entry that is read is not in the list.
  enum Reason: Equatable {
    case search
    case filter(Arrangement.Filter)
    /// It is not of this day.
    case today
    /// It has gone from its file.
    case gone
  }

  let widget = AccessibleContainer.make(gtk_box_get_type())
  private let label: WidgetPointer = gtk_label_new(nil)
  private let button: WidgetPointer = gtk_button_new_with_label(localized("Show in List"))
  private let content: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
  /// The words begin where the text of the article does.
  private let indent: ColumnIndent
  private(set) var reason: Reason?

  init(over view: ArticleView) {
    indent = ColumnIndent(content, with: view)
    for style in ["strip", "pinned"] { gtk_widget_add_css_class(widget, style) }
    gtk_widget_add_css_class(content, "strip-content")
    gtk_widget_add_css_class(label, "what")
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_widget_set_hexpand(label, 1)
    WindowCommand.showInList.connect(button)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    for child in [label, button] { gtk_box_append(content.cast(), child) }
    gtk_widget_set_hexpand(indent.widget, 1)
    gtk_box_append(widget.cast(), indent.widget)
    gtk_widget_set_visible(widget, 0)
  }

  /// The words.
  var words: WidgetPointer { label }

  /// The text of the article may begin elsewhere.
  func columnChanged() { indent.changed() }

  /// - Parameter reason: Nil if the entry is in the list, or none is read.
  func show(_ reason: Reason?) {
    guard reason != self.reason else { return }
    self.reason = reason
    let text =
      switch reason {
      case nil: ""
      case .search: localized("Hidden by the search")
      case .filter(.starred): localized("Hidden by “Starred only”")
      case .filter: localized("Hidden by “Unread only”")
      case .today: localized("Not from today")
      case .gone: localized("No longer in the file")
      }
    gtk_label_set_text(label.opaque, text)
    Accessible.setLabel(text, of: widget)
    gtk_widget_set_visible(button, reason == .gone ? 0 : 1)
    gtk_widget_set_visible(widget, reason == nil ? 0 : 1)
  }
}
