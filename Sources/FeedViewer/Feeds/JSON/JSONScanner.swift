import FeedViewerBase
import Glibc

/// Reads JSON in one pass, value by value, without building a tree and without recursion.
///
/// A pull parser: the caller enters objects and arrays, reads the values it wants and skips the others. Keys, strings
/// and numbers are offsets in `text`, valid until the next token is read. Trailing commas and control characters in
/// strings are accepted beyond RFC 8259.
struct JSONScanner: ~Copyable {
  enum Kind { case object, array, string, number, literal }

  struct Fault: Error {
    var offset: Int
    /// The syntax error, as a phrase.
    var what: Message
    var isCutOff = false
  }

  static let depthLimit = 256

  var text: SourceText
  private(set) var position: Int
  /// The start of the token that was read last.
  private var tokenStart: Int
  /// The position of the first comma before a closing bracket.
  private(set) var strayComma: TextPlace?
  /// The number of them.
  private(set) var strayCommaCount = 0
  /// Whether an object or array was entered and nothing in it was read: its first item follows no comma.
  private var isAtFirstItem = false
  /// Whether the text ended inside the string that was read last.
  private(set) var endsInString = false
  /// Whether there are backslashes in the string that was read last.
  private(set) var holdsEscapes = false

  init(_ text: consuming SourceText) {
    position = text.start
    tokenStart = text.start
    self.text = text
  }

  func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { text.bytes(range) }

  private func fault(_ what: Message) -> Fault {
    position >= text.end
      ? Fault(offset: text.end, what: Message("the file ends in the middle"), isCutOff: true)
      : Fault(offset: position, what: what)
  }

  /// The byte at the current position; nil at the end of the text.
  @inline(__always)
  private var current: UInt8? {
    mutating get {
      if position >= text.end, !text.readMore(keeping: tokenStart) { return nil }
      return text.base[position]
    }
  }

  @inline(__always)
  private mutating func skipSpace() {
    while let byte = current, ASCII.isSpace(byte) { position += 1 }
  }

  /// The kind of the next value.
  mutating func peek() throws(Fault) -> Kind {
    tokenStart = position
    skipSpace()
    guard let byte = current else { throw fault(Message("a value is missing")) }
    switch byte {
    case 0x7B: return .object
    case 0x5B: return .array
    case 0x22: return .string
    case 0x2D, 0x30...0x39: return .number
    case let byte where ASCII.isLetter(byte): return .literal
    default: throw fault(Message("a value is expected here, not “\(String(UnicodeScalar(byte)))”"))
    }
  }

  /// Enters the next object or array.
  mutating func enter() {
    position += 1
    isAtFirstItem = true
  }

  /// Advances to the next member of an object and returns its escaped key; `nil` at the end of the object.
  mutating func nextKey() throws(Fault) -> Range<Int>? {
    guard try nextItem(closing: 0x7D) else { return nil }
    guard current == 0x22 else { throw fault(Message("a key in quotes is expected here")) }
    let key = string()
    skipSpace()
    guard current == 0x3A else { throw fault(Message("a colon is missing after the key")) }
    position += 1
    return key
  }

  /// Advances to the next element of an array. Returns false at its end.
  mutating func nextElement() throws(Fault) -> Bool {
    try nextItem(closing: 0x5D)
  }

  private mutating func nextItem(closing: UInt8) throws(Fault) -> Bool {
    tokenStart = position
    skipSpace()
    guard let byte = current else { throw fault(Message("the file ends in the middle")) }
    let isFirst = isAtFirstItem
    isAtFirstItem = false
    if byte == closing {
      position += 1
      return false
    }
    if isFirst { return true }
    guard byte == 0x2C else { throw fault(Message("a comma is missing")) }
    tokenStart = position
    position += 1
    skipSpace()
    guard let byte = current else { throw fault(Message("the file ends in the middle")) }
    if byte == closing {
      if strayComma == nil { strayComma = text.place(of: tokenStart) }
      strayCommaCount += 1
      position += 1
      return false
    }
    return true
  }

  /// Reads the next string: escaped, without its quotes. An unterminated one ends with the text, and sets
  /// `endsInString`.
  mutating func string() -> Range<Int> {
    tokenStart = position
    let start = position + 1
    var searchFrom = start
    holdsEscapes = false
    while true {
      let base = text.base
      if let found = ByteBlock.firstPlace(
        of: 0x22, or: 0x5C, from: base + searchFrom, before: base + text.end)
      {
        let place = base.offset(of: found)
        guard found.pointee == 0x5C else {
          position = place + 1
          return start..<place
        }
        holdsEscapes = true
        // The escaped byte may not be in memory yet.
        searchFrom = place + 2
      } else {
        searchFrom = max(searchFrom, text.end)
        guard text.readMore(keeping: tokenStart) else {
          position = text.end
          endsInString = true
          return start..<text.end
        }
      }
    }
  }

