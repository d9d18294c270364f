import Glibc

/// One tag, comment or declaration of HTML, parsed as far as text extraction needs it (HTML Living Standard, section
/// 13.2.5).
struct HTMLTag {
  enum Kind { case start, end, other }

  /// Attributes that few tags have, and that decide what is shown.
  struct Names: OptionSet {
    let rawValue: UInt8

    static let style = Names(rawValue: 1)
    static let hidden = Names(rawValue: 2)
    static let className = Names(rawValue: 4)
    static let hiddenFromTools = Names(rawValue: 8)
    static let base = Names(rawValue: 16)
    static let popover = Names(rawValue: 32)
  }

  let kind: Kind
  /// As written, in any case.
  let name: UnsafeBufferPointer<UInt8>
  private let attributes: UnsafeBufferPointer<UInt8>
  /// Which of some attributes the tag has.
  let names: Names
  let isSelfClosing: Bool
  /// After the closing `>`.
  let end: UnsafePointer<UInt8>

  /// Whether there may be attributes.
  var hasAttributes: Bool { attributes.count > 2 }

  /// The first tag that begins at a place or after it; nil if there is none.
  ///
  /// - Complexity: O(length of what is before the tag's end).
  static func next(from start: UnsafePointer<UInt8>, before limit: UnsafePointer<UInt8>) -> HTMLTag? {
    var position = start
    while position < limit, let bracket = memchr(position, 0x3C, limit - position) {
      position = UnsafePointer(bracket.assumingMemoryBound(to: UInt8.self))
      if let tag = read(at: position, before: limit) { return tag }
      position += 1
    }
    return nil
  }

  /// Parses a tag at a `<`; `nil` if it is just a less-than sign.
  ///
  /// A tag that the text ends in is no text: it is of the kind `other`.
  static func read(at start: UnsafePointer<UInt8>, before limit: UnsafePointer<UInt8>) -> HTMLTag? {
    let available = limit - start
    guard available >= 2 else { return nil }
    let kind: Kind
    switch start[1] {
    case 0x2F where available < 3: return nil
    case 0x21: return declaration(at: start, before: limit)
    // `<?` begins a comment.
    case 0x3F: return other(from: start, to: endOfBogusComment(from: start + 1, before: limit))
    case 0x2F where ASCII.isLetter(start[2]): kind = .end
    // So does `</` before anything but a letter; `</>` is nothing.
    case 0x2F: return other(from: start, to: endOfBogusComment(from: start + 2, before: limit))
    default:
      guard ASCII.isLetter(start[1]) else { return nil }
      kind = .start
    }
    let nameStart = kind == .end ? start + 2 : start + 1
    var position = nameStart
    while position < limit, !endsName(position.pointee) { position += 1 }
    let name = UnsafeBufferPointer(start: nameStart, count: position - nameStart)
    let attributeStart = position
    var names: Names = []
    var isSelfClosing = false
    guard endAttributes(&position, before: limit, &names, &isSelfClosing) else {
      // A quote that is never closed would swallow the rest: the tag ends at the next `>` instead.
      guard let found = memchr(attributeStart, 0x3E, limit - attributeStart) else {
        return other(from: start, to: limit)
      }
      position = UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
      return HTMLTag(
        kind: kind, name: name,
        attributes: UnsafeBufferPointer(start: attributeStart, count: position - attributeStart),
        names: names, isSelfClosing: false, end: position + 1)
    }
    return HTMLTag(
      kind: kind, name: name,
      attributes: UnsafeBufferPointer(start: attributeStart, count: position - attributeStart), names: names,
      isSelfClosing: isSelfClosing, end: position + 1)
  }

