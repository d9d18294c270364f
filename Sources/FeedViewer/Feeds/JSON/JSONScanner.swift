import Glibc

/// Reads JSON in one pass, value by value, without building a tree and without recursion.
///
/// The caller walks: it enters objects and arrays, asks for the values it wants and skips the others. Keys, strings
/// and numbers are offsets in `text`, good until the next is asked for. Beyond RFC 8259 a comma before a closing bracket
/// and control characters in strings are accepted.
struct JSONScanner: ~Copyable {
  enum Kind { case object, array, string, number, literal }

  struct Fault: Error {
    var offset: Int
    /// What is wrong, as a phrase.
    var what: String
    var isCutOff = false
  }

  static let depthLimit = 256

  var text: SourceText
  private(set) var position: Int
  /// What was asked for last begins here.
  private var tokenStart: Int
  /// Place of the first comma before a closing bracket.
  private(set) var strayComma: SourceText.Place?
  /// The text ended inside the string that was asked for last.
  private(set) var endsInString = false

  init(_ text: consuming SourceText) {
    position = text.start
    tokenStart = text.start
    self.text = text
  }

  func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { text.bytes(range) }

  private func fault(_ what: String) -> Fault {
    position >= text.end
      ? Fault(offset: text.end, what: "the file ends in the middle", isCutOff: true)
      : Fault(offset: position, what: what)
  }

  /// The byte at the position; nil at the end of the text.
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

  /// The kind of the value that is next.
  mutating func peek() throws(Fault) -> Kind {
    tokenStart = position
    skipSpace()
    guard let byte = current else { throw fault("a value is missing") }
    switch byte {
    case 0x7B: return .object
    case 0x5B: return .array
    case 0x22: return .string
    case 0x2D, 0x30...0x39: return .number
    case let byte where ASCII.isLetter(byte): return .literal
    default: throw fault("a value is expected here, not \"\(Character(UnicodeScalar(byte)))\"")
    }
  }

  /// Steps into the object or array that is next.
  mutating func enter() { position += 1 }

  /// Goes to the next member of an object and returns its key, in escaped form; `nil` at the end of the
  /// object.
  mutating func nextKey(isFirst: Bool) throws(Fault) -> Range<Int>? {
    guard try nextItem(closing: 0x7D, isFirst: isFirst) else { return nil }
    guard current == 0x22 else { throw fault("a key in quotes is expected here") }
    let key = string()
    skipSpace()
    guard current == 0x3A else { throw fault("a colon is missing after the key") }
    position += 1
    return key
  }

  /// Goes to the next element of an array; false at its end.
  mutating func nextElement(isFirst: Bool) throws(Fault) -> Bool {
    try nextItem(closing: 0x5D, isFirst: isFirst)
  }

  private mutating func nextItem(closing: UInt8, isFirst: Bool) throws(Fault) -> Bool {
    tokenStart = position
    skipSpace()
    guard let byte = current else { throw fault("") }
    if byte == closing {
      position += 1
      return false
    }
    if isFirst { return true }
    guard byte == 0x2C else { throw fault("a comma is missing") }
    tokenStart = position
    position += 1
    skipSpace()
    guard let byte = current else { throw fault("") }
    if byte == closing {
      if strayComma == nil { strayComma = text.place(of: tokenStart) }
      position += 1
      return false
    }
    return true
  }

  /// The string that is next, still escaped and without its quotes; up to the end of the text if it has no end, which
  /// `endsInString` tells.
  mutating func string() -> Range<Int> {
    tokenStart = position
    let start = position + 1
    var searchFrom = start
    while true {
      let base = text.base
      if searchFrom < text.end, let found = memchr(base + searchFrom, 0x22, text.end - searchFrom) {
        let quote = base.offset(of: found)
        var backslashes = 0
        while quote - backslashes > start, base[quote - backslashes - 1] == 0x5C { backslashes += 1 }
        if backslashes % 2 == 0 {
          position = quote + 1
          return start..<quote
        }
        searchFrom = quote + 1
      } else {
        searchFrom = text.end
        guard text.readMore(keeping: tokenStart) else {
          position = text.end
          endsInString = true
          return start..<text.end
        }
      }
    }
  }

  /// The number or literal that is next, as written.
  mutating func scalar() throws(Fault) -> Range<Int> {
    tokenStart = position
    while let byte = current {
      guard ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == 0x2D || byte == 0x2B || byte == 0x2E else {
        return tokenStart..<position
      }
      position += 1
    }
    throw fault("")
  }

  /// Skips the value that is next, however deep it is.
  mutating func skipValue() throws(Fault) {
    var closings: [UInt8] = []
    repeat {
      var isFirst = false
      switch try peek() {
      case .object:
        closings.append(0x7D)
        enter()
        isFirst = true
      case .array:
        closings.append(0x5D)
        enter()
        isFirst = true
      case .string: _ = string()
      case .number, .literal: _ = try scalar()
      }
      guard closings.count <= JSONScanner.depthLimit else {
        throw Fault(offset: position, what: "the values are nested more than \(JSONScanner.depthLimit) deep")
      }
      // On to the next value inside the open brackets, closing those that end here.
      while let closing = closings.last {
        let goesOn =
          closing == 0x7D ? try nextKey(isFirst: isFirst) != nil : try nextElement(isFirst: isFirst)
        if goesOn { break }
        closings.removeLast()
        isFirst = false
      }
    } while !closings.isEmpty
  }

  /// The characters of an escaped string; lone surrogates become U+FFFD. O(length).
  /// - Parameters:
  ///   - limit: Of more bytes at least one is appended, but not all.
  ///   - isCut: There is no end: an escape that is not complete is left out.
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

  /// Whether an escape is there in full, both of its halves if it is a pair of surrogates.
  /// - Parameter start: Behind its backslash.
  private static func isComplete(_ input: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    guard input[start] == 0x75 else { return true }
    guard start + 5 <= input.count else { return false }
    guard let high = fourDigits(input, start + 1), (0xD800..<0xDC00).contains(high) else { return true }
    return start + 11 <= input.count
  }

  /// The number behind `\u`, a following low surrogate included.
  private static func codePoint(_ input: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> UInt32 {
    guard let high = fourDigits(input, position) else { return 0xFFFD }
    position += 4
    // As everywhere: control characters and what is no character never get into a text.
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
