/// Serialises JSON, keeping the order of members.
enum JSONWriter {
  indirect enum Value {
    case null
    case bool(Bool)
    case number(Int64)
    case string(String)
    case array([Value])
    case object([(String, Value)])

    /// A string, or `null`.
    static func optional(_ text: String?) -> Value { text.map { .string($0) } ?? .null }
  }

  /// On one line.
  static func line(_ value: Value) -> String {
    var output: [UInt8] = []
    write(value, indentation: nil, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// - Parameter indentation: The indentation of the value's members; `nil` writes one line.
  static func write(_ value: Value, indentation: Int?, to output: inout [UInt8]) {
    switch value {
    case .null: output += "null".utf8
    case .bool(let flag): output += (flag ? "true" : "false").utf8
    case .number(let number): output += String(number).utf8
    case .string(let text): write(text, to: &output)
    case .array(let elements):
      writeList(elements, brackets: (0x5B, 0x5D), indentation: indentation, to: &output) {
        element, inner, output in
        write(element, indentation: inner, to: &output)
      }
    case .object(let members):
      writeList(members, brackets: (0x7B, 0x7D), indentation: indentation, to: &output) {
        member, inner, output in
        write(member.0, to: &output)
        output += (inner == nil ? ":" : ": ").utf8
        write(member.1, indentation: inner, to: &output)
      }
    }
  }

  private static func writeList<Item>(
    _ items: [Item], brackets: (UInt8, UInt8), indentation: Int?, to output: inout [UInt8],
    _ writeItem: (Item, Int?, inout [UInt8]) -> Void
  ) {
    output.append(brackets.0)
    let inner = indentation.map { $0 + 2 }
    for (index, item) in items.enumerated() {
      if index > 0 { output.append(0x2C) }
      breakLine(inner, &output)
      writeItem(item, inner, &output)
    }
    if !items.isEmpty { breakLine(indentation, &output) }
    output.append(brackets.1)
  }

  static func breakLine(_ indentation: Int?, _ output: inout [UInt8]) {
    guard let indentation else { return }
    output.append(0x0A)
    output.append(contentsOf: repeatElement(0x20, count: indentation))
  }

  static func write(_ text: String, to output: inout [UInt8]) {
    output.append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22: output += [0x5C, 0x22]
      case 0x5C: output += [0x5C, 0x5C]
      case 0x0A: output += [0x5C, 0x6E]
      case 0x09: output += [0x5C, 0x74]
      case 0x0D: output += [0x5C, 0x72]
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        output += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
      default: output.append(byte)
      }
    }
    output.append(0x22)
  }
}
