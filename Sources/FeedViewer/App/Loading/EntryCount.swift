/// Formats numbers of entries.
nonisolated enum EntryCount {
  static func text(_ count: Int) -> String {
    count == 1 ? "1 entry" : "\(grouped(count)) entries"
  }

  /// "54 entries", or if some of them were read, "3 of 54 unread" and "54 entries, all read".
  static func text(_ count: Int, unread: Int) -> String {
    if unread == count { return text(count) }
    return unread == 0 ? "\(text(count)), all read" : "\(grouped(unread)) of \(grouped(count)) unread"
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
