import CGtk
import Glibc

/// The settings of the program, as GSettings stores them.
///
/// Settings that can't be stored, because their schema is not installed or is one of another version, have their defaults
/// and keep changes until the program ends. (GSettings itself would abort the process.)
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
package final class Settings {
  /// Where settings are stored.
  package enum Storage {
    /// Where GSettings stores those of the user.
    ///
    /// - Parameter hasSessionBus: Whether there is a session bus, which dconf needs to store anything.
    case user(hasSessionBus: Bool)
    /// A key file, with its path.
    case file(String)
  }

  private let stored: GObjectReference<UnsafeMutablePointer<GSettings>>?
  private let schema: OpaquePointer?
  /// The values of settings that are not stored.
  private var values: [String: any SettingsValue] = [:]
  private var observers: [String: [() -> Void]] = [:]

  /// Settings that last as long as this object, at their defaults.
  package init() {
    schema = nil
    stored = nil
  }

  /// Stored settings; nil if their schema is not installed.
  ///
  /// - Parameters:
  ///   - identifier: The schema's identifier.
  ///   - storage: Where they are stored.
  ///   - folder: The folder with compiled schemas; nil for those that are installed, and in GSETTINGS_SCHEMA_DIR.
  package init?(schema identifier: String, in storage: Storage, schemaFolder folder: String? = nil) {
    guard let schema = Self.schema(identifier, in: folder) else { return nil }
    self.schema = schema
    let backend = Self.backend(of: storage)
    stored = GObjectReference(adopting: g_settings_new_full(schema, backend, nil))
    if let backend { g_object_unref(backend.raw) }
  }

  isolated deinit {
    if let schema { g_settings_schema_unref(schema) }
  }

  private static func schema(_ identifier: String, in folder: String?) -> OpaquePointer? {
    guard let folder else {
      return g_settings_schema_source_get_default().flatMap {
        g_settings_schema_source_lookup($0, identifier, 1)
      }
    }
    // The schema keeps a reference to its source.
    guard let source = g_settings_schema_source_new_from_directory(folder, nil, 0, nil) else { return nil }
    defer { g_settings_schema_source_unref(source) }
    return g_settings_schema_source_lookup(source, identifier, 0)
  }

  private static func backend(of storage: Storage) -> UnsafeMutablePointer<GSettingsBackend>? {
    switch storage {
    case .user(let hasSessionBus): userBackend(hasSessionBus: hasSessionBus)
    case .file(let path): g_keyfile_settings_backend_new(path, "/", nil)
    }
  }

  /// A file in the user's configuration folder, if GSettings' own choice would store nothing and say so on standard error;
  /// nil for GSettings' choice.
  private static func userBackend(hasSessionBus: Bool) -> UnsafeMutablePointer<GSettingsBackend>? {
    guard getenv("GSETTINGS_BACKEND") == nil else { return nil }
    // The default file system is in a module too: asking for it loads all modules.
    g_vfs_get_default()
    if hasSessionBus, let point = g_io_extension_point_lookup("gsettings-backend"),
      g_io_extension_point_get_extension_by_name(point, "dconf") != nil
    {
      return nil
    }
    let file = String(cString: g_get_user_config_dir()) + "/glib-2.0/settings/keyfile"
    return g_keyfile_settings_backend_new(file, "/", nil)
  }

  /// The value of a setting.
  ///
  /// A value that is set must be within the schema's range or among its choices.
  package subscript<Value>(key: SettingsKey<Value>) -> Value {
    get {
      guard let stored = storage(of: key), let variant = g_settings_get_value(stored, key.name) else {
        return values[key.name] as? Value ?? key.defaultValue
      }
      defer { g_variant_unref(variant) }
      guard let value = Value(variant: variant) else {
        preconditionFailure("The schema's choices for \(key.name) must be those of the key.")
      }
      return value
    }
    set {
      guard newValue != self[key] else { return }
      guard let stored = storage(of: key) else {
        values[key.name] = newValue
        for observer in observers[key.name] ?? [] { observer() }
        return
      }
      // The setting may be locked by an administrator: it then stays as it is.
      guard g_settings_is_writable(stored, key.name) != 0 else { return }
      precondition(
        g_settings_set_value(stored, key.name, newValue.variant) != 0,
        "A value is in the range of its setting, \(key.name).")
    }
  }

  /// Calls `body` after each change of a setting, whoever changes it, for as long as this object lives.
  package func onChange<Value>(of key: SettingsKey<Value>, _ body: @escaping () -> Void) {
    if let stored = storage(of: key) {
      // GSettings reports changes of those keys only that were read.
      _ = self[key]
      Signal.connect(stored, "changed::" + key.name, body)
    } else {
      observers[key.name, default: []].append(body)
    }
  }

  /// Waits until all changes are stored. Call it before the process ends.
  package static func sync() { g_settings_sync() }

  /// The stored settings, if their schema has the key; its type may differ in another version of the schema.
  private func storage<Value>(of key: SettingsKey<Value>) -> UnsafeMutablePointer<GSettings>? {
    guard let stored, let schema, g_settings_schema_has_key(schema, key.name) != 0,
      let schemaKey = g_settings_schema_get_key(schema, key.name)
    else { return nil }
    defer { g_settings_schema_key_unref(schemaKey) }
    let type = g_variant_type_new(Value.typeText)
    defer { g_variant_type_free(type) }
    let isOfType =
      g_variant_type_equal(
        g_settings_schema_key_get_value_type(schemaKey)?.raw, type?.raw) != 0
    return isOfType ? stored.pointer : nil
  }
}
