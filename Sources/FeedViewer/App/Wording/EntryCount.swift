import FeedViewerBase

/// Formats numbers of entries.
nonisolated enum EntryCount {
  static func text(_ count: Int) -> String {
    localized("\(grouped: count) entry", plural: "\(grouped: count) entries", count: count)
  }

  /// "207 feeds", of a list without entries.
  static func text(ofFeeds count: Int) -> String {
    localized("\(grouped: count) feed", plural: "\(grouped: count) feeds", count: count)
  }

  /// "About 10,000,000 entries": a guess, of which two digits are shown.
  static func text(about count: Int) -> String {
    let rounded = rounded(count)
    return localized(
      "About \(grouped: rounded) entry", plural: "About \(grouped: rounded) entries", count: rounded)
  }

  /// A number of which two digits are not 0.
  private static func rounded(_ count: Int) -> Int {
    var (unit, rest) = (1, count)
    while rest >= 100 { (unit, rest) = (unit * 10, rest / 10) }
    return (count + unit / 2) / unit * unit
  }

  /// "54 entries", or if some of them were read, "54 entries, 3 unread" and "54 entries, all read".
  ///
  /// - Parameter isExact: Whether the number of unread ones is known, and no guess.
  static func text(_ count: Int, unread: Int, isExact: Bool = true) -> String {
    if isExact, unread == count { return text(count) }
    guard !isExact || unread > 0 else {
      return localized(
        "\(grouped: count) entry, all read", plural: "\(grouped: count) entries, all read", count: count)
    }
    // The number of entries, and how many of them are unread.
    return localized("\(text(count)), \(self.unread(unread, isExact: isExact))")
  }

  /// "3 unread", "≈3 unread".
  static func unread(_ count: Int, isExact: Bool = true) -> String {
    let number = (isExact ? "" : "≈") + grouped(count)
    return localized("\(number) unread", plural: "\(number) unread", count: count)
  }

  /// With the locale's thousands separators.
  static func grouped(_ number: Int) -> String { NumberText.grouped(number) }
}
