import Glibc

/// Reads JSON from bytes in one pass, value by value, without building a tree and without recursion.
///
/// The caller walks: it enters objects and arrays, asks for the values it wants and skips the others. Beyond
/// RFC 8259 a comma before a closing bracket and control characters in strings are accepted.
struct JSONScanner {
  enum Kind { case object, array, string, number, literal }

  struct Fault: Error {
    var offset: Int
    /// What is wrong, as a phrase.
    var what: String
    var isCutOff = false
  }

  static let depthLimit = 256

  let input: UnsafeBufferPointer<UInt8>
  private(set) var position = 0
  /// Offset of the first comma before a closing bracket.
  private(set) var strayComma: Int?

  init(_ input: UnsafeBufferPointer<UInt8>) { self.input = input }

  private func fault(_ what: String) -> Fault {
    position >= input.count
      ? Fault(offset: input.count, what: "the file ends in the middle", isCutOff: true)
      : Fault(offset: position, what: what)
  }

  @inline(__always)
  private mutating func skipSpace() {
    while position < input.count, ASCII.isSpace(input[position]) { position += 1 }
  }

  /// The kind of the value that is next.
  mutating func peek() throws(Fault) -> Kind {
    skipSpace()
    guard position < input.count else { throw fault("a value is missing") }
    switch input[position] {
    case 0x7B: return .object
    case 0x5B: return .array
    case 0x22: return .string
    case 0x2D, 0x30...0x39: return .number
    case let byte where ASCII.isLetter(byte): return .literal
    default: throw fault("a value is expected here, not \"\(Character(UnicodeScalar(input[position])))\"")
    }
  }

  /// Steps into the object or array that is next.
  mutating func enter() { position += 1 }

  /// Goes to the next member of an object and returns its key, in escaped form; `nil` at the end of the
  /// object.
  mutating func nextKey(isFirst: Bool) throws(Fault) -> Range<Int>? {
    guard try nextItem(closing: 0x7D, isFirst: isFirst) else { return nil }
    guard input[position] == 0x22 else { throw fault("a key in quotes is expected here") }
    let key = try string()
    skipSpace()
    guard position < input.count, input[position] == 0x3A else {
      throw fault("a colon is missing after the key")
    }
    position += 1
    return key
  }

  /// Goes to the next element of an array; false at its end.
  mutating func nextElement(isFirst: Bool) throws(Fault) -> Bool {
    try nextItem(closing: 0x5D, isFirst: isFirst)
  }

  private mutating func nextItem(closing: UInt8, isFirst: Bool) throws(Fault) -> Bool {
    skipSpace()
    guard position < input.count else { throw fault("") }
    if input[position] == closing {
      position += 1
      return false
    }
    if isFirst { return true }
    guard input[position] == 0x2C else { throw fault("a comma is missing") }
    let comma = position
    position += 1
    skipSpace()
    guard position < input.count else { throw fault("") }
    if input[position] == closing {
      strayComma = strayComma ?? comma
      position += 1
      return false
    }
    return true
  }

  /// The string that is next, still escaped and without its quotes.
  mutating func string() throws(Fault) -> Range<Int> {
    let start = position + 1
    position = start
    guard let base = input.baseAddress else { throw fault("") }
    while true {
      guard position < input.count, let found = memchr(base + position, 0x22, input.count - position) else {
        position = input.count
        throw fault("")
      }
      let quote = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      var backslashes = 0
      while quote - backslashes > start, input[quote - backslashes - 1] == 0x5C { backslashes += 1 }
      position = quote + 1
      if backslashes % 2 == 0 { return start..<quote }
    }
  }

  /// The number or literal that is next, as written.
  mutating func scalar() throws(Fault) -> Range<Int> {
    let start = position
    while position < input.count {
      let byte = input[position]
      guard ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == 0x2D || byte == 0x2B || byte == 0x2E else {
        break
      }
      position += 1
    }
    guard position < input.count else { throw fault("") }
    return start..<position
  }

  /// Skips the value that is next, however deep it is.
  mutating func skipValue() throws(Fault) {
    var closings: [UInt8] = []
    repeat {
      switch try peek() {
      case .object:
        closings.append(0x7D)
        position += 1
      case .array:
        closings.append(0x5D)
        position += 1
      case .string: _ = try string()
      case .number, .literal: _ = try scalar()
      }
      guard closings.count <= JSONScanner.depthLimit else {
        throw Fault(offset: position, what: "the values are nested more than \(JSONScanner.depthLimit) deep")
      }
      try closeBrackets(&closings)
    } while !closings.isEmpty
  }

  /// Goes on to the next value inside the open brackets, closing those that end here.
  private mutating func closeBrackets(_ closings: inout [UInt8]) throws(Fault) {
    while let closing = closings.last {
      skipSpace()
      let isFirst = opensBefore(position)
      let goesOn = closing == 0x7D ? try nextKey(isFirst: isFirst) != nil : try nextElement(isFirst: isFirst)
      if goesOn { return }
      closings.removeLast()
    }
  }

  /// Whether the last byte before some white space is an opening bracket.
  private func opensBefore(_ offset: Int) -> Bool {
    var index = offset - 1
    while index >= 0, ASCII.isSpace(input[index]) { index -= 1 }
    return index >= 0 && (input[index] == 0x7B || input[index] == 0x5B)
  }

  /// The characters of an escaped string; lone surrogates become U+FFFD. O(length).
  static func unescape(_ input: UnsafeBufferPointer<UInt8>, to buffer: inout ByteBuffer) {
    var position = 0
    guard let base = input.baseAddress else { return }
    while position < input.count {
      guard let found = memchr(base + position, 0x5C, input.count - position) else {
        buffer.append(base + position, count: input.count - position)
        return
      }
      let backslash = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      buffer.append(base + position, count: backslash - position)
      position = backslash + 1
      guard position < input.count else { return }
      let escape = input[position]
      position += 1
      switch escape {
      case 0x6E: buffer.append(0x0A)
      case 0x74: buffer.append(0x09)
      case 0x72, 0x62, 0x66: buffer.append(0x20)
      case 0x75: buffer.append(HTMLEntities.packed(codePoint(input, &position)))
      default: buffer.append(escape)
      }
    }
  }

  /// The number behind `\u`, a following low surrogate included.
  private static func codePoint(_ input: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> UInt32 {
    guard let high = fourDigits(input, position) else { return 0xFFFD }
    position += 4
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
