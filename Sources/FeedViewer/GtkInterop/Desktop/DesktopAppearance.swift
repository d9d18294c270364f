import CGtk

/// What the desktop's user prefers to see, in the terms of the settings portal.
package nonisolated struct DesktopAppearance: Equatable, Sendable {
  package enum ColorScheme: Sendable { case none, dark, light }

  /// A colour in sRGB; each part is from 0 to 1.
  package struct Color: Equatable, Sendable {
    package let red: Double
    package let green: Double
    package let blue: Double

    /// - Returns: nil if a part is out of range, which is how portals say that there is no such colour.
    package init?(red: Double, green: Double, blue: Double) {
      guard [red, green, blue].allSatisfy((0...1).contains) else { return nil }
      (self.red, self.green, self.blue) = (red, green, blue)
    }
  }

  package internal(set) var colorScheme = ColorScheme.none
  package internal(set) var isHighContrast = false
  /// nil if the desktop has no accent colour.
  package internal(set) var accent: Color?

  /// No preferences.
  package init() {}

  /// Takes over one setting; ignores unknown ones. A value of another type, or out of range, means no preference.
  mutating func set(_ key: String, to value: OpaquePointer) {
    // The value is wrapped in one or two variants.
    if g_variant_classify(value) == G_VARIANT_CLASS_VARIANT {
      guard let inner = g_variant_get_variant(value) else { return }
      defer { g_variant_unref(inner) }
      return set(key, to: inner)
    }
    switch key {
    case "color-scheme":
      colorScheme = [1: .dark, 2: .light][Self.number(value)] ?? .none
    case "contrast": isHighContrast = Self.number(value) == 1
    case "accent-color": accent = Self.color(value)
    default: break
    }
  }

  private static func number(_ value: OpaquePointer) -> UInt32 {
    g_variant_classify(value) == G_VARIANT_CLASS_UINT32 ? g_variant_get_uint32(value) : 0
  }

  private static func color(_ value: OpaquePointer) -> Color? {
    guard String(cString: g_variant_get_type_string(value)) == "(ddd)" else { return nil }
    let parts = (0..<3).map { index -> Double in
      guard let part = g_variant_get_child_value(value, gsize(index)) else { return .nan }
      defer { g_variant_unref(part) }
      return g_variant_get_double(part)
    }
    return Color(red: parts[0], green: parts[1], blue: parts[2])
  }
}
