/// A declaration of a `style` attribute (CSS Style Attributes, section 3), with name and value in lower case.
struct StyleDeclaration {
  var name: String
  var value: String
  var isImportant: Bool

  /// The declarations of an attribute, in order. Comments and the white space around names and values are left out, escapes
  /// are decoded, and shorthands that matter here are replaced by what they stand for.
  ///
  /// - Complexity: O(length).
  static func all(in text: String) -> [StyleDeclaration] {
    var tokens = Tokens(bytes: Array(text.utf8))
    var result: [StyleDeclaration] = []
    while let (name, value) = tokens.next() {
      let priority = value.lastIndex(of: "!")
      let isImportant =
        priority.map { value[value.index(after: $0)...].trimmingSpaces == "important" } ?? false
      let declared = StyleDeclaration(
        name: name, value: isImportant ? value[..<priority!].trimmingSpaces : value, isImportant: isImportant)
      result += declared.longhands
    }
    return result
  }

  private var longhands: [StyleDeclaration] {
    let sides: [(suffix: String, index: (Int) -> Int)]
    switch name {
    case "overflow": sides = [("-x", { _ in 0 }), ("-y", { $0 - 1 })]
    // CSS 2.2, section 8.4.
    case "padding":
      sides = [
        ("-top", { _ in 0 }), ("-right", { min(1, $0 - 1) }), ("-bottom", { $0 > 2 ? 2 : 0 }),
        ("-left", { $0 > 3 ? 3 : min(1, $0 - 1) }),
      ]
    default: return [self]
    }
    let values = value.split(separator: " ")
    guard (1...sides.count).contains(values.count) else { return [] }
    return sides.map {
      StyleDeclaration(
        name: name + $0.suffix, value: String(values[$0.index(values.count)]), isImportant: isImportant)
    }
  }

  /// Splits an attribute at the colons and semicolons that are in no string, bracket, comment or escape (CSS Syntax 3, sections
  /// 4.3 and 5.4).
  private struct Tokens {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> (name: String, value: String)? {
      while position < bytes.count {
        var name: [UInt8]?
        var part: [UInt8] = []
        var depth = 0
        scan: while position < bytes.count {
          let byte = bytes[position]
          position += 1
          switch byte {
          case UInt8(ascii: "/") where position < bytes.count && bytes[position] == UInt8(ascii: "*"):
            passComment()
            part.append(0x20)
          case UInt8(ascii: "\\"): part += escapedCharacter()
          case UInt8(ascii: "\""), UInt8(ascii: "'"): part += string(endingWith: byte)
          case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
            let isAddress = byte == UInt8(ascii: "(") && part.suffix(3).elementsEqual("url".utf8)
            part.append(byte)
            if isAddress { passAddress() } else { depth += 1 }
          case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            part.append(byte)
            depth = max(0, depth - 1)
          case UInt8(ascii: ":") where depth == 0 && name == nil:
            name = part
            part = []
          case UInt8(ascii: ";") where depth == 0: break scan
          default: part.append(ASCII.isSpace(byte) ? 0x20 : ASCII.lowercased(byte))
          }
        }
        if let name { return (Self.text(name), Self.text(part)) }
      }
      return nil
    }

    private static func text(_ bytes: [UInt8]) -> String {
      String(decoding: bytes, as: UTF8.self).trimmingSpaces
    }

    private mutating func passComment() {
      position += 1
      while position < bytes.count {
        position += 1
        if bytes[position - 1] == UInt8(ascii: "*"), position < bytes.count,
          bytes[position] == UInt8(ascii: "/")
        {
          position += 1
          return
        }
      }
    }

    /// The text of a string, which a line feed ends, too (section 4.3.5).
    private mutating func string(endingWith quote: UInt8) -> ArraySlice<UInt8> {
      let start = position - 1
      while position < bytes.count, bytes[position] != quote, bytes[position] != 0x0A {
        position = min(bytes.count, position + (bytes[position] == UInt8(ascii: "\\") ? 2 : 1))
      }
      position = min(bytes.count, position + 1)
      return bytes[start..<position]
    }

    /// Passes an address without quotes, in which quotation marks are nothing special (section 4.3.6).
    private mutating func passAddress() {
      var isStarted = false
      while position < bytes.count {
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\\"): position = min(bytes.count, position + 1)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          if !isStarted { _ = string(endingWith: byte) }
          isStarted = true
        case UInt8(ascii: ")"): return
        default: if !ASCII.isSpace(byte) { isStarted = true }
        }
      }
    }

    /// The character that an escape stands for (section 4.3.7). One that is no part of a name must not be taken for a sign.
    private mutating func escapedCharacter() -> [UInt8] {
      var number: UInt32 = 0
      let start = position
      while position < bytes.count, position - start < 6, let digit = ASCII.hexValue(bytes[position]) {
        number = number << 4 | UInt32(digit)
        position += 1
      }
      if position == start {
        guard position < bytes.count, bytes[position] != 0x0A else { return [] }
        number = UInt32(bytes[position])
        position += 1
        if number >= 0x80 { return [UInt8(number)] }
      } else if position < bytes.count, ASCII.isSpace(bytes[position]) {
        position += 1
      }
      let byte = UInt8(truncatingIfNeeded: number)
      if number < 0x80, ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") {
        return [ASCII.lowercased(byte)]
      }
      return Array("\u{FFFD}".utf8)
    }
  }
}
