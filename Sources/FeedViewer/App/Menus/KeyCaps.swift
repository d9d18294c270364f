import CGtk

/// The names of keys as they are printed on a keyboard, in the reader's language.
enum KeyCaps {
  /// Stands between the first and the last of several keys.
  static let ellipsis = "…"
  /// In the order of GTK's menus.
  private static let modifiers = [GDK_SHIFT_MASK, GDK_CONTROL_MASK, GDK_ALT_MASK]

  /// The keys that are pressed together, for each of several ways.
  ///
  /// - Parameter keys: Accelerators in GTK's notation with spaces between them; `<Alt>1...9` means nine keys.
  static func names(of keys: String) -> [[String]] { keys.split(separator: " ").map { names(ofOne: $0) } }

  private static func names(ofOne accelerator: Substring) -> [String] {
    let ends = accelerator.split(separator: ".").map { names(ofKey: String($0)) }
    return Array(ends.joined(separator: [ellipsis]))
  }

  private static func names(ofKey accelerator: String) -> [String] {
    var key: guint = 0
    var pressed = GdkModifierType(0)
    guard gtk_accelerator_parse(accelerator, &key, &pressed) != 0 else {
      preconditionFailure("\(accelerator) must be an accelerator.")
    }
    let keys = modifiers.filter { pressed.rawValue & $0.rawValue != 0 }
    return keys.map { label(key: 0, $0) } + [arrow(key) ?? label(key: key, GdkModifierType(0))]
  }

  private static func arrow(_ key: guint) -> String? {
    switch Int32(key) {
    case GDK_KEY_Up: "↑"
    case GDK_KEY_Down: "↓"
    case GDK_KEY_Left: "←"
    case GDK_KEY_Right: "→"
    default: nil
    }
  }

  /// GTK's name. For a modifier alone it may end with the plus sign before a key; where a language keeps the English name of
  /// a key, that is written as in code: Page_Up.
  private static func label(key: guint, _ modifier: GdkModifierType) -> String {
    guard let label = gtk_accelerator_get_label(key, modifier) else { return "" }
    defer { g_free(label) }
    let name = String(cString: label)
    guard name.count > 1 else { return name }
    return String((name.last == "+" ? name.dropLast() : name[...]).map { $0 == "_" ? " " : $0 })
  }
}
