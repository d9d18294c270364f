/// Reads the numbers of files: attributes of XML and HTML, and values of JSON.
///
/// A file may contain any number, and arithmetic on one near the limits of its type ends the program. So each number is
/// clamped here, where it is read, to a range that leaves room for everything that is calculated with it.
enum WrittenNumber {
  /// The largest size of a picture, in pixels.
  static let largestLength = 1_000_000
  /// The largest amount, such as the size of a file in bytes: all readers of JSON read it exactly.
  static let largestAmount = 1 << 53
  /// Longer texts are no numbers.
  private static let longestText = 1_000

  /// A number, clamped to `limits`, without its fraction; nil for anything else.
  ///
  /// - Complexity: O(length).
  static func integer(_ text: String, in limits: ClosedRange<Int>) -> Int? {
    let text = text.trimmingSpaces
    if let number = Int(text) { return min(max(number, limits.lowerBound), limits.upperBound) }
    // A fraction, an exponent, or more digits than an integer has. Swift also takes names such as "nan".
    guard text.utf8.count <= longestText, text.utf8.allSatisfy(isPartOfDecimal), let number = Double(text)
    else { return nil }
    if number >= Double(limits.upperBound) { return limits.upperBound }
    return number <= Double(limits.lowerBound) ? limits.lowerBound : Int(number)
  }

  /// The number that a text begins with, whatever follows it, clamped to `limits` (HTML Living Standard, section 2.3.4.1: rules for
  /// parsing integers); nil if it begins with none.
  ///
  /// - Complexity: O(length).
  static func leadingInteger(_ text: String, in limits: ClosedRange<Int>) -> Int? {
    let text = text.trimmingSpaces
    let sign = text.utf8.first.map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") } == true ? 1 : 0
    let digits = text.utf8.dropFirst(sign).prefix(while: ASCII.isDigit)
    return digits.isEmpty ? nil : integer(String(text[..<digits.endIndex]), in: limits)
  }

  /// How many there are of something; nil for a negative number, and for what is none.
  static func amount(_ text: String) -> Int? {
    integer(text, in: -1...largestAmount).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The length of a side of a picture in pixels, with or without the unit `px`; nil for a negative length, and for what is
  /// none, such as a percentage.
  static func pixels(_ text: String) -> Int? {
    let text = text.trimmingSpaces
    let number = integer(text.hasSuffix("px") ? String(text.dropLast(2)) : text, in: -1...largestLength)
    return number.flatMap { $0 >= 0 ? $0 : nil }
  }

  private static func isPartOfDecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
