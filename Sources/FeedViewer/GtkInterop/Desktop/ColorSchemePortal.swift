import CGtk

/// The desktop's preference for light or dark, from the settings portal.
///
/// GTK 4.8 does not ask the portal itself. Without a portal, nothing is reported.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
package final class ColorSchemePortal {
  package enum Preference { case none, dark, light }

  private static let service = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"
  private static let namespace = "org.freedesktop.appearance"
  private static let key = "color-scheme"

  private let connection: GObjectReference<OpaquePointer>
  private let changed: (Preference) -> Void
  private let cancellable = GObjectReference(adopting: g_cancellable_new()!)
  private var subscription: guint = 0

  /// - Parameters:
  ///   - connection: A GDBusConnection to the session bus.
  ///   - changed: Called with the preference, and again whenever it changes.
  package init(connection: OpaquePointer, changed: @escaping (Preference) -> Void) {
    self.connection = GObjectReference(retaining: connection)
    self.changed = changed
    subscribe()
    ask()
  }

  isolated deinit {
    g_cancellable_cancel(cancellable.pointer.cast())
    g_dbus_connection_signal_unsubscribe(connection.pointer, subscription)
  }

  private func subscribe() {
    let box = Unmanaged.passRetained(PortalBox(self)).toOpaque()  // released by PortalBox.release
    subscription = g_dbus_connection_signal_subscribe(
      connection.pointer, Self.service, Self.interface, "SettingChanged", Self.path, Self.namespace,
      G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, parameters, data in
        guard let parameters, g_variant_n_children(parameters) == 3 else { return }
        ColorSchemePortal.withChild(1, of: parameters) { key in
          guard g_variant_classify(key) == G_VARIANT_CLASS_STRING,
            String(cString: g_variant_get_string(key, nil)) == ColorSchemePortal.key
          else { return }
          ColorSchemePortal.withChild(2, of: parameters) { PortalBox.portal(data)?.report($0) }
        }
      }, box, PortalBox.release)
  }

  private func ask() {
    let names: [OpaquePointer?] = [g_variant_new_string(Self.namespace), g_variant_new_string(Self.key)]
    let parameters = names.withUnsafeBufferPointer { g_variant_new_tuple($0.baseAddress, 2) }
    let box = Unmanaged.passRetained(PortalBox(self)).toOpaque()  // released when the call ends
    g_dbus_connection_call(
      connection.pointer, Self.service, Self.path, Self.interface, "Read", parameters, nil,
      G_DBUS_CALL_FLAGS_NONE, 1_000, cancellable.pointer.cast(),
      { source, result, data in
        defer { PortalBox.release(data) }
        // Without a portal there is no answer, and GTK's own settings stay in effect.
        guard let source, let reply = g_dbus_connection_call_finish(source.opaque, result, nil) else {
          return
        }
        defer { g_variant_unref(reply) }
        guard g_variant_n_children(reply) == 1 else { return }
        ColorSchemePortal.withChild(0, of: reply) { PortalBox.portal(data)?.report($0) }
      }, box)
  }

  /// 1 is dark, 2 light, 0 no preference. The number is wrapped in one or two variants.
  private func report(_ value: OpaquePointer) {
    if g_variant_classify(value) == G_VARIANT_CLASS_VARIANT {
      guard let inner = g_variant_get_variant(value) else { return }
      defer { g_variant_unref(inner) }
      return report(inner)
    }
    guard g_variant_classify(value) == G_VARIANT_CLASS_UINT32 else { return }
    switch g_variant_get_uint32(value) {
    case 1: changed(.dark)
    case 2: changed(.light)
    default: changed(.none)
    }
  }

  private static func withChild(_ index: Int, of tuple: OpaquePointer, _ body: (OpaquePointer) -> Void) {
    guard let child = g_variant_get_child_value(tuple, gsize(index)) else { return }
    defer { g_variant_unref(child) }
    body(child)
  }
}

private final class PortalBox {
  private weak var portal: ColorSchemePortal?

  init(_ portal: ColorSchemePortal) { self.portal = portal }

  static func portal(_ data: gpointer?) -> ColorSchemePortal? {
    Unmanaged<PortalBox>.fromOpaque(data!).takeUnretainedValue().portal
  }

  nonisolated static let release: @convention(c) (gpointer?) -> Void = {
    Unmanaged<PortalBox>.fromOpaque($0!).release()
  }
}
