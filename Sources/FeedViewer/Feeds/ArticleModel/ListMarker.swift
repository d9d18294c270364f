/// The marker in front of a list item.
public enum ListMarker: Sendable, Hashable {
  public enum Numbering: Sendable, Hashable {
    case decimal, lowerLetters, upperLetters, lowerRoman, upperRoman
  }

  case bullet
  case number(Int, Numbering)

  /// "•", "3.", "c.", "ac.", "iv."; numbers that letters or Roman numerals do not write stay decimal (CSS Counter Styles 3,
  /// sections 3.1.4 and 6.1).
  public var text: String {
    switch self {
    case .bullet: "•"
    case .number(let number, .lowerLetters) where number > 0: "\(Self.letters(number))."
    case .number(let number, .upperLetters) where number > 0: "\(Self.letters(number).uppercased())."
    case .number(let number, .lowerRoman) where (1...3_999).contains(number): "\(Self.roman(number))."
    case .number(let number, .upperRoman) where (1...3_999).contains(number):
      "\(Self.roman(number).uppercased())."
    case .number(let number, _): "\(number)."
    }
  }

  /// a to z, aa to zz, aaa and so on.
  private static func letters(_ number: Int) -> String {
    var rest = number
    var digits: [UInt8] = []
    while rest > 0 {
      rest -= 1
      digits.append(UInt8(ascii: "a") + UInt8(rest % 26))
      rest /= 26
    }
    return String(decoding: digits.reversed(), as: UTF8.self)
  }

  private static let romanDigits: [(Int, String)] = [
    (1_000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
    (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
  ]

  private static func roman(_ number: Int) -> String {
    var rest = number
    var result = ""
    for (value, digits) in romanDigits {
      while rest >= value {
        result += digits
        rest -= value
      }
    }
    return result
  }
}
