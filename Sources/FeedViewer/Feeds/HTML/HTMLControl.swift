/// The words of form controls and gauges.
enum HTMLControl {
  /// What an `input` shows: its value or its hint, or the sign of its state (HTML Living Standard, section 4.10.5.1); nil
  /// if that is nothing.
  static func words(of tag: HTMLTag) -> String? {
    func nonempty(_ name: StaticString) -> String? { tag.value(of: name).flatMap { $0.isEmpty ? nil : $0 } }
    switch tag.value(of: "type")?.lowercased() {
    case "hidden", "password", "file", "color", "range": return nil
    case "image": return ImageSources.of(tag).isEmpty ? tag.wordsWithoutPicture : nil
    case "checkbox": return tag.has("checked") ? "☑" : "☐"
    case "radio": return tag.has("checked") ? "◉" : "○"
    case "submit", "reset", "button": return nonempty("value")
    default: return nonempty("value") ?? nonempty("placeholder")
    }
  }

  /// What the `label` of an option or of a group of options says, which is shown in place of the option's content, and above the
  /// group (sections 4.10.9 and 4.10.10); nil for other elements, and without such words.
  static func label(of tag: HTMLTag) -> String? {
    guard tag.hasAttributes, tag.name.count == 6 || tag.name.count == 8,
      isOption(tag) || tag.name.equalsIgnoringCase("optgroup")
    else { return nil }
    return tag.value(of: "label").flatMap { $0.isEmpty ? nil : $0 }
  }

  static func isOption(_ tag: HTMLTag) -> Bool { tag.name.equalsIgnoringCase("option") }

  /// The state of a gauge without words of its own, in percent (sections 4.10.13 and 4.10.14); nil if it has words, or no
  /// state.
  static func words(ofGauge tag: HTMLTag, before end: UnsafePointer<UInt8>) -> String? {
    var position = tag.end
    while position < end, ASCII.isSpace(position.pointee) { position += 1 }
    guard tag.isSelfClosing || end - position < 2 || position[0] == 0x3C && position[1] == 0x2F else {
      return nil
    }
    func number(_ name: StaticString) -> Double? {
      tag.value(of: name).flatMap { Double($0) }.flatMap { abs($0) < 1e12 ? $0 : nil }
    }
    guard let value = number("value") else { return nil }
    let least = number("min") ?? 0
    let most = number("max") ?? 1
    guard most > least else { return nil }
    return "\(Int((min(max((value - least) / (most - least), 0), 1) * 100).rounded())) %"
  }
}
