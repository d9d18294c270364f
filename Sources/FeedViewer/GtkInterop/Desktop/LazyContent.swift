import CGtk
import FeedViewerBase

/// Text for a clipboard or a drag, which is made only when somebody pastes it: as plain text and as HTML.
public struct LazyContent {
  private let text: () -> String
  private let html: () -> String
  private let addresses: [String]

  /// - Parameters:
  ///   - addresses: What programs that take links get, as `text/uri-list`.
  ///   - text: Makes the plain text.
  ///   - html: Makes an HTML document.
  public init(addresses: [String] = [], text: @escaping () -> String, html: @escaping () -> String) {
    self.addresses = addresses
    self.text = text
    self.html = html
  }

  /// Puts the content on a widget's clipboard, which Ctrl+V pastes.
  public func copy(from widget: WidgetPointer) {
    makeProvider().use { _ = gdk_clipboard_set_content(gtk_widget_get_clipboard(widget), $0) }
  }

  /// Makes the content the primary selection, which the middle mouse button pastes.
  public func setPrimarySelection(of widget: WidgetPointer) {
    makeProvider().use { _ = gdk_clipboard_set_content(gtk_widget_get_primary_clipboard(widget), $0) }
  }

  /// The provider of the content for GDK.
  public func makeProvider() -> GObjectReference<UnsafeMutablePointer<GdkContentProvider>> {
    let object = g_object_new_with_properties(LazyContentProvider.type, 0, nil, nil)!
    // Released by ContentBox.release.
    let box = Unmanaged.passRetained(ContentBox(text: text, html: html)).toOpaque()
    g_object_set_qdata_full(object, LazyContentProvider.quark, box, ContentBox.release)
    let texts: UnsafeMutablePointer<GdkContentProvider> = object.cast()
    guard !addresses.isEmpty else { return GObjectReference(adopting: texts) }
    // RFC 2483: each address has a line of its own.
    var list = addresses.map { $0 + "\r\n" }.joined()
    let bytes = list.withUTF8 { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    // The union takes ownership of its parts.
    var parts: [UnsafeMutablePointer<GdkContentProvider>?] = [
      gdk_content_provider_new_for_bytes("text/uri-list", bytes), texts,
    ]
    return GObjectReference(adopting: gdk_content_provider_new_union(&parts, gsize(parts.count))!)
  }
}

/// A subclass of GdkContentProvider, registered at run time, that asks its `ContentBox`.
private enum LazyContentProvider {
  static let quark = g_quark_from_static_string("swift-content")
  static let htmlType = "text/html"
  private static let parentClass = g_type_class_ref(gdk_content_provider_get_type())!
    .assumingMemoryBound(to: GdkContentProviderClass.self)

  static let type: GType = {
    var info = GTypeInfo()
    info.class_size = guint16(MemoryLayout<GdkContentProviderClass>.size)
    info.instance_size = guint16(MemoryLayout<GdkContentProvider>.size)
    info.class_init = { gclass, _ in
      LazyContentProvider.initialize(gclass!.assumingMemoryBound(to: GdkContentProviderClass.self))
    }
    return g_type_register_static(
      gdk_content_provider_get_type(), "FeedViewerLazyContent", &info, GTypeFlags(0))
  }()

  static func content(of provider: UnsafeMutablePointer<GdkContentProvider>?) -> ContentBox? {
    guard let provider, let data = g_object_get_qdata(provider.cast(), quark) else { return nil }
    return Unmanaged<ContentBox>.fromOpaque(data).takeUnretainedValue()
  }

  private static func initialize(_ gclass: UnsafeMutablePointer<GdkContentProviderClass>) {
    gclass.pointee.ref_formats = { _ in
      let builder = gdk_content_formats_builder_new()
      gdk_content_formats_builder_add_gtype(builder, cgtk_type_string())
      gdk_content_formats_builder_add_mime_type(builder, LazyContentProvider.htmlType)
      return gdk_content_formats_builder_free_to_formats(builder)
    }
    gclass.pointee.get_value = { provider, value, error in
      guard let value, value.pointee.g_type == cgtk_type_string(),
        let content = LazyContentProvider.content(of: provider)
      else { return LazyContentProvider.parentClass.pointee.get_value(provider, value, error) }
      // A C string ends at the first null character.
      g_value_set_string(value, content.text().filter { $0 != "\0" })
      return 1
    }
    gclass.pointee.write_mime_type_async = {
      provider, mimeType, stream, priority, cancellable, callback, data in
      let task = g_task_new(provider, cancellable, callback, data)
      g_task_set_priority(task, priority)
      guard let content = LazyContentProvider.content(of: provider), let mimeType,
        String(cString: mimeType) == LazyContentProvider.htmlType
      else {
        g_task_return_error(
          task,
          g_error_new_literal(
            g_io_error_quark(), gint(G_IO_ERROR_NOT_SUPPORTED.rawValue),
            localized("The text has no such format.")))
        g_object_unref(task?.raw)
        return
      }
      var html = content.html()
      let bytes = html.withUTF8 { g_bytes_new($0.baseAddress, gsize($0.count)) }
      g_task_set_task_data(task, bytes?.raw) { g_bytes_unref($0?.opaque) }
      g_output_stream_write_all_async(
        stream, g_bytes_get_data(bytes, nil), g_bytes_get_size(bytes), priority, cancellable,
        { stream, result, task in
          var error: UnsafeMutablePointer<GError>?
          if g_output_stream_write_all_finish(stream?.cast(), result, nil, &error) != 0 {
            g_task_return_boolean(task?.opaque, 1)
          } else {
            g_task_return_error(task?.opaque, error)
          }
          g_object_unref(task)
        }, task?.raw)
    }
    gclass.pointee.write_mime_type_finish = { _, result, error in
      g_task_propagate_boolean(result, error)
    }
  }
}

/// What makes a provider's content, retained when the provider is made and released together with it.
private final class ContentBox {
  let text: () -> String
  let html: () -> String

  init(text: @escaping () -> String, html: @escaping () -> String) {
    self.text = text
    self.html = html
  }

  nonisolated static let release: @convention(c) (gpointer?) -> Void = {
    Unmanaged<ContentBox>.fromOpaque($0!).release()
  }
}