  /// Moves to the `>` after the attributes (sections 13.2.5.32 to 13.2.5.40).
  /// - Returns: False if there is none.
  @inline(__always)
  private static func endAttributes(
    _ position: inout UnsafePointer<UInt8>, before limit: UnsafePointer<UInt8>, _ names: inout Names,
    _ isSelfClosing: inout Bool
  ) -> Bool {
    while position < limit {
      let byte = position.pointee
      if byte == 0x3E { return true }
      if byte == 0x2F || ASCII.isSpace(byte) {
        isSelfClosing = byte == 0x2F
        position += 1
        continue
      }
      isSelfClosing = false
      let start = position
      // An equals sign at the start is part of the name.
      repeat { position += 1 } while position < limit && !endsAttributeName(position.pointee)
      note(UnsafeBufferPointer(start: start, count: position - start), in: &names)
      while position < limit, ASCII.isSpace(position.pointee) { position += 1 }
      guard position < limit, position.pointee == 0x3D else { continue }
      position += 1
      while position < limit, ASCII.isSpace(position.pointee) { position += 1 }
      guard position < limit else { return false }
      let quote = position.pointee
      if quote == 0x22 || quote == 0x27 {
        position += 1
        guard let found = memchr(position, Int32(quote), limit - position) else { return false }
        position = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
      } else {
        while position < limit, position.pointee != 0x3E, !ASCII.isSpace(position.pointee) { position += 1 }
      }
    }
    return false
  }

  @inline(__always)
  private static func note(_ name: UnsafeBufferPointer<UInt8>, in names: inout Names) {
    switch name.count {
    case 5:
      if name.equalsIgnoringCase("style") { names.insert(.style) }
      if name.equalsIgnoringCase("class") { names.insert(.className) }
    case 6: if name.equalsIgnoringCase("hidden") { names.insert(.hidden) }
    case 7: if name.equalsIgnoringCase("popover") { names.insert(.popover) }
    case 8: if name.equalsIgnoringCase("xml:base") { names.insert(.base) }
    case 11: if name.equalsIgnoringCase("aria-hidden") { names.insert(.hiddenFromTools) }
    default: break
    }
  }

  @inline(__always)
  private static func endsName(_ byte: UInt8) -> Bool {
    byte == 0x3E || byte == 0x2F || ASCII.isSpace(byte)
  }

  @inline(__always)
  private static func endsAttributeName(_ byte: UInt8) -> Bool { byte == 0x3D || endsName(byte) }

