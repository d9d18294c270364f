import CGtk

/// The name, type and default of a setting.
package nonisolated struct SettingsKey<Value: SettingsValue>: Sendable {
  package let name: String
  /// The value if the schema is not installed: the schema's default.
  package let defaultValue: Value

  package init(_ name: String, default defaultValue: Value) {
    self.name = name
    self.defaultValue = defaultValue
  }
}

/// A type whose values GSettings stores.
package nonisolated protocol SettingsValue: Sendable, Equatable {
  /// The type as GVariant writes it, such as `b`.
  static var typeText: String { get }
  /// nil if the variant has another type, or is none of the choices.
  init?(variant: OpaquePointer)
  /// A new floating GVariant.
  var variant: OpaquePointer { get }
}

nonisolated extension Bool: SettingsValue {
  package static var typeText: String { "b" }

  package init?(variant: OpaquePointer) {
    guard g_variant_classify(variant) == G_VARIANT_CLASS_BOOLEAN else { return nil }
    self = g_variant_get_boolean(variant) != 0
  }

  package var variant: OpaquePointer { g_variant_new_boolean(self ? 1 : 0) }
}

nonisolated extension Int: SettingsValue {
  package static var typeText: String { "i" }

  package init?(variant: OpaquePointer) {
    guard g_variant_classify(variant) == G_VARIANT_CLASS_INT32 else { return nil }
    self = Int(g_variant_get_int32(variant))
  }

  package var variant: OpaquePointer { g_variant_new_int32(Int32(self)) }
}

nonisolated extension Double: SettingsValue {
  package static var typeText: String { "d" }

  package init?(variant: OpaquePointer) {
    guard g_variant_classify(variant) == G_VARIANT_CLASS_DOUBLE else { return nil }
    self = g_variant_get_double(variant)
  }

  package var variant: OpaquePointer { g_variant_new_double(self) }
}

nonisolated extension String: SettingsValue {
  package static var typeText: String { "s" }

  package init?(variant: OpaquePointer) {
    guard g_variant_classify(variant) == G_VARIANT_CLASS_STRING else { return nil }
    self.init(cString: g_variant_get_string(variant, nil))
  }

  package var variant: OpaquePointer { g_variant_new_string(self) }
}

/// A choice among strings.
nonisolated extension SettingsValue where Self: RawRepresentable<String> {
  package static var typeText: String { "s" }

  package init?(variant: OpaquePointer) {
    guard let text = String(variant: variant) else { return nil }
    self.init(rawValue: text)
  }

  package var variant: OpaquePointer { rawValue.variant }
}
