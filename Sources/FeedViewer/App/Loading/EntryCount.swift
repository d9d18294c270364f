/// Formats numbers of entries.
nonisolated enum EntryCount {
  static func text(_ count: Int) -> String {
    count == 1 ? "1 entry" : "\(grouped(count)) entries"
  }

  /// With digits in groups of three, separated by narrow no-break spaces.
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    guard digits.count > 4 else { return String(digits) }
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result.append("\u{202F}") }
      result.append(digit)
    }
    return result
  }
}
