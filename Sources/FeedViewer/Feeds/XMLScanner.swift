import Glibc

/// Cuts XML, well-formed or not, into tags and text without ever failing.
///
/// It works on valid UTF-8 (see `SourceText`), keeps no tree, does not recurse and copies nothing: names,
/// values and texts are ranges of the input. What breaks the grammar is repaired as formats.md, section 4
/// lists it.
struct XMLScanner {
  enum Token {
    /// A start tag; `name`, `attributes` and `isSelfClosing` describe it.
    case start
    /// An end tag; `name` describes it.
    case end
    /// Text with character references.
    case text(Range<Int>)
    /// Text without character references.
    case characterData(Range<Int>)
    case documentType(Range<Int>)
    case endOfFile
  }

  struct Attribute {
    var name: Range<Int>
    /// Without quotes, with character references.
    var value: Range<Int>
  }

  enum Repair {
    case bareLessThan, unquotedValue, attributeWithoutValue, unclosedCDATA, unclosedComment, unclosedTag
  }

  let base: UnsafePointer<UInt8>
  let end: Int
  private(set) var position: Int
  private(set) var name = 0..<0
  private(set) var attributes: [Attribute] = []
  private(set) var isSelfClosing = false
  private var lacksInstructionEnd = false
  /// Repairs since the reader last looked, as offsets; the reader empties it.
  var repairs: [(Repair, Int)] = []

  static let attributeLimit = 256

  init(_ input: UnsafeBufferPointer<UInt8>, base: UnsafePointer<UInt8>) {
    self.base = base
    end = input.count
    position = 0
  }

  func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  mutating func next() -> Token {
    while position < end {
      if base[position] != 0x3C { return text(from: position, searchFrom: position) }
      guard position + 1 < end else { return text(from: position, searchFrom: end) }
      let following = base[position + 1]
      if ASCII.startsName(following) {
        if startTag() { return .start }
        continue
      }
      switch following {
      case 0x2F:
        guard position + 2 < end, ASCII.startsName(base[position + 2]) || ASCII.isSpace(base[position + 2])
        else {
          return bareLessThan()
        }
        endTag()
        return .end
      case 0x21:
        if let token = declaration() { return token }
      case 0x3F:
        skipInstruction()
      default:
        return bareLessThan()
      }
    }
    return .endOfFile
  }

  /// The offset of a byte, or the end of the input.
  private func find(_ byte: UInt8, from start: Int) -> Int {
    guard start < end, let found = memchr(base + start, Int32(byte), end - start) else { return end }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  private mutating func text(from start: Int, searchFrom: Int) -> Token {
    position = find(0x3C, from: searchFrom)
    return .text(start..<position)
  }

  private mutating func bareLessThan() -> Token {
    repairs.append((.bareLessThan, position))
    return text(from: position, searchFrom: position + 1)
  }

  @inline(__always)
  private mutating func skipSpace() {
    while position < end, ASCII.isSpace(base[position]) { position += 1 }
  }

  private mutating func takeName() -> Range<Int> {
    let start = position
    while position < end {
      let byte = base[position]
      if byte == 0x3E || byte == 0x2F || byte == 0x3D || byte == 0x3C || ASCII.isSpace(byte) { break }
      position += 1
    }
    return start..<position
  }

  /// Reads a start tag; false if the file ends inside it, which then is dropped.
  private mutating func startTag() -> Bool {
    let start = position
    position += 1
    name = takeName()
    attributes.removeAll(keepingCapacity: true)
    isSelfClosing = false
    while true {
      skipSpace()
      guard position < end else {
        repairs.append((.unclosedTag, start))
        return false
      }
      switch base[position] {
      case 0x3E:
        position += 1
        return true
      case 0x3C:
        repairs.append((.unclosedTag, start))
        return true
      case 0x2F:
        position += 1
        isSelfClosing = position < end && base[position] == 0x3E
      case 0x3D, 0x22, 0x27:
        position += 1
      default:
        attribute()
      }
    }
  }

  private mutating func attribute() {
    let start = position
    let attributeName = takeName()
    skipSpace()
    guard position < end, base[position] == 0x3D else {
      repairs.append((.attributeWithoutValue, start))
      keep(Attribute(name: attributeName, value: attributeName.upperBound..<attributeName.upperBound))
      return
    }
    position += 1
    skipSpace()
    guard position < end else { return }
    let quote = base[position]
    if quote == 0x22 || quote == 0x27 {
      let valueStart = position + 1
      let closing = find(quote, from: valueStart)
      if closing < end {
        keep(Attribute(name: attributeName, value: valueStart..<closing))
        position = closing + 1
        return
      }
      position = valueStart
    }
    repairs.append((.unquotedValue, start))
    let valueStart = position
    while position < end, !ASCII.isSpace(base[position]), base[position] != 0x3E {
      if base[position] == 0x2F, position + 1 < end, base[position + 1] == 0x3E { break }
      position += 1
    }
    keep(Attribute(name: attributeName, value: valueStart..<position))
  }

  /// The first of two equal attributes wins because readers take the first they find.
  private mutating func keep(_ attribute: Attribute) {
    if attributes.count < XMLScanner.attributeLimit { attributes.append(attribute) }
  }

  private mutating func endTag() {
    position += 2
    skipSpace()
    name = takeName()
    while position < end, base[position] != 0x3E, base[position] != 0x3C { position += 1 }
    if position < end, base[position] == 0x3E { position += 1 }
  }

  private mutating func declaration() -> Token? {
    let rest = UnsafeBufferPointer(start: base + position, count: end - position)
    if rest.startsIgnoringCase("<!--") {
      let close = find("-->", from: position + 4)
      if close == nil { repairs.append((.unclosedComment, position)) }
      position = close.map { $0 + 3 } ?? end
      return nil
    }
    if rest.startsIgnoringCase("<![cdata[") {
      let start = position + 9
      let close = find("]]>", from: start)
      if close == nil { repairs.append((.unclosedCDATA, position)) }
      position = close.map { $0 + 3 } ?? end
      return .characterData(start..<(close ?? end))
    }
    let start = position
    let isDocumentType = rest.startsIgnoringCase("<!doctype")
    skipDeclaration()
    return isDocumentType ? .documentType(start..<position) : nil
  }

  private func find(_ text: StaticString, from start: Int) -> Int? {
    let length = text.utf8CodeUnitCount
    var place = start
    while true {
      place = find(text.utf8Start[0], from: place)
      guard place + length <= end else { return nil }
      if memcmp(base + place, text.utf8Start, length) == 0 { return place }
      place += 1
    }
  }

  /// Skips to the `>` of a declaration, past an internal subset in brackets and past quoted text in it.
  private mutating func skipDeclaration() {
    var depth = 0
    var quote: UInt8 = 0
    while position < end {
      let byte = base[position]
      position += 1
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if depth > 0 && (byte == 0x22 || byte == 0x27) {
        quote = byte
      } else if byte == 0x5B {
        depth += 1
      } else if byte == 0x5D {
        depth = max(0, depth - 1)
      } else if byte == 0x3E && depth == 0 {
        return
      }
    }
  }

  private mutating func skipInstruction() {
    if !lacksInstructionEnd, let close = find("?>", from: position + 2) {
      position = close + 2
    } else {
      // Looked for once: a file of nothing but `<? >` must not be searched to its end for each of them.
      lacksInstructionEnd = true
      position = min(end, find(0x3E, from: position) + 1)
    }
  }
}