  /// Reads the next number or literal, as written.
  mutating func scalar() throws(Fault) -> Range<Int> {
    tokenStart = position
    while let byte = current {
      guard ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == 0x2D || byte == 0x2B || byte == 0x2E else {
        return tokenStart..<position
      }
      position += 1
    }
    throw fault(Message("the file ends in the middle"))
  }

  /// Skips the next value, however deeply nested.
  mutating func skipValue() throws(Fault) {
    var closings: [UInt8] = []
    repeat {
      switch try peek() {
      case .object:
        closings.append(0x7D)
        enter()
      case .array:
        closings.append(0x5D)
        enter()
      case .string: _ = string()
      case .number, .literal: _ = try scalar()
      }
      guard closings.count <= JSONScanner.depthLimit else {
        throw Fault(
          offset: position, what: Message("the values are nested more than \(JSONScanner.depthLimit) deep"))
      }
      // Advances to the next value inside the open brackets, closing those that end before it.
      while let closing = closings.last {
        if closing == 0x7D ? try nextKey() != nil : try nextElement() { break }
        closings.removeLast()
      }
    } while !closings.isEmpty
  }

  // MARK: Parts

  /// Skips the comma after an item. Returns false if there is none.
  mutating func skipComma() -> Bool {
    tokenStart = position
    skipSpace()
    guard current == 0x2C else { return false }
    position += 1
    skipSpace()
    return true
  }

  var isAtEnd: Bool { position == text.end && text.isComplete }

  /// Continues after text that was read by others.
  /// - Parameter isAtItem: Whether an item starts there, after its comma.
  mutating func skip(to offset: Int, isAtItem: Bool) {
    precondition(offset >= position && offset <= text.end, "Only text in memory can be skipped.")
    position = offset
    tokenStart = offset
    isAtFirstItem = isAtItem
  }

  /// Unescapes a string; lone surrogates become U+FFFD. O(length).
  /// - Parameters:
  ///   - limit: If the string is longer than this, the output is longer than this too, but not complete.
  ///   - isCut: Whether the string is unterminated: an incomplete escape at its end is removed.
  static func unescape(
    _ input: UnsafeBufferPointer<UInt8>, to buffer: inout ByteBuffer, limit: Int, isCut: Bool
  ) {
    var position = 0
    guard let base = input.baseAddress else { return }
    while position < input.count, buffer.count <= limit {
      let available = min(input.count - position, limit + 1 - buffer.count)
      guard let found = memchr(base + position, 0x5C, available) else {
        buffer.append(base + position, count: available)
        position += available
        continue
      }
      let backslash = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      buffer.append(base + position, count: backslash - position)
      position = backslash + 1
      guard position < input.count, !isCut || isComplete(input, position) else { return }
      let escape = input[position]
      position += 1
      switch escape {
      case 0x6E: buffer.append(0x0A)
      case 0x74: buffer.append(0x09)
      case 0x72: buffer.append(0x0D)
      case 0x62, 0x66: buffer.append(0x20)
      case 0x75: buffer.append(PackedUTF8(codePoint(input, &position)))
      default: buffer.append(escape)
      }
    }
  }

  /// Whether an escape is complete, including the second half of a surrogate pair.
  /// - Parameter start: The index after the backslash.
  private static func isComplete(_ input: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    guard input[start] == 0x75 else { return true }
    guard start + 5 <= input.count else { return false }
    guard let high = fourDigits(input, start + 1), (0xD800..<0xDC00).contains(high) else { return true }
    return start + 11 <= input.count
  }

  /// The code point after `\u`, combined with a following low surrogate.
  private static func codePoint(_ input: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> UInt32 {
    guard let high = fourDigits(input, position) else { return 0xFFFD }
    position += 4
    // Control characters and noncharacters are replaced, as in all other texts.
    if high == 0xFFFE || high == 0xFFFF { return 0xFFFD }
    guard (0xD800..<0xDC00).contains(high) else {
      return high < 0x20 && high != 0x0A && high != 0x09 ? 0x20 : high
    }
    guard position + 6 <= input.count, input[position] == 0x5C, input[position + 1] == 0x75,
      let low = fourDigits(input, position + 2), (0xDC00..<0xE000).contains(low)
    else { return 0xFFFD }
    position += 6
    return 0x1_0000 + (high - 0xD800) << 10 + (low - 0xDC00)
  }

  private static func fourDigits(_ input: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt32? {
    guard start + 4 <= input.count else { return nil }
    var value: UInt32 = 0
    for index in start..<start + 4 {
      guard let digit = ASCII.hexValue(input[index]) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
