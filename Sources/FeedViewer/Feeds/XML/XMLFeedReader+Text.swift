import FeedViewerBase
import Glibc

/// Appends text between tags to the current field or person.
extension XMLFeedReader {
  mutating func readText(_ range: Range<Int>) {
    if let role = frames.last?.role { readText(range, role) }
  }

  mutating func readCharacterData(_ range: Range<Int>) {
    if let role = frames.last?.role { readCharacterData(range, role) }
  }

  private mutating func readText(_ range: Range<Int>, _ role: Role) {
    switch role {
    case .field, .markup: captureText(range)
    default: if let part = role.personPart { person.append(text(of: range).validString, to: part) }
    }
  }

  private mutating func readCharacterData(_ range: Range<Int>, _ role: Role) {
    switch role {
    case .field, .markup: captureCharacterData(range)
    default: if let part = role.personPart { person.append(scanner.bytes(range).validString, to: part) }
    }
  }

  /// Reads the rest of an element in one step if it is nothing but text and the end tag, as nearly all fields are.
  ///
  /// - Parameters:
  ///   - role: The role of the element, which was not pushed.
  ///   - marks: What was declared before the element, which must declare nothing itself.
  mutating func readContent(
    _ role: Role, after marks: (declarations: Int, bases: Int, languages: Int)
  ) -> Bool {
    guard !scanner.isSelfClosing, marks == (names.declarationCount, bases.count, languages.count),
      frames.count < XMLFeedReader.depthLimit, openBeyondLimit.isEmpty, let content = scanner.content()
    else { return false }
    switch content {
    case .text(let range): if !range.isEmpty { readText(range, role) }
    case .characterData(let range): readCharacterData(range, role)
    default: preconditionFailure("The content of an element is text.")
    }
    if role == .field { finishField() }
    return true
  }

  private mutating func captureText(_ range: Range<Int>) {
    let bytes = scanner.bytes(range)
    if mayBorrow(bytes), field.keepsSource || !bytes.holds(0x26) { return borrow(range) }
    guard fits(range) else { return }
    ownCapture()
    if keepsSource {
      appendSource(range)
    } else {
      var buffer = ByteBuffer(capacity: 0)
      swap(&buffer, &captured)
      appendDecoded(range, to: &buffer)
      swap(&buffer, &captured)
    }
  }

  private mutating func captureCharacterData(_ range: Range<Int>) {
    if mayBorrow(scanner.bytes(range)), !field.keepsSource { return borrow(range) }
    guard fits(range) else { return }
    ownCapture()
    if keepsSource {
      appendEscaped(scanner.bytes(range))
    } else {
      captured.append(scanner.bytes(range))
    }
  }

  /// Whether text is captured as source: next to nested markup, escaped text is text, unless the feed declares it as
  /// HTML.
  private var keepsSource: Bool {
    if case .html = field.text { return false }
    return field.keepsSource || capturedMarkup
  }

  /// Captures text with its references, but expands entities of the DOCTYPE, which the HTML parser would not know.
  private mutating func appendSource(_ range: Range<Int>) {
    let base = scanner.text.base
    let end = base + range.upperBound
    var position = base + range.lowerBound
    while !entities.isEmpty, position < end, let next = memchr(position, 0x26, end - position) {
      let reference = UnsafeRawPointer(next).assumingMemoryBound(to: UInt8.self)
      captured.append(position, count: reference - position)
      position = reference + 1
      if let (text, length) = entity(at: reference, before: end) {
        text.withUnsafeBufferPointer { appendEscaped($0) }
        position = reference + length
      } else {
        captured.append(0x26)
      }
    }
    captured.append(position, count: end - position)
  }

  private mutating func appendEscaped(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes {
      switch byte {
      case 0x26: captured.append("&amp;")
      case 0x3C: captured.append("&lt;")
      default: captured.append(byte)
      }
    }
  }

  // MARK: Borrowing

  /// Whether a text can be used in place: only white space was captured before it.
  private func mayBorrow(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    borrowed == nil && captured.isEmpty && bytes.count <= FeedLimits.fieldLength
  }

  private mutating func borrow(_ range: Range<Int>) {
    borrowed = range
    scanner.text.pin = range.lowerBound
  }

  /// Copies the borrowed text, because more text follows.
  mutating func ownCapture() {
    guard let range = borrowed else { return }
    captured.append(scanner.bytes(range))
    dropBorrowed()
  }

  mutating func dropBorrowed() {
    borrowed = nil
    scanner.text.pin = .max
  }

  private mutating func fits(_ range: Range<Int>) -> Bool {
    let length = captured.count + (borrowed?.count ?? 0)
    if length == 0 { fieldIsCut = false }
    if length + range.count <= FeedLimits.fieldLength { return true }
    if !fieldIsCut {
      log.note(
        Message("a text of more than 16 MB"), Message("cut there"), at: range.lowerBound, in: &scanner.text)
      fieldIsCut = true
    }
    return false
  }

  mutating func appendStartTag() {
    guard fits(scanner.name.lowerBound..<scanner.position) else { return }
    ownCapture()
    capturedMarkup = true
    let base = scanner.text.base
    captured.append(0x3C)
    let localStart = scanner.name.firstIndex { base[$0] == 0x3A }.map { $0 + 1 } ?? scanner.name.lowerBound
    captured.append(base + localStart, count: scanner.position - localStart)
    if scanner.position > 0, base[scanner.position - 1] != 0x3E { captured.append(0x3E) }
  }

  mutating func appendEndTag(_ symbol: Int32) {
    ownCapture()
    captured.append("</")
    var local = names.symbols[Int(symbol)].local
    local.withUTF8 { if let start = $0.baseAddress { captured.append(start, count: $0.count) } }
    captured.append(0x3E)
  }
}
