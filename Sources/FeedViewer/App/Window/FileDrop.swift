import CGtk
import FeedViewerBase
import GtkInterop

/// Accepts files dropped anywhere on a widget, and shows a frame while they hover.
final class FileDrop {
  /// The frame, an overlay of the content.
  let frame: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)

  /// - Parameter opened: Called with the paths of the dropped files.
  init(on widget: WidgetPointer, opened: @escaping ([FilePath]) -> Void) {
    gtk_widget_add_css_class(frame, "drop-target")
    gtk_widget_set_can_target(frame, 0)
    gtk_widget_set_visible(frame, 0)
    let target = gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY)!
    // Before the targets inside, such as the feeds at the side and text entries: they would take the path as a text.
    gtk_event_controller_set_propagation_phase(target, GTK_PHASE_CAPTURE)
    let frame = frame
    Signal.connect(target, "accept") { arguments in
      guard let drop = arguments.object(0)?.opaque else { return .unhandled }
      // Links of entries that are dragged to other programs are no files.
      let isForeign = gdk_drop_get_drag(drop) == nil
      return isForeign && Self.promisesFiles(drop) ? .handled : .unhandled
    }
    Signal.connect(target, "notify::current-drop") {
      gtk_widget_set_visible(frame, gtk_drop_target_get_current_drop(target) == nil ? 0 : 1)
    }
    Signal.connect(target, "drop") { arguments in
      let paths = arguments.droppedFiles(0)
      guard !paths.isEmpty else { return .unhandled }
      opened(paths)
      return .handled
    }
    gtk_widget_add_controller(widget, target)
  }

  /// Whether GDK can make a list of files of what is dropped.
  private static func promisesFiles(_ drop: OpaquePointer) -> Bool {
    let formats = gdk_content_formats_union_deserialize_gtypes(
      gdk_content_formats_ref(gdk_drop_get_formats(drop)))
    defer { gdk_content_formats_unref(formats) }
    return gdk_content_formats_contain_gtype(formats, gdk_file_list_get_type()) != 0
  }
}
