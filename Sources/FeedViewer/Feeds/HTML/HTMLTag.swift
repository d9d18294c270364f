import Glibc

/// One tag, comment or declaration of HTML, parsed as far as text extraction needs it.
struct HTMLTag {
  enum Kind { case start, end, other }

  let kind: Kind
  /// As written, in any case.
  let name: UnsafeBufferPointer<UInt8>
  private let attributes: UnsafeBufferPointer<UInt8>
  /// After the closing `>`.
  let end: UnsafePointer<UInt8>

  var isSelfClosing: Bool { attributes.last == 0x2F }

  /// Whether there may be attributes.
  var hasAttributes: Bool { attributes.count > 2 }

  /// Parses a tag at a `<`; `nil` if it is just a less-than sign.
  static func read(at start: UnsafePointer<UInt8>, before limit: UnsafePointer<UInt8>) -> HTMLTag? {
    let available = limit - start
    guard available >= 3 else { return nil }
    if start[1] == 0x21 || start[1] == 0x3F { return declaration(at: start, available: available) }
    let kind: Kind = start[1] == 0x2F ? .end : .start
    let nameStart = kind == .end ? start + 2 : start + 1
    guard ASCII.isLetter(nameStart.pointee) else { return nil }
    var position = nameStart
    while position < limit, !endsName(position.pointee) { position += 1 }
    let name = UnsafeBufferPointer(start: nameStart, count: position - nameStart)
    let attributeStart = position
    var quote: UInt8 = 0
    var previous: UInt8 = 0
    while position < limit {
      let byte = position.pointee
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if (byte == 0x22 || byte == 0x27) && previous == 0x3D {
        quote = byte
      } else if byte == 0x3E || byte == 0x3C {
        break
      }
      if !ASCII.isSpace(byte) { previous = byte }
      position += 1
    }
    if quote != 0 {
      // The quote is never closed: the tag ends at the next `>` instead.
      position = attributeStart
      while position < limit, position.pointee != 0x3E { position += 1 }
    }
    guard position < limit else { return nil }
    return HTMLTag(
      kind: kind, name: name,
      attributes: UnsafeBufferPointer(start: attributeStart, count: position - attributeStart),
      end: position.pointee == 0x3E ? position + 1 : position)
  }

  @inline(__always)
  private static func endsName(_ byte: UInt8) -> Bool {
    byte == 0x3E || byte == 0x2F || byte == 0x3C || ASCII.isSpace(byte)
  }

  /// Comments, CDATA sections, `<!DOCTYPE>`, `<![if>` and `<?xml?>`.
  private static func declaration(at start: UnsafePointer<UInt8>, available: Int) -> HTMLTag? {
    let nothing = UnsafeBufferPointer(start: start, count: 0)
    guard ASCII.isLetter(start[2]) || start[2] == 0x2D || start[2] == 0x5B else { return nil }
    let isComment = available >= 4 && start[1] == 0x21 && start[2] == 0x2D && start[3] == 0x2D
    let limit = start + available
    if !isComment {
      // Ends at the next tag as well; otherwise a text of nothing but `<!a` would be searched to its end for each.
      var position = start + 1
      while position < limit, position.pointee != 0x3E, position.pointee != 0x3C { position += 1 }
      guard position < limit, position.pointee == 0x3E else { return nil }
      return HTMLTag(kind: .other, name: nothing, attributes: nothing, end: position + 1)
    }
    var position = start + 4
    while position < limit, let found = memchr(position, 0x3E, limit - position) {
      position = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
      if position - start >= 7 && position[-2] == 0x2D && position[-3] == 0x2D {
        return HTMLTag(kind: .other, name: nothing, attributes: nothing, end: position)
      }
    }
    return HTMLTag(kind: .other, name: nothing, attributes: nothing, end: limit)
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
      while position < attributes.count, !ASCII.isSpace(attributes[position]), attributes[position] != 0x3D {
        position += 1
      }
      let name = UnsafeBufferPointer(rebasing: attributes[nameStart..<position])
      while position < attributes.count, ASCII.isSpace(attributes[position]) { position += 1 }
      guard position < attributes.count, attributes[position] == 0x3D else {
        guard visit(name, nil) else { return }
        if position == nameStart { position += 1 }
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
