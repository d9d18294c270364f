import Glibc

/// Writes numbers as the reader's locale does.
public enum NumberText {
  /// Whole numbers with the locale's thousands separators: "5,000,000", "5.000.000" or "50,00,000".
  ///
  /// A locale without separators, such as that of the C library, gets narrow no-break spaces (ISO 80000-1), which numbers
  /// of four digits need not have.
  public static func grouped(_ number: Int) -> String {
    guard separator.isEmpty else { return formatted("%'ld", number) }
    let digits = Array(String(number))
    guard digits.count > 4 else { return String(digits) }
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result.append("\u{202F}") }
      result.append(digit)
    }
    return result
  }

  /// A number of tenths with the locale's decimal separator: "12.5" or "12,5".
  ///
  /// - Parameter tenths: Not negative.
  public static func decimal(tenths: Int) -> String {
    precondition(tenths >= 0, "A time is not negative.")
    return "\(grouped(tenths / 10))\(localeText(RADIXCHAR) ?? ".")\(tenths % 10)"
  }

  private static var separator: String { localeText(THOUSEP) ?? "" }

  private static func localeText(_ item: Int) -> String? {
    guard let text = nl_langinfo(nl_item(item)) else { return nil }
    return text.pointee == 0 ? nil : String(validatingCString: text)
  }

  private static func formatted(_ format: String, _ number: Int) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 80) { buffer in
      let length = withVaList([number]) { vsnprintf(buffer.baseAddress, buffer.count, format, $0) }
      guard length > 0, length < buffer.count, let text = String(validatingCString: buffer.baseAddress!)
      else {
        return String(number)
      }
      return text
    }
  }
}
