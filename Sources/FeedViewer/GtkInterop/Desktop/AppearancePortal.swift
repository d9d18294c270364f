import CGtk

/// The desktop's preferences for colours and contrast, from the settings portal.
///
/// GTK 4.8 does not ask the portal itself. Without a portal, nothing is reported.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
package final class AppearancePortal {
  private static let service = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"
  private static let namespace = "org.freedesktop.appearance"
  private static let keys = ["color-scheme", "contrast", "accent-color"]

  private let connection: GObjectReference<OpaquePointer>
  private let changed: (DesktopAppearance) -> Void
  private let cancellable = GObjectReference(adopting: g_cancellable_new()!)
  private var appearance = DesktopAppearance()
  private var subscription: guint = 0

  /// - Parameters:
  ///   - connection: A GDBusConnection to the session bus.
  ///   - changed: Called when the desktop has a preference, and again whenever one changes.
  package init(connection: OpaquePointer, changed: @escaping (DesktopAppearance) -> Void) {
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
        guard let parameters, String(cString: g_variant_get_type_string(parameters)) == "(ssv)" else {
          return
        }
        AppearancePortal.withChild(1, of: parameters) { key in
          AppearancePortal.withChild(2, of: parameters) { value in
            PortalBox.portal(data)?.report {
              $0.set(String(cString: g_variant_get_string(key, nil)), to: value)
            }
          }
        }
      }, box, PortalBox.release)
  }

  /// Asks for all settings of the namespace at once.
  private func ask() {
    let namespace: OpaquePointer? = g_variant_new_string(Self.namespace)
    let namespaces: OpaquePointer? = withUnsafePointer(to: namespace) { g_variant_new_array(nil, $0, 1) }
    let parameters = withUnsafePointer(to: namespaces) { g_variant_new_tuple($0, 1) }
    let box = Unmanaged.passRetained(PortalBox(self)).toOpaque()  // released when the call ends
    g_dbus_connection_call(
      connection.pointer, Self.service, Self.path, Self.interface, "ReadAll", parameters, nil,
      G_DBUS_CALL_FLAGS_NONE, 1_000, cancellable.pointer.cast(),
      { source, result, data in
        defer { PortalBox.release(data) }
        // Without a portal there is no answer, and GTK's own settings stay in effect.
        guard let source, let reply = g_dbus_connection_call_finish(source.opaque, result, nil) else {
          return
        }
        defer { g_variant_unref(reply) }
        guard String(cString: g_variant_get_type_string(reply)) == "(a{sa{sv}})" else { return }
        AppearancePortal.withChild(0, of: reply) { PortalBox.portal(data)?.report(all: $0) }
      }, box)
  }

  /// - Parameter namespaces: Dictionaries of settings by namespace.
  private func report(all namespaces: OpaquePointer) {
    guard let settings = g_variant_lookup_value(namespaces, Self.namespace, nil) else { return }
    defer { g_variant_unref(settings) }
    report { appearance in
      for key in Self.keys {
        guard let value = g_variant_lookup_value(settings, key, nil) else { continue }
        defer { g_variant_unref(value) }
        appearance.set(key, to: value)
      }
    }
  }

  private func report(_ change: (inout DesktopAppearance) -> Void) {
    let old = appearance
    change(&appearance)
    if appearance != old { changed(appearance) }
  }

  private static func withChild(_ index: Int, of tuple: OpaquePointer, _ body: (OpaquePointer) -> Void) {
    guard let child = g_variant_get_child_value(tuple, gsize(index)) else { return }
    defer { g_variant_unref(child) }
    body(child)
  }
}

private final class PortalBox {
  private weak var portal: AppearancePortal?

  init(_ portal: AppearancePortal) { self.portal = portal }

  static func portal(_ data: gpointer?) -> AppearancePortal? {
    Unmanaged<PortalBox>.fromOpaque(data!).takeUnretainedValue().portal
  }

  nonisolated static let release: @convention(c) (gpointer?) -> Void = {
    Unmanaged<PortalBox>.fromOpaque($0!).release()
  }
}