  private static func other(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> HTMLTag {
    let nothing = UnsafeBufferPointer(start: start, count: 0)
    return HTMLTag(
      kind: .other, name: nothing, attributes: nothing, names: [], isSelfClosing: false, end: end)
  }

  /// Longer internal subsets end with their first `>`.
  private static let longestSubset = 4_096

  /// Comments, `<!DOCTYPE>`, `<![CDATA[`, `<![if>` and everything else that begins with `<!` (sections 13.2.5.42 to
  /// 13.2.5.53). The internal subset of a document type, which only XML has, belongs to it.
  private static func declaration(
    at start: UnsafePointer<UInt8>, before limit: UnsafePointer<UInt8>
  ) -> HTMLTag {
    if limit - start >= 4, start[2] == 0x2D, start[3] == 0x2D {
      return other(from: start, to: endOfComment(from: start + 4, before: limit))
    }
    var end = endOfBogusComment(from: start + 2, before: limit)
    if UnsafeBufferPointer(start: start + 2, count: limit - start - 2).startsIgnoringCase("doctype"),
      let bracket = memchr(start, 0x5B, end - start)
    {
      let first = UnsafePointer(bracket.assumingMemoryBound(to: UInt8.self))
      let length = min(limit - first, longestSubset)
      if let close = memchr(first, 0x5D, length) {
        end = endOfBogusComment(
          from: UnsafePointer(close.assumingMemoryBound(to: UInt8.self)), before: limit)
      }
    }
    return other(from: start, to: end)
  }

  private static func endOfBogusComment(
    from start: UnsafePointer<UInt8>, before limit: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    guard start < limit, let found = memchr(start, 0x3E, limit - start) else { return limit }
    return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
  }

  /// The end of a comment: `-->`, `--!>`, or `>` and `->` at its start; else the end of the text.
  private static func endOfComment(
    from start: UnsafePointer<UInt8>, before limit: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    if start < limit, start.pointee == 0x3E { return start + 1 }
    if limit - start >= 2, start[0] == 0x2D, start[1] == 0x3E { return start + 2 }
    var position = start
    while position < limit, let found = memchr(position, 0x3E, limit - position) {
      position = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
      var last = position - 2
      if last > start, last.pointee == 0x21 { last -= 1 }
      if last > start, last[0] == 0x2D, last[-1] == 0x2D { return position }
    }
    return limit
  }

  static func sameName(_ text: UnsafePointer<UInt8>?, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let text else { return false }
    for index in 0..<name.count where ASCII.lowercased(text[index]) != ASCII.lowercased(name[index]) {
      return false
    }
    return true
  }

  /// Whether the attributes contain a lower-case word, in any case. If not, there is no attribute of that name.
  func mentions(_ word: StaticString) -> Bool {
    let first = word.utf8Start[0]
    guard attributes.count >= word.utf8CodeUnitCount else { return false }
    for index in 0...(attributes.count - word.utf8CodeUnitCount)
    where ASCII.lowercased(attributes[index]) == first
      && UnsafeBufferPointer(rebasing: attributes[index...]).startsIgnoringCase(word)
    { return true }
    return false
  }

  /// The value of an attribute, trimmed and with character references decoded; `nil` if there is no such attribute
  /// or it has no value.
  func value(of wanted: StaticString) -> String? { attribute(wanted).flatMap { $0 }.map(HTMLTag.decoded) }

  /// The words of an attribute that stand in a text, on one line, as white space collapses there (CSS Text 3, section 4.1.1); nil
  /// if there are none. A tab in them would begin a cell of a table.
  func words(of wanted: StaticString) -> String? {
    guard let value = value(of: wanted), !value.isEmpty else { return nil }
    guard value.utf8.contains(where: { $0 < 0x20 }) else { return value }
    let words = value.utf8.split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// The value of an attribute as written.
  func rawValue(of wanted: StaticString) -> UnsafeBufferPointer<UInt8>? { attribute(wanted).flatMap { $0 } }

  /// Whether there is an attribute, with or without a value.
  func has(_ wanted: StaticString) -> Bool { attribute(wanted) != nil }

  /// The value of an attribute as written: `.some(nil)` if it has none.
  private func attribute(_ wanted: StaticString) -> UnsafeBufferPointer<UInt8>?? {
    var found: UnsafeBufferPointer<UInt8>??
    forEachAttribute { name, value in
      guard name.equalsIgnoringCase(wanted) else { return true }
      found = .some(value)
      return false
    }
    return found
  }

  /// Calls a function for the attributes in order, until it returns false.
  ///
  /// - Parameter visit: Takes the name and the value as written; nil without a value.
  @inline(__always)
  func forEachAttribute(
    _ visit: (_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>?) -> Bool
  ) {
    var position = 0
    while position < attributes.count {
      while position < attributes.count, ASCII.isSpace(attributes[position]) || attributes[position] == 0x2F {
        position += 1
      }
      let nameStart = position
      // An equals sign at the start is part of the name.
      if position < attributes.count { position += 1 }
      while position < attributes.count, !HTMLTag.endsAttributeName(attributes[position]) { position += 1 }
      let name = UnsafeBufferPointer(rebasing: attributes[nameStart..<position])
      while position < attributes.count, ASCII.isSpace(attributes[position]) { position += 1 }
      guard position < attributes.count, attributes[position] == 0x3D else {
        guard name.isEmpty || visit(name, nil) else { return }
        continue
      }
      position += 1
      while position < attributes.count, ASCII.isSpace(attributes[position]) { position += 1 }
      let value = takeValue(&position)
      guard visit(name, value) else { return }
    }
  }

  private func takeValue(_ position: inout Int) -> UnsafeBufferPointer<UInt8> {
    guard position < attributes.count else { return UnsafeBufferPointer(start: nil, count: 0) }
    let quote = attributes[position]
    if quote == 0x22 || quote == 0x27 {
      let start = position + 1
      position = attributes.count
      if let base = attributes.baseAddress, let end = memchr(base + start, Int32(quote), position - start) {
        position = UnsafeRawPointer(end) - UnsafeRawPointer(base)
      }
      let value = UnsafeBufferPointer(rebasing: attributes[start..<position])
      position += 1
      return value
    }
    let start = position
    while position < attributes.count, !ASCII.isSpace(attributes[position]) { position += 1 }
    return UnsafeBufferPointer(rebasing: attributes[start..<position])
  }

  /// The value of an attribute, from its value as written.
  static func decoded(_ value: UnsafeBufferPointer<UInt8>) -> String {
    let value = value.trimmed
    guard let base = value.baseAddress, memchr(base, 0x26, value.count) != nil else { return value.string }
    var bytes: [UInt8] = []
    var position = base
    let end = base + value.count
    while position < end {
      if position.pointee == 0x26,
        let (packed, length) = CharacterReferences.findInHTML(at: position, before: end, .attribute)
      {
        for index in 0..<packed.length {
          bytes.append(UInt8(truncatingIfNeeded: packed.bytes >> UInt64(index * 8)))
        }
        position += length
      } else {
        bytes.append(position.pointee)
        position += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension HTMLTag {
  /// What the element's `style` declares; nothing if it only decides how the element looks.
  var inlineStyle: InlineStyle {
    guard names.contains(.style), let text = rawValue(of: "style"), InlineStyle.mayDecide(text) else {
      return InlineStyle()
    }
    return declaredSize
  }

  /// What the element's `style` declares, with its size.
  var declaredSize: InlineStyle {
    names.contains(.style) ? value(of: "style").map(InlineStyle.init) ?? InlineStyle() : InlineStyle()
  }

  /// Whether the font of the element has a size of its own; nil if it depends on that of the text around. Controls have their own
  /// fonts, and so has `font` with a size (HTML Living Standard, sections 15.3.3 and 15.5.1).
  var hasTextSize: Bool? {
    if let declared = declaredSize.hasTextSize { return declared }
    switch HTMLElement.named(name) {
    case .select, .textArea, .control: return true
    case .phrasing where name.equalsIgnoringCase("button"): return true
    case .phrasing where name.equalsIgnoringCase("font"): return has("size") ? true : nil
    default: return nil
    }
  }

  /// Whether the element has no box, or one that shows nothing (HTML Living Standard, section 15.3.1; CSS Display 3,
  /// section 2.4). A `display` of its own is stronger than `hidden`.
  func isHidden(_ style: InlineStyle) -> Bool {
    switch style.display {
    case InlineStyle.Display.none?: true
    case nil: names.contains(.hidden) || isClosedPopover || isClosedDialog || showsNothing(style)
    default: showsNothing(style)
    }
  }

  /// Whether the element waits for a script or a button that shows it; an open dialog does not (section 15.3.1).
  private var isClosedPopover: Bool {
    names.contains(.popover) && !(name.equalsIgnoringCase("dialog") && has("open"))
  }

  private var isClosedDialog: Bool { name.count == 6 && name.equalsIgnoringCase("dialog") && !has("open") }

  private func showsNothing(_ style: InlineStyle) -> Bool {
    let isPhrasing = HTMLElement.named(name) == .phrasing
    if !isPhrasing, Self.tableParts.contains(HTMLElement.identity(name)) { return style.showsNothing(.least) }
    return style.showsNothing(isPhrasing ? .inline : .exact)
  }

  private static let tableParts = HTMLElement.identities("table thead tbody tfoot tr td th")

  /// Whether the element has a class with one of some words in its name.
  func hasClass(_ words: String...) -> Bool {
    guard names.contains(.className), let classes = value(of: "class")?.lowercased() else { return false }
    return words.contains { classes.holds($0) }
  }

  /// Whether the element has a class of exactly this name.
  func isOfClass(_ name: String) -> Bool {
    guard names.contains(.className), let classes = value(of: "class") else { return false }
    return classes.split(whereSeparator: \.isWhitespace).contains { $0 == name }
  }
}

// MARK: - Frames

extension HTMLTag {
  /// Documents in deeper frames are not shown, so that the time stays in proportion to the text.
  static let frameDepthLimit = 4

  /// The document that a frame holds and shows in its place (`srcdoc`); nil if it has none, or is too small.
  var frameDocument: [UInt8]? {
    guard mentions("srcdoc"), name.equalsIgnoringCase("iframe"), !isPoint, let html = value(of: "srcdoc"),
      !html.isEmpty
    else { return nil }
    return Array(html.utf8)
  }

  /// Whether a frame is too small to show anything.
  var isPoint: Bool { sides.contains { $0 <= 1 } }
}

extension HTMLTag {
  /// The largest width and height that a picture or a frame may have, in CSS pixels, without those that only layout knows.
  var sides: [Double] {
    let style = rawValue(of: "style").map(InlineStyle.maySize) ?? false ? declaredSize : InlineStyle()
    func pixels(_ name: StaticString) -> Int? { value(of: name).flatMap(WrittenNumber.pixels) }
    return [
      style.width.limit(attribute: pixels("width")), style.height.limit(attribute: pixels("height")),
    ].compactMap { $0 }
  }
}
