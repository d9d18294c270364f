import CGtk
import GtkInterop

/// Groups of rows in dialogs: a heading, and below it a list with a frame.
enum BoxedList {
  /// - Parameter rows: Children of list box rows, or such rows.
  static func makeGroup(_ title: String, _ rows: [WidgetPointer]) -> WidgetPointer {
    let group = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)!
    let heading = Accessible.makeLabel(GTK_ACCESSIBLE_ROLE_HEADING)
    gtk_label_set_text(heading.opaque, title)
    gtk_label_set_wrap(heading.opaque, 1)
    gtk_label_set_xalign(heading.opaque, 0)
    gtk_widget_add_css_class(heading, "heading")
    gtk_box_append(group.cast(), heading)
    let list = gtk_list_box_new()!
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
    gtk_list_box_set_show_separators(list.opaque, 1)
    gtk_widget_add_css_class(list, "boxed-list")
    Accessible.setLabel(title, of: list)
    for row in rows { gtk_list_box_append(list.opaque, row) }
    gtk_box_append(group.cast(), list)
    return group
  }

  /// A page of groups that scrolls. Only very large text is wider than the window: then it scrolls sideways, too.
  static func makePage(_ groups: [WidgetPointer]) -> WidgetPointer {
    let page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_widget_add_css_class(page, "boxed-page")
    for group in groups { gtk_box_append(page.cast(), group) }
    let scroller = AccessibleContainer.makeScrolledWindow()
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scroller.opaque, page)
    gtk_widget_set_vexpand(scroller, 1)
    return scroller
  }
}
