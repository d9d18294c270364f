import CGtk
import Glibc

/// The settings of the program, as GSettings stores them.
///
/// Settings that can't be stored, because their schema is not installed or is one of another version, have their defaults
/// and keep changes until the program ends. (GSettings itself would abort the process.)
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
package final class Settings {
  /// Where settings come from.
  package enum Source {
    /// The schema with this identifier.
    case schema(String)
    /// The defaults: nothing is read or stored.
    case defaults
  }

  private let stored: GObjectReference<OpaquePointer>?
  private let schema: OpaquePointer?
  /// The values of settings that are not stored.
  private var values: [String: any SettingsValue] = [:]
  private var observers: [String: [() -> Void]] = [:]

  /// Whether the schema is installed. Callers tell the user if it is not.
  package var isStored: Bool { stored != nil }

  package init(_ source: Source) {
    guard case .schema(let identifier) = source,
      let schema = g_settings_schema_source_lookup(g_settings_schema_source_get_default(), identifier, 1)
    else {
      schema = nil
      stored = nil
      return
    }
    self.schema = schema
    let backend = Self.backend()
    stored = backend.use { GObjectReference(adopting: g_settings_new_full(schema, $0, nil)!.opaque) }
  }

  isolated deinit {
    if let schema { g_settings_schema_unref(schema) }
  }

  /// The backend that GSettings prefers, or a file in the user's configuration folder if that would not store anything:
  /// dconf needs a session bus, and GSettings keeps settings in memory without dconf.
  private static func backend() -> GObjectReference<OpaquePointer> {
    let isChosen = getenv("GSETTINGS_BACKEND") != nil
    if isChosen || hasDconf, let backend = g_settings_backend_get_default() {
      return GObjectReference(adopting: backend.opaque)
    }
    let file = String(cString: g_get_user_config_dir()) + "/glib-2.0/settings/keyfile"
    return GObjectReference(adopting: g_keyfile_settings_backend_new(file, "/", nil)!.opaque)
  }
