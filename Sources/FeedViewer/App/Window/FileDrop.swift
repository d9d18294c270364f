import CGtk
import FeedViewerBase
import GtkInterop

/// Accepts files dropped anywhere on a widget, and shows a frame while they hover.
final class FileDrop {
  /// The frame, an overlay of the content.
  let frame: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)

  /// - Parameters:
  ///   - opened: Called with the paths of the dropped files.
  ///   - refused: Called when the address of something that is not on this computer was dropped.
  init(
    on widget: WidgetPointer, opened: @escaping ([FilePath]) -> Void, refused: @escaping () -> Void
  ) {
    gtk_widget_add_css_class(frame, "drop-target")
    gtk_widget_set_can_target(frame, 0)
    gtk_widget_set_visible(frame, 0)
    let label = gtk_label_new(localized("Drop to open"))!
    gtk_widget_set_halign(label, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(label, GTK_ALIGN_CENTER)
    gtk_widget_set_vexpand(label, 1)
    gtk_box_append(frame.cast(), label)
    gtk_widget_add_controller(widget, makeFileTarget(opened, refused))
    gtk_widget_add_controller(widget, Self.makeTextTarget(refused))
  }

  private func makeFileTarget(
    _ opened: @escaping ([FilePath]) -> Void, _ refused: @escaping () -> Void
  ) -> OpaquePointer {
    let target = gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY)!
    // Before the targets inside, such as the feeds of the sidebar and text entries: they would take the path as a text.
    gtk_event_controller_set_propagation_phase(target, GTK_PHASE_CAPTURE)
    let frame = frame
    Signal.connect(target, "accept") { arguments in
      guard let drop = arguments.object(0)?.opaque else { return .unhandled }
      // Links of entries that are dragged to other programs are no files.
      let isForeign = gdk_drop_get_drag(drop) == nil
      return isForeign && Self.promises(gdk_file_list_get_type(), drop) ? .handled : .unhandled
    }
    Signal.connect(target, "notify::current-drop") {
      gtk_widget_set_visible(frame, gtk_drop_target_get_current_drop(target) == nil ? 0 : 1)
    }
    Signal.connect(target, "drop") { arguments in
      let (paths, hasOthers) = arguments.droppedFiles(0)
      if !paths.isEmpty { opened(paths) }
      if hasOthers { refused() }
      return paths.isEmpty && !hasOthers ? .unhandled : .handled
    }
    return target
  }

  /// Accepts texts, after the targets inside, so that the address of a web page is not dropped without an answer.
  private static func makeTextTarget(_ refused: @escaping () -> Void) -> OpaquePointer {
    let target = gtk_drop_target_new(cgtk_type_string(), GDK_ACTION_COPY)!
    Signal.connect(target, "accept") { arguments in
      guard let drop = arguments.object(0)?.opaque else { return .unhandled }
      return gdk_drop_get_drag(drop) == nil && promises(cgtk_type_string(), drop) ? .handled : .unhandled
    }
    Signal.connect(target, "drop") { arguments in
      guard let text = arguments.droppedText(0),
        WebAddress.isPage(String(text.drop(while: \.isWhitespace)))
      else { return .unhandled }
      refused()
      return .handled
    }
    return target
  }

  /// Whether GDK can make a value of a type of what is dropped.
  private static func promises(_ type: GType, _ drop: OpaquePointer) -> Bool {
    let formats = gdk_content_formats_union_deserialize_gtypes(
      gdk_content_formats_ref(gdk_drop_get_formats(drop)))
    defer { gdk_content_formats_unref(formats) }
    return gdk_content_formats_contain_gtype(formats, type) != 0
  }
}
