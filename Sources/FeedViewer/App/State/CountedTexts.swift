/// Texts one after the other, each after its length in bytes: they may contain anything.
struct CountedTexts {
  /// What follows the texts that were taken.
  private(set) var rest: Substring.UTF8View

  init(_ text: String) { rest = Substring(text).utf8 }

  /// Takes the next text; nil if there is none.
  mutating func next() -> String? {
    guard let colon = rest.firstIndex(of: UInt8(ascii: ":")), let length = Int(Substring(rest[..<colon])),
      length >= 0, length < rest[colon...].count
    else { return nil }
    let own = rest[colon...].dropFirst().prefix(length)
    rest = rest[own.endIndex...]
    return String(Substring(own))
  }

  /// What `next` takes a text from.
  static func text(of own: String) -> String { "\(own.utf8.count):\(own)" }
}
