/// The tokens of Swift source that matter for finding types and references to them: identifiers, keywords, braces and dots.
///
/// Skips comments and the text of string literals, but not the code in string interpolations. Does not support regular
/// expression literals.
nonisolated struct SwiftTokens {
  struct Token: Equatable {
    var text: String
    /// Counted from 1.
    var line: Int
    /// The number of open braces around the token.
    var depth: Int
  }

  private(set) var tokens: [Token] = []
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var depth = 0

  init(_ source: String) {
    bytes = Array(source.utf8)
    readCode(closingAt: nil)
  }

  /// Reads up to the parenthesis that closes an interpolation, or to the end of the file.
  private mutating func readCode(closingAt end: UInt8?) {
    var parentheses = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\n"):
        line += 1
        index += 1
      case UInt8(ascii: "/") where follows("//"): skipLine()
      case UInt8(ascii: "/") where follows("/*"): skipBlockComment()
      case UInt8(ascii: "\""): readString(poundCount: 0)
      case UInt8(ascii: "#"):
        let pounds = bytes[index...].prefix { $0 == byte }.count
        index += pounds
        if index < bytes.count, bytes[index] == UInt8(ascii: "\"") { readString(poundCount: pounds) }
      case UInt8(ascii: "("):
        parentheses += 1
        index += 1
      case UInt8(ascii: ")"):
        index += 1
        if parentheses == 0, byte == end { return }
        parentheses -= 1
      case UInt8(ascii: "{"):
        add("{")
        depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        add("}")
      case UInt8(ascii: "."): add(".")
      case _ where Self.isIdentifier(byte): readIdentifier()
      default: index += 1
      }
    }
  }

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private func follows(_ text: StaticString) -> Bool {
    let end = index + text.utf8CodeUnitCount
    return end <= bytes.count
      && bytes[index..<end].elementsEqual(
        UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func add(_ text: String) {
    tokens.append(Token(text: text, line: line, depth: depth))
    index += 1
  }

  private mutating func readIdentifier() {
    let start = index
    while index < bytes.count, Self.isIdentifier(bytes[index]) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    tokens.append(Token(text: text, line: line, depth: depth))
  }

  private mutating func skipLine() {
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
  }

  private mutating func skipBlockComment() {
    var open = 0
    repeat {
      if follows("/*") {
        open += 1
        index += 2
      } else if follows("*/") {
        open -= 1
        index += 2
      } else {
        if bytes[index] == UInt8(ascii: "\n") { line += 1 }
        index += 1
      }
    } while open > 0 && index < bytes.count
  }

  private mutating func readString(poundCount: Int) {
    let isMultiline = follows("\"\"\"")
    let quotes = isMultiline ? 3 : 1
    index += quotes
    let delimiter = Array(repeating: UInt8(ascii: "\""), count: quotes) + pounds(poundCount)
    let escape = [UInt8(ascii: "\\")] + pounds(poundCount)
    while index < bytes.count {
      if bytes[index...].starts(with: delimiter) {
        index += delimiter.count
        return
      }
      if bytes[index...].starts(with: escape) {
        index += escape.count
        guard index < bytes.count else { return }
        let isInterpolation = bytes[index] == UInt8(ascii: "(")
        // An escaped line break is counted in the next iteration.
        if bytes[index] != UInt8(ascii: "\n") { index += 1 }
        if isInterpolation { readCode(closingAt: UInt8(ascii: ")")) }
      } else {
        if bytes[index] == UInt8(ascii: "\n") { line += 1 }
        index += 1
      }
    }
  }

  private func pounds(_ count: Int) -> [UInt8] { Array(repeating: UInt8(ascii: "#"), count: count) }
}
