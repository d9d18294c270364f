/// Who wrote it, out of the ways feeds write it: `a@b.c (Name)`, `Name <a@b.c>`, `"Name" <a@b.c>`, `mailto:a@b.c`.
enum PersonName {
  /// The name; the address only if there is no name; `nil` for an empty text.
  static func read(_ source: String) -> String? {
    let text = source.split { $0.isWhitespace }.joined(separator: " ")
    guard !text.isEmpty else { return nil }
    guard text.contains("@") else { return text }
    if let found = split(text, open: "(", close: ")") {
      if found.inside.contains("@") { return clean(found.outside) ?? found.inside }
      if found.outside.contains("@") { return clean(found.inside) ?? clean(found.outside) }
    }
    if let found = split(text, open: "<", close: ">"), found.inside.contains("@") {
      return clean(found.outside) ?? clean(found.inside)
    }
    return clean(text)
  }

  private static func split(
    _ text: String, open: Character, close: Character
  ) -> (outside: String, inside: String)? {
    guard let start = text.firstIndex(of: open), let end = text.lastIndex(of: close), start < end else {
      return nil
    }
    let outside = text[..<start] + text[text.index(after: end)...]
    return (String(outside), String(text[text.index(after: start)..<end]))
  }

  /// Without quotes, `mailto:` and the space around it.
  private static func clean(_ text: String) -> String? {
    var part = text.trimmingSpaces
    if part.count > 1, part.hasPrefix("\""), part.hasSuffix("\"") { part = String(part.dropFirst().dropLast()) }
    if part.lowercased().hasPrefix("mailto:") { part = String(part.dropFirst(7)) }
    return part.isEmpty ? nil : part
  }
}
