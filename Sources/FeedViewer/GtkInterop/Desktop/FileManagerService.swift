import CGtk

/// The desktop's file manager (the D-Bus interface org.freedesktop.FileManager1).
package enum FileManagerService {
  private static let name = "org.freedesktop.FileManager1"
  private static let path = "/org/freedesktop/FileManager1"

  /// Shows a file in its folder.
  ///
  /// - Parameters:
  ///   - uri: The file's address.
  ///   - failed: Called if the desktop's file manager has no such service.
  package static func show(_ uri: String, failed: @escaping () -> Void) {
    let request = ShowRequest(uri: uri, failed: failed)
    let box = Unmanaged.passRetained(request).toOpaque()  // released when the call ends
    g_bus_get(
      G_BUS_TYPE_SESSION, nil,
      { _, result, data in
        guard let bus = g_bus_get_finish(result, nil) else { return ShowRequest.end(data, isDone: false) }
        defer { g_object_unref(bus.raw) }
        FileManagerService.send(data, over: bus)
      }, box)
  }

  private static func send(_ data: gpointer?, over bus: OpaquePointer) {
    let uri: OpaquePointer? = g_variant_new_string(ShowRequest.from(data).uri)
    let uris: OpaquePointer? = withUnsafePointer(to: uri) { g_variant_new_array(nil, $0, 1) }
    // No identifier of a startup sequence.
    let parts: [OpaquePointer?] = [uris, g_variant_new_string("")]
    g_dbus_connection_call(
      bus, name, path, name, "ShowItems", g_variant_new_tuple(parts, gsize(parts.count)), nil,
      G_DBUS_CALL_FLAGS_NONE, -1, nil,
      { bus, result, data in
        guard let reply = g_dbus_connection_call_finish(bus?.opaque, result, nil) else {
          return ShowRequest.end(data, isDone: false)
        }
        g_variant_unref(reply)
        ShowRequest.end(data, isDone: true)
      }, data)
  }
}

/// A file that is to be shown, and what is done if the service can't show it.
private final class ShowRequest {
  let uri: String
  private let failed: () -> Void

  init(uri: String, failed: @escaping () -> Void) {
    self.uri = uri
    self.failed = failed
  }

  static func from(_ data: gpointer?) -> ShowRequest {
    Unmanaged.fromOpaque(data!).takeUnretainedValue()
  }

  static func end(_ data: gpointer?, isDone: Bool) {
    let request = Unmanaged<ShowRequest>.fromOpaque(data!).takeRetainedValue()
    if !isDone { request.failed() }
  }
}
