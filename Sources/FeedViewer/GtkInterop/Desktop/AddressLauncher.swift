import CGtk

/// Opens addresses with the desktop's programs for them.
package enum AddressLauncher {
  /// Why an address was not opened.
  package enum Failure {
    /// The system does not pass arguments of that length to programs.
    case tooLong
    /// With GLib's message, such as one that says that there is no program for the address.
    case other(String)
  }

  /// - Parameters:
  ///   - window: The window in which the address was chosen.
  ///   - failed: Called if no program could be started.
  package static func open(
    _ address: String, over window: UnsafeMutablePointer<GtkWindow>, failed: @escaping (Failure) -> Void
  ) {
    let box = Unmanaged.passRetained(LaunchBox(failed)).toOpaque()  // released when the launch ends
    gtk_show_uri_full(
      window, address, guint32(GDK_CURRENT_TIME), nil,
      { window, result, data in
        let box = Unmanaged<LaunchBox>.fromOpaque(data!).takeRetainedValue()
        var error: UnsafeMutablePointer<GError>?
        defer { g_clear_error(&error) }
        let isDone = gtk_show_uri_full_finish(window?.cast(), result, &error) != 0
        guard !isDone, let error else { return }
        let tooLong = gint(G_SPAWN_ERROR_TOO_BIG.rawValue)
        let isTooLong = g_error_matches(error, g_spawn_error_quark(), tooLong) != 0
        box.failed(isTooLong ? .tooLong : .other(String(cString: error.pointee.message)))
      }, box)
  }
}

/// What is done if a launch fails.
private final class LaunchBox {
  let failed: (AddressLauncher.Failure) -> Void

  init(_ failed: @escaping (AddressLauncher.Failure) -> Void) { self.failed = failed }
}
