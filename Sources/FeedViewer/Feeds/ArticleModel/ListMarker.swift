/// The marker in front of a list item.
public enum ListMarker: Sendable, Hashable {
  public enum Numbering: Sendable, Hashable {
    case decimal, lowerLetters, upperLetters, lowerRoman, upperRoman
  }

  case bullet
  case number(Int, Numbering)

  /// "•", "3.", "c.", "iv."; numbers beyond the usual range of letters or Roman numerals stay decimal.
  public var text: String {
    switch self {
    case .bullet: "•"
    case .number(let number, .lowerLetters) where (1...26).contains(number):
      "\(UnicodeScalar(UInt8(96 + number)))."
    case .number(let number, .upperLetters) where (1...26).contains(number):
      "\(UnicodeScalar(UInt8(64 + number)))."
    case .number(let number, .lowerRoman) where (1...3_999).contains(number): "\(Self.roman(number))."
    case .number(let number, .upperRoman) where (1...3_999).contains(number):
      "\(Self.roman(number).uppercased())."
    case .number(let number, _): "\(number)."
    }
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
