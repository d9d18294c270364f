import FeedViewerBase

/// Formats numbers of entries.
nonisolated enum EntryCount {
  static func text(_ count: Int) -> String {
    localized("\(grouped: count) entry", plural: "\(grouped: count) entries", count: count)
  }

  /// "About 10,000,000 entries": a guess, of which two digits are shown.
  static func text(about count: Int) -> String {
    let rounded = rounded(count)
    return localized(
      "About \(grouped: rounded) entry", plural: "About \(grouped: rounded) entries", count: rounded)
  }

  /// "≈10,000,000".
  static func short(about count: Int) -> String { "≈" + grouped(rounded(count)) }

  /// A number of which two digits are not 0.
  private static func rounded(_ count: Int) -> Int {
    var (unit, rest) = (1, count)
    while rest >= 100 { (unit, rest) = (unit * 10, rest / 10) }
    return (count + unit / 2) / unit * unit
  }

  /// "54 entries", or if some of them were read, "3 of 54 unread" and "54 entries, all read".
  static func text(_ count: Int, unread: Int) -> String {
    if unread == count { return text(count) }
    guard unread > 0 else {
      return localized(
        "\(grouped: count) entry, all read", plural: "\(grouped: count) entries, all read", count: count)
    }
    return localized(
      "\(grouped: unread) of \(grouped: count) unread",
      plural: "\(grouped: unread) of \(grouped: count) unread",
      count: unread)
  }

  /// "About 3 of 54 unread".
  static func text(_ count: Int, aboutUnread unread: Int) -> String {
    localized(
      "About \(grouped: unread) of \(grouped: count) unread",
      plural: "About \(grouped: unread) of \(grouped: count) unread",
      count: unread)
  }

  /// With the locale's thousands separators.
  static func grouped(_ number: Int) -> String { NumberText.grouped(number) }
}
